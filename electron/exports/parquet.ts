// Parquet, written by a separate DuckDB from what is stored beside the file. Rows that the archive selects arrive as
// DuckDB's chunks and are stored as Parquet.
// Pages are stored as JSON lines: DuckDB loads them three times as fast as single rows from its appender, and they
// distinguish null from "".

import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  DuckDBInstance,
  type DuckDBAppender,
  type DuckDBConnection,
  type DuckDBResult,
} from '@duckdb/node-api';
import { RailbirdError } from '#shared/errors.ts';
import { clearAbandoned, temporaryName } from '../files/temporary-files.ts';
import type { Cell, ValueType } from '#shared/exports/typed-value.ts';
import type { CellPage, FileBody, FileField, FileHead, SelectedRows, TakenRows } from './file-format.ts';
import { isJsonNumber, jsonRecords } from './json.ts';
import { PICKED_ROWS } from '../query-engine/column-store.ts';

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

type SqlType = 'varchar' | 'bigint' | 'double' | 'boolean' | 'date' | 'time' | 'timestamp';

const SQL_TYPES: { readonly [type in ValueType]: SqlType } = {
  text: 'varchar',
  whole: 'bigint',
  number: 'double',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  timestamp: 'timestamp',
};

/** The type that fits the text; integers that most readers of parquet would round stay text. */
function typeOf(text: string): SqlType {
  if (!isJsonNumber(text)) return 'varchar';
  if (!/^-?\d+$/.test(text)) return 'double';
  return Number.isSafeInteger(Number(text)) ? 'bigint' : 'varchar';
}

/**
 * The type of each column: that of its field, or, for a numeric field without one, numeric as long as all of its values
 * are; one other value makes it text.
 */
class ColumnTypes {
  readonly #types: SqlType[];
  readonly #isFound: readonly boolean[];

