// `import`: loads records of one table from files into the store, while the service may be running.

import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { isTableCode, tableOf } from '#shared/catalogue/tables.ts';
import type { ImportCounts, ImportSource } from './import/import-files.ts';
import { importFiles } from './import/import-files.ts';
import { importDetail, noteImports } from './import/note-import.ts';
import { readFile } from './import/open-file.ts';
import { Rejects } from './import/rejects.ts';
import { Watch } from './import/watch/watch.ts';
import { DATA_DIR_OPTION, OptionsError, dataDirOf, databaseUrlOf } from '../options.ts';
import { ReopeningBulkWriter, openBulkWriter } from '../store/bulk-writer.ts';
import type { AdminTerminal, ExitCode } from './command.ts';
import { adminCommand, EXIT } from './command.ts';

export const importing = adminCommand({
  name: 'import',
  words: '[FILE...]',
  usage: '--table TABLE FILE... | --watch FOLDER',
  summary: 'load records from files, or from a folder into which files are dropped',
  options: [
    {
      name: 'table',
      value: 'TABLE',
      help: `${TABLE_CODES.slice(0, 8).join(', ')},\n${TABLE_CODES.slice(8).join(', ')}`,
    },
    {
      name: 'rejects',
      value: 'FILE',
      help: 'file for rejected records; default DIR/rejects/<name of FILE>.rejects.ndjson',
    },
    {
      name: 'watch',
      value: 'FOLDER',
      help: 'import what is dropped into FOLDER until stopped; the names of files begin with their table',
    },
    { name: 'every', value: 'SECONDS', help: 'seconds between two looks at FOLDER; default 2' },
    DATA_DIR_OPTION,
  ],
  notes: [
    `A running service answers with the records at once. FILE is NDJSON, an array of records, answers of the service that
were saved, or CSV with a first line of field names; gzip too; - is standard input.`,
    `Every record is checked against the catalogue. Bad ones go to the reject file with line and reasons, good ones
are kept. A record that is stored already is replaced unless its updated_at is newer, so importing twice changes
nothing, and an import that was interrupted is simply run again. Readers see a race whole or not at all if its
records follow each other in the files; of files in another order they may see parts, unless --watch imports them.
Fields that the table does not have are left out and counted; columns that a file lacks stay as they are stored.
Records of another table are refused. A race has one day: a newer record of it on another day moves it there, with
the columns that the file has. In CSV an empty cell is null and "" is an empty string.`,
    `The last line on standard output is a summary in JSON. Exit code: 0 all records kept, 3 some rejected, 2 the command
line cannot be used, 6 a file or the store cannot be used (what was committed before stays).`,
    `--watch publishes each file, or each folder of files, as a whole: readers see all its records or none. A file is read
when it has not changed between two looks; better, write it under a name that ends in .part and rename it. Each content
is imported once, then moved to FOLDER/done with its rejects beside it, or to FOLDER/failed with the reason. One line of
JSON per file on standard output.`,
  ],
  run: ({ words: files, values }, terminal) =>
    values.watch === undefined
      ? load({ files, table: values.table, rejects: values.rejects, dataDir: values['data-dir'] }, terminal)
      : watchFolder({ ...values, watch: values.watch, files }, terminal),
});

interface WatchRequest {
  readonly watch: string;
  readonly files: readonly string[];
  readonly table?: string | undefined;
  readonly every?: string | undefined;
  readonly rejects?: string | undefined;
  readonly 'data-dir'?: string | undefined;
}

async function watchFolder(request: WatchRequest, terminal: AdminTerminal): Promise<ExitCode> {
  const { watch, files, table, every = '2', rejects } = request;
  if (files.length > 0 || rejects !== undefined) {
    throw new OptionsError('--watch takes neither FILE nor --rejects: both are in the folder');
  }
  if (table !== undefined && !isTableCode(table)) throw new OptionsError(ONE_OF_TABLES);
  if (!/^[0-9]{1,4}$/.test(every) || Number(every) === 0) {
    throw new OptionsError('--every takes seconds, 1 to 9999');
  }
  if (!statSync(watch, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`${watch} is not a folder`);
  const folder = dataDirOf(request['data-dir'], terminal.environment);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Anew after a failure, since another server may be the primary then.
  const bulkWriter = await ReopeningBulkWriter.open(async () =>
    openBulkWriter(folder, await databaseUrlOf(terminal.environment)),
  );
  const { out, say } = terminal;
  try {
    const stopping = terminal.stopping();
    const note = (details: readonly string[]) => noteImports(folder, terminal, details);
    await new Watch({ folder: watch, bulkWriter, table, stopping, out, say, note }).run(Number(every) * 1000);
    return EXIT.done;
  } finally {
    await bulkWriter.close();
  }
}

const ONE_OF_TABLES = `--table takes one of: ${TABLE_CODES.join(', ')}`;

interface LoadRequest {
  readonly files: readonly string[];
  readonly table: string | undefined;
  readonly rejects: string | undefined;
  readonly dataDir: string | undefined;
}

async function load(
  { files, table, rejects: rejectFile, dataDir }: LoadRequest,
  terminal: AdminTerminal,
): Promise<ExitCode> {
  if (table === undefined || !isTableCode(table)) throw new OptionsError(ONE_OF_TABLES);
  if (files.length === 0) throw new OptionsError('import needs at least one FILE; - is standard input');
  if (files.some((file) => rejectFile !== undefined && resolve(file) === resolve(rejectFile))) {
    throw new OptionsError('--rejects names one of the files to import, which would be overwritten');
  }
  if (files.filter((file) => file === '-').length > 1)
    throw new OptionsError('standard input can be read only once');
  // Before anything is loaded, so that a mistyped name is not reported after an hour.
  const sources = files.map((file) => sourceOf(file, terminal));

  const folder = dataDirOf(dataDir, terminal.environment);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const rejects = new Rejects(
    rejectFile === undefined ? { folder: join(folder, 'rejects') } : { file: rejectFile },
  );
  const bulkWriter = await openBulkWriter(folder, await databaseUrlOf(terminal.environment));
  const started = performance.now();
  try {
    const counts = await importFiles(tableOf(table), sources, { bulkWriter, rejects });
    reportCounts(counts, rejects.files, terminal);
    const names = sources.map(({ name }) => name);
    await noteImports(folder, terminal, [importDetail(table, names, counts)]);
    const milliseconds = Math.round(performance.now() - started);
    terminal.out(
      JSON.stringify({
        event: 'imported',
        table,
        files: files.length,
        ...counts,
        rejects: rejects.files,
        milliseconds,
      }),
    );
    return counts.rejected > 0 ? EXIT.partly : EXIT.done;
  } finally {
    rejects.close();
    await bulkWriter.close();
  }
}

function sourceOf(file: string, { input }: AdminTerminal): ImportSource {
  if (file === '-') return { name: 'stdin', bytes: () => input };
  accessSync(file, constants.R_OK);
  if (statSync(file).isDirectory()) throw new Error(`${file} is a folder; name its files instead`);
  return { name: file, bytes: () => readFile(file) };
}

function reportCounts(
  { rejected, unknown_fields }: ImportCounts,
  files: readonly string[],
  { say }: AdminTerminal,
): void {
  const unknown = Object.keys(unknown_fields);
  if (unknown.length > 0) say(`Ignored, because the table has no such field: ${unknown.join(', ')}`);
  if (rejected > 0) say(`${rejected} rejected; lines and reasons are in ${files.join(', ')}`);
}
