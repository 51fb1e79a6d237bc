// Exports some races as the window does; also run as a separate process that is killed at a given point.

import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import type { ExportEvent } from '#shared/bridge/exports.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { fakeResult, fakeResults } from '../../testing/fake-result.ts';
import { createFolderDestination, type Destination } from '../destination.ts';
import { Exports } from '../exports.ts';

/** Exports that many records to `path`, or to a name that the folder chooses. Returns the outcome. */
export async function exportRaces(
  races: number,
  to: { readonly path: string } | { readonly folder: string },
): Promise<ExportEvent | undefined> {
  const records = Array.from({ length: races }, (_, n) => ({ racekey: String(n) }));
  const columns = TABLES.t_ra.columns.filter((column) => column.name === 'racekey');
  const destination: Destination =
    'path' in to ? async () => ({ path: to.path, fetched: false }) : createFolderDestination(to.folder);
  const exports = new Exports({
    results: fakeResults(fakeResult({ columns, records })),
    destination,
    now: () => 0,
    newId: () => 'e',
  });
  const exportId = exports.start({
    resultId: 'r1',
    columns: ['racekey'],
    format: 'csv',
    header: 'name',
    form: 'delivered',
    language: 'en',
  });
  return (await Array.fromAsync(exports.watch(exportId))).at(-1);
}

/** Kills this process after so many renames and removals. */
function killAfter(calls: number): void {
  let left = calls;
  const count = () => {
    if (left === 0) process.kill(process.pid, 'SIGKILL');
    left -= 1;
  };
  const { rename, rm } = promises;
  promises.rename = (...given) => {
    count();
    return rename(...given);
  };
  promises.rm = (...given) => {
    count();
    return rm(...given);
  };
  syncBuiltinESMExports();
}

if (process.argv[1] === import.meta.filename) {
  const [path = '', races = '', calls = ''] = process.argv.slice(2);
  killAfter(Number(calls));
  await exportRaces(Number(races), { path });
}
