// An archive as the app makes it at its first start, made once and copied: making one takes longer than most tests.

import { rmSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Archive } from '../archive/archive.ts';
import { createArchives } from '../archive/archives.ts';
import type { ServiceIdentity } from '../service-client/service-identity.ts';
import { statOf } from '../archive/build-file.ts';
import { NO_NOTICES } from './no-notices.ts';

/** The path of the one that Vitest makes for all files of a run, and for the processes that they start. */
const MADE_FOR_ALL = 'RAILBIRD_TEST_ARCHIVE';

let made: Promise<string> | undefined;

async function make(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'railbird-empty-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'empty.duckdb');
  await (await Archive.open(path, 0)).close();
  return path;
}

/** Vitest calls it once, before the first worker starts. */
export async function setup(): Promise<void> {
  process.env[MADE_FOR_ALL] = await (made ??= make());
}

/** Copies one to the path unless the path exists. */
export async function putEmptyArchive(path: string): Promise<void> {
  if (await statOf(path)) return;
  await mkdir(dirname(path), { recursive: true });
  await copyFile(process.env[MADE_FOR_ALL] ?? (await (made ??= make())), path);
}

/** Copies one to where the app stores that of the service. */
export const putEmptyArchiveOf = (dataDir: string, identity: ServiceIdentity): Promise<void> =>
  putEmptyArchive(createArchives({ dataDir, now: () => 0, notices: NO_NOTICES }).pathOf(identity));
