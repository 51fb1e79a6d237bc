// Parquet, written by DuckDB: the pages are stored as lines of JSON beside the file, which DuckDB then copies in their
// order. DuckDB loads such lines three times as fast as rows from its appender, and they distinguish null from "".

import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { RailbirdError } from '#shared/errors.ts';
import { clearAbandoned, temporaryName } from '../files/temporary-files.ts';
import type { FileBody, FileHead, CellPage } from './file-format.ts';
import { isJsonNumber, jsonRecords, type JsonField } from './json.ts';

/** A second thread would need as much memory again, and reading the lines is most of the work. */
const LIMITS = { memory_limit: '256MB', threads: '1', autoinstall_known_extensions: 'false' };

/** A row group is in memory as a whole while it is written, so it has fewer rows if there are many columns. */
const CELLS_IN_A_GROUP = 500_000;
const MOST_ROWS_IN_A_GROUP = 122_880;
const LEAST_ROWS_IN_A_GROUP = 2048;

/** Reserved at once for the distinct texts of each column: a megabyte each would not fit for 276 columns. */
const DICTIONARY_BYTES = 65_536;

/** The reader's buffers are twice as long, one for each thread. */
const LONGEST_LINE = 4 << 20;

/** DuckDB releases its files a moment after it is closed. */
const MOST_RETRIES = 5;

const READ_AT_ONCE = 1 << 20;

type SqlType = 'varchar' | 'bigint' | 'double';

/** The type that fits the value; integers that most readers of parquet would round stay text. */
function typeOf(value: string): SqlType {
  if (!isJsonNumber(value)) return 'varchar';
  if (!/^-?\d+$/.test(value)) return 'double';
  return Number.isSafeInteger(Number(value)) ? 'bigint' : 'varchar';
}

/** A column is numeric as long as all of its values are; a single other value makes it text. */
class ColumnTypes {
  readonly #types: SqlType[];

  constructor(fields: readonly JsonField[]) {
    this.#types = fields.map(({ type }) =>
      type.startsWith('I') ? 'bigint' : type.startsWith('N') ? 'double' : 'varchar',
    );
  }

  see(cells: CellPage): void {
    for (const [at, column] of cells.entries()) {
      for (const cell of column) {
        if (this.#types[at] === 'varchar') break;
        const type = cell === null ? 'bigint' : typeOf(cell);
        if (type !== 'bigint') this.#types[at] = type;
      }
    }
  }

  of(at: number): SqlType {
    return this.#types[at] ?? 'varchar';
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const literal = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** Names that differ by more than case, as DuckDB and other readers require. */
function distinct(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let copy = 2; taken.has(free.toLowerCase()); copy += 1) free = `${name}_${copy}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

const wellFormed = (cells: CellPage): CellPage =>
  cells.map((column) => column.map((cell) => (cell === null ? null : cell.toWellFormed())));

function copySql(lines: string, target: string, header: readonly string[], types: ColumnTypes): string {
  const columns = header.map((_, at) => `c${at}: 'varchar'`).join(', ');
  const selected = distinct(header).map((name, at) => `cast(c${at} as ${types.of(at)}) as ${quoted(name)}`);
  const rows = Math.round(CELLS_IN_A_GROUP / Math.max(1, header.length));
  const group = Math.min(MOST_ROWS_IN_A_GROUP, Math.max(LEAST_ROWS_IN_A_GROUP, rows));
  return `copy (select ${selected.join(', ')} from read_json(${literal(lines)}, format = 'newline_delimited',
      maximum_object_size = ${LONGEST_LINE},
      columns = {${columns}})) to ${literal(target)} (format parquet, compression zstd, row_group_size ${group},
      string_dictionary_page_size_limit ${DICTIONARY_BYTES})`;
}

/** Errors: CANCELLED; those of DuckDB. */
async function run(sql: string, folder: string, signal: AbortSignal): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', { ...LIMITS, temp_directory: folder });
  try {
    const connection = await instance.connect();
    const interrupt = (): void => connection.interrupt();
    signal.addEventListener('abort', interrupt);
    try {
      if (signal.aborted) throw new RailbirdError('CANCELLED');
      await connection.run(sql);
    } catch (error) {
      throw signal.aborted ? new RailbirdError('CANCELLED') : error;
    } finally {
      signal.removeEventListener('abort', interrupt);
      connection.closeSync();
    }
  } finally {
    instance.closeSync();
  }
}

/** A failure in the folder is reported like that of any file. */
async function onDisk<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    throw cause instanceof RailbirdError ? cause : new RailbirdError('FILE_FAILED', { path }, { cause });
  }
}

/**
 * Columns of a numeric field are BIGINT or DOUBLE if every value is written as a number, otherwise VARCHAR with the text
 * as it came, like all other columns. Errors: FILE_FAILED, CANCELLED, and those of `write`.
 */
export async function openParquet({ fields, header, folder, signal, write }: FileHead): Promise<FileBody> {
  await clearAbandoned(folder);
  const work = join(folder, temporaryName('parquet', randomBytes(6).toString('hex')));
  await onDisk(folder, () => mkdir(work, { mode: 0o700 }));
  const release = () => rm(work, { recursive: true, force: true, maxRetries: MOST_RETRIES });
  const lines = join(work, 'records.ndjson');
  const file = await onDisk(folder, () => open(lines, 'wx')).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  const types = new ColumnTypes(fields);
  const asText = fields.map((_, at): JsonField => ({ name: `c${at}`, type: 'S' }));
  return {
    page: async (cells) => {
      types.see(cells);
      const records = jsonRecords(asText, wellFormed(cells));
      await onDisk(folder, () => file.appendFile(records.map((record) => `${record}\n`).join('')));
    },
    end: async () => {
      const target = join(work, 'records.parquet');
      await onDisk(folder, async () => {
        await file.close();
        await run(copySql(lines, target, header, types), work, signal);
        await rm(lines);
        for await (const chunk of createReadStream(target, { highWaterMark: READ_AT_ONCE }))
          await write(chunk as Uint8Array);
      });
    },
    release: async () => {
      await file.close().catch(() => undefined);
      await release();
    },
  };
}