  constructor(fields: readonly FileField[]) {
    this.#isFound = fields.map(({ value, type }) => value === undefined && !type.startsWith('S'));
    this.#types = fields.map(({ value, type }) =>
      value !== undefined
        ? SQL_TYPES[value]
        : type.startsWith('I')
          ? 'bigint'
          : type.startsWith('N')
            ? 'double'
            : 'varchar',
    );
  }

  /** Adds some cells of a column. */
  see(at: number, cells: readonly Cell[]): void {
    if (this.#isFound[at] !== true) return;
    for (const cell of cells) {
      if (this.#types[at] === 'varchar') break;
      const type = cell === null ? 'bigint' : typeOf(String(cell));
      if (type !== 'bigint') this.#types[at] = type;
    }
  }

  of(at: number): SqlType {
    return this.#types[at] ?? 'varchar';
  }

  isFound(at: number): boolean {
    return this.#isFound[at] === true;
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const literal = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** Makes names differ by more than case, as DuckDB and other readers require. */
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
  cells.map((column) => column.map((cell) => (typeof cell === 'string' ? cell.toWellFormed() : cell)));

function copySql(source: string, target: string, header: readonly string[], types: ColumnTypes): string {
  const selected = distinct(header).map((name, at) => `cast(c${at} as ${types.of(at)}) as ${quoted(name)}`);
  const rows = Math.round(CELLS_IN_A_GROUP / Math.max(1, header.length));
  const group = Math.min(MOST_ROWS_IN_A_GROUP, Math.max(LEAST_ROWS_IN_A_GROUP, rows));
  return `copy (select ${selected.join(', ')} from ${source}) to ${literal(target)} (format parquet, compression zstd,
      row_group_size ${group}, string_dictionary_page_size_limit ${DICTIONARY_BYTES})`;
}

/** A failure in the folder is reported like that of any file. */
async function onDisk<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    throw cause instanceof RailbirdError ? cause : new RailbirdError('FILE_FAILED', { path }, { cause });
  }
}

class ParquetFile implements FileBody {
  readonly #head: FileHead;
  readonly #work: string;
  readonly #types: ColumnTypes;
  readonly #columns: readonly string[];
  /** The files of the selected rows. */
  readonly #parts: string[] = [];
  #database: Promise<{ instance: DuckDBInstance; connection: DuckDBConnection }> | undefined;

  /** `work`: a folder of its own for what is stored until the end. */
  constructor(head: FileHead, work: string) {
    this.#head = head;
    this.#work = work;
    this.#types = new ColumnTypes(head.fields);
    this.#columns = head.header.map((_, at) => `c${at}`);
  }

  select(): SelectedRows {
    return {
      sql: `select ${this.#columns.join(', ')} from ${PICKED_ROWS} order by position`,
      take: (answer) => onDisk(this.#head.folder, () => this.#take(answer)),
    };
  }

  async page(cells: CellPage): Promise<void> {
    for (const [at, column] of cells.entries()) this.#types.see(at, column);
    const fields = this.#columns.map((name): FileField => ({ name, type: 'S' }));
    const records = jsonRecords(fields, wellFormed(cells));
    await onDisk(this.#head.folder, () =>
      appendFile(this.#lines, records.map((record) => `${record}\n`).join('')),
    );
  }

  end(): Promise<void> {
    const { folder, header, write } = this.#head;
    return onDisk(folder, async () => {
      const target = join(this.#work, 'records.parquet');
      const source = this.#parts.length > 0 ? await this.#storedParts() : await this.#storedLines();
      await this.#run(copySql(source, target, header, this.#types));
      await Promise.all([this.#lines, ...this.#parts].map((path) => rm(path, { force: true })));
      for await (const chunk of createReadStream(target, { highWaterMark: READ_AT_ONCE }))
        await write(chunk as Uint8Array);
    });
  }

  async release(): Promise<void> {
    const database = await this.#database?.catch(() => undefined);
    database?.connection.closeSync();
    database?.instance.closeSync();
    await rm(this.#work, { recursive: true, force: true, maxRetries: MOST_RETRIES });
  }

  get #lines(): string {
    return join(this.#work, 'records.ndjson');
  }

  /**
   * Runs in a transaction that is rolled back: on commit DuckDB would pack the rows at once, in this thread (up to 380
   * ms).
   */
  async #take(answer: DuckDBResult): Promise<TakenRows> {
    const { connection } = await this.#opened();
    await connection.run('begin');
    try {
      await this.#run(`create table part (${this.#columns.map((name) => `${name} VARCHAR`).join(', ')})`);
      const rows = await this.#append(answer, await connection.createAppender('part'));
      const path = join(this.#work, `part-${this.#parts.length}.parquet`);
      await this.#run(`copy part to ${literal(path)} (format parquet)`);
      this.#parts.push(path);
      return { rows, formulas: [] };
    } finally {
      await connection.run('rollback');
    }
  }

  /** Returns the number of rows. Errors: CANCELLED; those of DuckDB. */
  async #append(answer: DuckDBResult, appender: DuckDBAppender): Promise<number> {
    let rows = 0;
    try {
      for (
        let chunk = await answer.fetchChunk();
        chunk && chunk.rowCount > 0;
        chunk = await answer.fetchChunk()
      ) {
        if (this.#head.signal.aborted) throw new RailbirdError('CANCELLED');
        appender.appendDataChunk(chunk);
        // The appender copies what it has collected at once, which blocks this thread.
        appender.flushSync();
        rows += chunk.rowCount;
        await setImmediate();
      }
      return rows;
    } finally {
      appender.closeSync();
    }
  }

  /** Reads every value of the columns that may be numeric: these have few distinct ones. */
  async #storedParts(): Promise<string> {
    const source = `read_parquet([${this.#parts.map(literal).join(', ')}])`;
    for (const [at, name] of this.#columns.entries()) {
      if (!this.#types.isFound(at)) continue;
      const values = await this.#run(`select distinct ${name} from ${source} where ${name} is not null`);
      for (
        let chunk = await values.fetchChunk();
        chunk && chunk.rowCount > 0;
        chunk = await values.fetchChunk()
      )
        this.#types.see(at, chunk.getColumnVector(0).toArray().map(String));
    }
    return source;
  }

  async #storedLines(): Promise<string> {
    // If there was no page, the file does not exist yet.
    await appendFile(this.#lines, '');
    const columns = this.#columns.map((name) => `${name}: 'varchar'`).join(', ');
    return `read_json(${literal(this.#lines)}, format = 'newline_delimited', maximum_object_size = ${LONGEST_LINE},
      columns = {${columns}})`;
  }

  #opened() {
    this.#database ??= (async () => {
      const instance = await DuckDBInstance.create(':memory:', { ...LIMITS, temp_directory: this.#work });
      return { instance, connection: await instance.connect() };
    })();
    return this.#database;
  }

  /** Errors: CANCELLED; those of DuckDB. */
  async #run(sql: string): Promise<DuckDBResult> {
    const { connection } = await this.#opened();
    const { signal } = this.#head;
    const interrupt = (): void => connection.interrupt();
    signal.addEventListener('abort', interrupt);
    try {
      if (signal.aborted) throw new RailbirdError('CANCELLED');
      return await connection.run(sql);
    } catch (error) {
      throw signal.aborted ? new RailbirdError('CANCELLED') : error;
    } finally {
      signal.removeEventListener('abort', interrupt);
    }
  }
}

/**
 * A column has the type of its field. Without one, a numeric field is BIGINT or DOUBLE if every value is written as a
 * number, otherwise VARCHAR with the original text. Errors: FILE_FAILED, CANCELLED, and those of `write`.
 */
export async function openParquet(head: FileHead): Promise<FileBody> {
  const { folder } = head;
  await clearAbandoned(folder);
  const work = join(folder, temporaryName('parquet', randomBytes(6).toString('hex')));
  await onDisk(folder, () => mkdir(work, { mode: 0o700 }));
  return new ParquetFile(head, work);
}
