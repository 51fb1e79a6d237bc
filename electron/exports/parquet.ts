// Parquet. Rows of the archive arrive as Parquet files in the types of the fields: their row groups are passed on as they
// are, and one footer lists them all. Pages are stored beside the file as JSON lines, which a separate DuckDB turns into
// Parquet: it loads them three times as fast as single rows from its appender, and they distinguish null from "".

import { appendFile } from 'node:fs/promises';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { RailbirdError } from '#shared/errors.ts';
import { isKeptByDouble, type Cell, type ValueType } from '#shared/exports/typed-value.ts';
import type { CellPage, FileBody, FileField, FileHead } from './file-format.ts';
import { isJsonNumber, jsonRecords } from './json.ts';
import { JoinedFooter, MAGIC, readPart } from './parquet-footer.ts';
import { literal } from '../archive/filter-sql.ts';

/** A second thread would need as much memory again, and reading the lines is most of the work. */
const LIMITS = { memory_limit: '256MB', threads: '1', autoinstall_known_extensions: 'false' };

/** A row group is in memory as a whole while it is written, so it has fewer rows if there are many columns. */
const CELLS_IN_A_GROUP = 500_000;
const MOST_ROWS_IN_A_GROUP = 122_880;
const LEAST_ROWS_IN_A_GROUP = 2048;

/** Reserved at once for the distinct texts of each column: a megabyte each would not fit for 276 columns. */
const DICTIONARY_BYTES = 65_536;

/** DuckDB's own level is 3: its files are 2 % smaller, and take a sixth more processor time. */
const COMPRESSION_LEVEL = 1;

/** The reader's buffers are twice as long, one for each thread. */
const LONGEST_LINE = 4 << 20;

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

/** The type that fits the text; integers that most readers of parquet would round stay text, and so do longer fractions. */
function typeOf(text: string): SqlType {
  if (!isJsonNumber(text)) return 'varchar';
  if (!/^-?\d+$/.test(text)) return isKeptByDouble(text) ? 'double' : 'varchar';
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

  /** Whether they are known before any cell is seen. */
  get areGiven(): boolean {
    return !this.#isFound.includes(true);
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
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

/** The columns `c0`, `c1` and so on in the types and under the names of the file. */
const listSql = (header: readonly string[], types: ColumnTypes): string =>
  distinct(header)
    .map((name, at) => `cast(c${at} as ${types.of(at)}) as ${quoted(name)}`)
    .join(', ');

/** DuckDB's options for a file of so many columns. */
function optionsSql(columns: number): string {
  const rows = Math.round(CELLS_IN_A_GROUP / Math.max(1, columns));
  const group = Math.min(MOST_ROWS_IN_A_GROUP, Math.max(LEAST_ROWS_IN_A_GROUP, rows));
  return `format parquet, compression zstd, compression_level ${COMPRESSION_LEVEL}, row_group_size ${group},
    string_dictionary_page_size_limit ${DICTIONARY_BYTES}`;
}

class ParquetFile implements FileBody {
  readonly #head: FileHead;
  readonly #types: ColumnTypes;
  readonly #columns: readonly string[];
  /** Of the row groups that were copied, which end at `#end` in the file. */
  readonly #footer = new JoinedFooter();
  #end = 0;
  #database: Promise<{ instance: DuckDBInstance; connection: DuckDBConnection }> | undefined;

  constructor(head: FileHead) {
    this.#head = head;
    this.#types = new ColumnTypes(head.fields);
    this.#columns = head.header.map((_, at) => `c${at}`);
  }

  /** Undefined if the types depend on the cells. */
  get copy(): FileBody['copy'] {
    if (!this.#types.areGiven) return undefined;
    return () => ({
      list: listSql(this.#head.header, this.#types),
      options: optionsSql(this.#columns.length),
      take: async ({ path }) => {
        await this.#take(path);
        return { formulas: [], waiting: 0 };
      },
    });
  }

  async page(cells: CellPage): Promise<void> {
    for (const [at, column] of cells.entries()) this.#types.see(at, column);
    const fields = this.#columns.map((name): FileField => ({ name, type: 'S' }));
    const records = jsonRecords(fields, wellFormed(cells));
    await this.#store(records.map((record) => `${record}\n`).join(''));
  }

  end(): Promise<void> {
    const { work, header, write } = this.#head;
    if (this.#end > 0) return write(this.#footer.bytes());
    return work.act(async () => {
      const target = await work.file('records.parquet');
      const rows = `select ${listSql(header, this.#types)} from ${await this.#storedLines()}`;
      await this.#run(`copy (${rows}) to ${literal(target)} (${optionsSql(header.length)})`);
      for await (const bytes of work.read(target)) await write(bytes);
    });
  }

  async release(): Promise<void> {
    const database = await this.#database?.catch(() => undefined);
    database?.connection.closeSync();
    database?.instance.closeSync();
    await this.#head.work.release();
  }

  async #take(path: string): Promise<void> {
    const { work, write } = this.#head;
    const part = await work.act(() => readPart(path));
    if (this.#end === 0) {
      await write(MAGIC);
      this.#end = MAGIC.length;
    }
    this.#footer.add(part, this.#end);
    for await (const bytes of work.read(path, part.rowGroups)) await write(bytes);
    this.#end += part.rowGroups.bytes;
  }

  async #store(lines: string): Promise<string> {
    const { work } = this.#head;
    const path = await work.file('records.ndjson');
    await work.act(() => appendFile(path, lines));
    return path;
  }

  async #storedLines(): Promise<string> {
    // If there was no page, the file does not exist yet.
    const path = await this.#store('');
    const columns = this.#columns.map((name) => `${name}: 'varchar'`).join(', ');
    return `read_json(${literal(path)}, format = 'newline_delimited', maximum_object_size = ${LONGEST_LINE},
      columns = {${columns}})`;
  }

  #opened() {
    this.#database ??= (async () => {
      const temporary = await this.#head.work.file('duckdb');
      const instance = await DuckDBInstance.create(':memory:', { ...LIMITS, temp_directory: temporary });
      return { instance, connection: await instance.connect() };
    })();
    return this.#database;
  }

  /** Errors: CANCELLED; those of DuckDB. */
  async #run(sql: string): Promise<void> {
    const { connection } = await this.#opened();
    const { signal } = this.#head;
    const interrupt = (): void => connection.interrupt();
    signal.addEventListener('abort', interrupt);
    try {
      if (signal.aborted) throw new RailbirdError('CANCELLED');
      await connection.run(sql);
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
export const openParquet = (head: FileHead): Promise<FileBody> => Promise.resolve(new ParquetFile(head));
