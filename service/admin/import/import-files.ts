// Imports records of one table: reads, checks, stores in batches, and counts. Files are read one after another, a chunk
// at a time, so memory does not grow with their size.

import type { Table } from '#shared/catalogue/table.ts';
import type { ReadyRecord, RecordKeeper } from '../../store/bulk-writer.ts';
import { isByRace } from '../../store/moved-races.ts';
import { checkOf, misfitOf } from './check-record.ts';
import { Csv } from './csv.ts';
import { JsonLines } from './json-lines.ts';
import { JsonValues } from './json-values.ts';
import type { Format } from './open-file.ts';
import { open } from './open-file.ts';
import type { RawRecord, Reader, Take } from './raw-record.ts';
import type { Rejects } from './rejects.ts';

export interface ImportSource {
  readonly name: string;
  readonly bytes: () => AsyncIterable<Buffer>;
}

export interface ImportCounts {
  readonly read: number;
  /** New, or newer than the stored version. */
  readonly stored: number;
  /** The same or a newer version was stored already. */
  readonly known: number;
  readonly rejected: number;
  /** Fields that the catalogue does not know and that were dropped, with the number of records that had them. */
  readonly unknown_fields: Readonly<Record<string, number>>;
}

/** Records per transaction: a larger one costs less per record, but more memory. */
const BATCH = { records: 4_000, bytes: 8 * 1024 * 1024 };

/** A file that is cut off or otherwise damaged, so that records of it are missing. */
export class DamagedFileError extends Error {}

/** The last races of which records were passed over, with these records. */
export type PassedOver = Map<unknown, readonly ReadyRecord[]>;

interface ImportDeps {
  readonly bulkWriter: RecordKeeper;
  readonly rejects: Rejects;
  /** A damaged file throws instead of being imported as far as it goes. */
  readonly onlyWhole?: boolean;
  /** Of the table, for imports of one file after another that are to be like one import of all. */
  readonly passedOver?: PassedOver;
}

/**
 * Records of a race that follow each other, also from one file to the next, are stored in one transaction. A race whose
 * records lie apart may be stored in parts; of one that goes to another day and back, some may be lost until a second import.
 *
 * @throws the system's or the store's error; earlier batches stay committed. DamagedFileError if only whole files are
 *   wanted.
 */
export async function importFiles(
  table: Table,
  sources: readonly ImportSource[],
  deps: ImportDeps,
): Promise<ImportCounts> {
  const run = new Import(table, deps);
  for (const source of sources) await run.take(source);
  return run.end();
}

/** A dump that is older than the store could have all of its races passed over. */
const MOST_PASSED_OVER = 500;

class Import {
  readonly #table: Table;
  readonly #around: ImportDeps;
  readonly #check;
  readonly #unknown = new Map<string, number>();
  #read = 0;
  #stored = 0;
  #kept = 0;
  #rejected = 0;
  #batch: ReadyRecord[] = [];
  #batchBytes = 0;
  /**
   * By race: records that were passed over, because what is stored on another day is newer. Others of the race that lie
   * apart from them may be newer still and move it, and then they belong to it.
   * Only the races passed over last are remembered.
   */
  readonly #passedOver: PassedOver;

  constructor(table: Table, deps: ImportDeps) {
    this.#table = table;
    this.#around = deps;
    this.#passedOver = deps.passedOver ?? new Map();
    this.#check = checkOf(table);
  }

