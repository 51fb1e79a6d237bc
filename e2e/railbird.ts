// The command line on a test's data folder: in the app that runs there, or in a process of its own.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { programOf } from '../electron/testing/program.ts';
import { lastMonth } from './racing.ts';

const run = promisify(execFile);
const CLI = programOf('electron/cli');

/** What the command prints over the sample. Rejects with `stdout` if it ends with another exit code than 0. */
export const railbird = async (dataDir: string, ...words: readonly string[]): Promise<string> =>
  (await run(process.execPath, [CLI, ...words, '--sample', '--data-dir', dataDir])).stdout;

/** Downloads the month up to yesterday with all that a record is counted from. */
export async function downloadMonth(dataDir: string): Promise<void> {
  const { from, to } = lastMonth();
  await railbird(dataDir, 'download', 'd_ra', 'd_ka', 'd_ky', 'd_se', 'd_hj', '--from', from, '--to', to);
}