  /** Stores what is left. */
  async end(): Promise<ImportCounts> {
    await this.#commit();
    return {
      read: this.#read,
      stored: this.#stored,
      known: this.#kept - this.#stored,
      rejected: this.#rejected,
      unknown_fields: Object.fromEntries(this.#unknown),
    };
  }

  async take({ name, bytes }: ImportSource): Promise<void> {
    this.#around.rejects.begin(name);
    let line = 1;
    const take: Take = (raw) => {
      line = raw.line;
      this.#add(name, raw);
    };
    try {
      const { format, chunks } = await open(bytes());
      const reader = readerOf(format, take, this.#table);
      for await (const chunk of chunks) {
        reader.push(chunk);
        if (this.#isFull()) await this.#commit(this.#lastRace());
      }
      reader.end();
    } catch (error) {
      if (!isBrokenGzip(error)) throw error;
      // Records before the damage are imported: gzip checks them no less than the rest.
      const problem = 'is at or before a damaged or missing part of the gzip file';
      take({ line, problem, text: '', isDamage: true });
    }
  }

  #add(file: string, raw: RawRecord): void {
    if (this.#around.onlyWhole && 'isDamage' in raw) {
      throw new DamagedFileError(`line ${raw.line} ${raw.problem}`);
    }
    this.#read += 1;
    const checked = this.#check(raw);
    if ('problems' in checked) {
      this.#rejected += 1;
      this.#around.rejects.add(file, raw, checked.problems);
      return;
    }
    for (const name of checked.unknown) this.#unknown.set(name, (this.#unknown.get(name) ?? 0) + 1);
    this.#batch.push(checked.ready);
    this.#batchBytes += checked.ready.json.length;
  }

  #isFull(): boolean {
    return this.#batch.length >= BATCH.records || this.#batchBytes >= BATCH.bytes;
  }

  /** How many records at the end of the batch are of one race, of which more may follow; none if all of them are. */
  #lastRace(): number {
    if (!isByRace(this.#table)) return 0;
    const last = this.#batch.at(-1)?.fields['racekey'];
    const before = this.#batch.findLastIndex(({ fields }) => fields['racekey'] !== last);
    return before < 0 ? 0 : this.#batch.length - 1 - before;
  }

  /** @param waiting how many records at the end wait for the rest of their race */
  async #commit(waiting = 0): Promise<void> {
    const batch = this.#batch.slice(0, this.#batch.length - waiting);
    if (batch.length === 0) return;
    this.#batch = this.#batch.slice(batch.length);
    this.#batchBytes = this.#batch.reduce((bytes, { json }) => bytes + json.length, 0);
    this.#stored += await this.#keep(batch);
    this.#kept += batch.length;
  }

  async #keep(batch: readonly ReadyRecord[]): Promise<number> {
    const { code } = this.#table;
    const races = new Set(batch.map(({ fields }) => fields['racekey']));
    const before = [...races].flatMap((race) => this.#passedOver.get(race) ?? []);
    const records = before.length === 0 ? batch : [...before, ...batch];
    const passed = new Set<string>();
    const stored = await this.#around.bulkWriter.keep(code, records, (race) => passed.add(nameOf(race)));
    for (const race of races) this.#passedOver.delete(race);
    for (const record of passed.size === 0 ? [] : records) {
      const { racekey, racedate } = record.fields;
      if (!passed.has(nameOf({ racekey, racedate }))) continue;
      this.#passedOver.set(racekey, [...(this.#passedOver.get(racekey) ?? []), record]);
    }
    for (const race of this.#passedOver.keys())
      if (this.#passedOver.size > MOST_PASSED_OVER) this.#passedOver.delete(race);
    return stored;
  }
}

const nameOf = ({ racekey, racedate }: { readonly racekey: unknown; readonly racedate: unknown }): string =>
  `${String(racedate)} ${String(racekey)}`;

function readerOf(format: Format, take: Take, table: Table): Reader {
  switch (format) {
    case 'json lines':
      return new JsonLines(take);
    case 'json values':
      return new JsonValues(take, table.path);
    case 'csv':
      return new Csv(take, (names) => problemOfHeader(names, table));
  }
}

function problemOfHeader(names: readonly string[], table: Table): string | undefined {
  if (!table.columns.some(({ name }) => names.includes(name))) {
    return `names no field of ${table.code}; the file is neither JSON nor CSV with field names`;
  }
  if (new Set(names).size < names.length) return 'names a field twice';
  const missing = table.columns
    .filter(({ name, type }) => table.primaryKey.includes(name) || !type.endsWith('?'))
    .filter(({ name }) => !names.includes(name));
  if (missing.length > 0) return `lacks ${missing.map(({ name }) => name).join(', ')}`;
  return misfitOf(table, names);
}

const isBrokenGzip = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'Z_DATA_ERROR' || error.code === 'Z_BUF_ERROR');
