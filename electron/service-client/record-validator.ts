// Checks every record before it is shown or stored.

import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Filter, Table } from '#shared/catalogue/table.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { filterMatcher, type FilterMatcher } from './matches-filter.ts';
import type { AnswerAnomaly } from './answer-anomalies.ts';
import { identityText, mendedFields, type MendedField } from './record-identity.ts';
import type { RecordScan } from './record-scan.ts';

/** Keys of the interface have about forty characters at most; all keys of an answer are kept in memory. */
const LONGEST_KEY = 100;

/** Combines checksum and length in one number below 2^53; that of every record of an answer is kept in memory. */
const LENGTHS = 2 ** 21;

export type Judgment =
  | 'kept'
  /** It does not match the filter. */
  | 'aside'
  /** Of a day beyond the ends of the period, which was requested as well. */
  | 'beyond'
  /** A repeat, word for word: a payoff that came twice would count twice. */
  | 'repeated';

interface Judged {
  /** Where the record begins and ends. */
  readonly from: number;
  readonly to: number;
  /** Its race, day and horse in the specification's form. */
  readonly identity: WireRecord;
  readonly matches: boolean;
}

export class RecordChecks {
  readonly #matches: FilterMatcher;
  readonly #matchesSent: FilterMatcher | undefined;
  readonly #filter: Filter;
  readonly #fields: readonly MendedField[];
  /** The fingerprint of each key's first kept record. */
  readonly #seen = new Map<string, number>();
  readonly #others = new Set<string>();
  readonly #anomalies = new Set<AnswerAnomaly>();
  /** How many of the kept records have each column. */
  readonly #having: Uint32Array;
  readonly #dayOfRace = new Map<string, string>();
  #kept = 0;
  #repeated = 0;
  readonly #days = new Set<string>();
  #allRepeated = 0;
  readonly #beyond = { before: 0, after: 0 };
  /** Fields of the current record whose form differs from the specification's, with their proper form. */
  #mended = new Map<string, string>();
  #drift = 0;
  readonly #unknown = new Set<string>();
  readonly #table: Table;

  /** `sent`: what was requested, if it is more than the filter. */
  constructor(table: Table, filter: Filter, sent?: Filter) {
    this.#table = table;
    this.#filter = filter;
    this.#matches = filterMatcher(table, filter);
    this.#matchesSent = sent && filterMatcher(table, inOrder(sent));
    this.#fields = mendedFields(table);
    this.#having = new Uint32Array(table.columns.length);
  }

  /**
   * Counts values of another type than the catalogue's, fields that some records have and others lack, and once each
   * field that all of them lack: another answer may have it, and its blanks would be taken for values.
   */
  get drift(): number {
    const lacked = (having: number) => (having === 0 ? Math.min(1, this.#kept) : this.#kept - having);
    return this.#having.reduce((sum, having) => sum + Math.max(0, lacked(having)), this.#drift);
  }

  /** Fields that any of the kept records had. */
  get present(): readonly string[] {
    const known = this.#table.columns.filter((_, column) => this.#having[column]);
    return [...known.map(({ name }) => name), ...this.#unknown];
  }

  /** Race dates of the kept records, YYYYMMDD. */
  get days(): ReadonlySet<string> {
    return this.#days;
  }

  /** How many fields that the catalogue does not know the kept records had. */
  get unknownNames(): number {
    return this.#unknown.size;
  }

  /** The repeats among all records that came, matching or not. */
  get allRepeated(): number {
    return this.#allRepeated;
  }

  /** Repeats, word for word. */
  get repeated(): number {
    return this.#repeated;
  }

  /** How many records of days before and after the period came because more than the period was requested. */
  get beyond(): { readonly before: number; readonly after: number } {
    return this.#beyond;
  }

  /** Fields of the current record that must be written in another form, with their JSON. */
  get mended(): ReadonlyMap<string, string> {
    return this.#mended;
  }

  /** What the records say against the answer's completeness. */
  get anomalies(): readonly AnswerAnomaly[] {
    return this.#isOfAnotherTable ? [...this.#anomalies, 'other_question'] : [...this.#anomalies];
  }

  /**
   * A cache or a proxy may return the answer of another table under this one's echo: then hardly any field is of this
   * table.
   */
  get #isOfAnotherTable(): boolean {
    const known = this.#having.filter((having) => having > 0).length;
    return this.#unknown.size > known && known * 2 < this.#having.length;
  }

  judge(scan: RecordScan, bytes: Buffer, from: number, to: number): Judgment {
    this.#drift += scan.drift;
    const identity = this.#identityOf(scan, bytes);
    const matches = this.#matches(identity);
    if (this.#isRepeated(scan, bytes, { from, to, identity, matches })) {
      this.#allRepeated += 1;
      if (matches) this.#repeated += 1;
      return 'repeated';
    }
    if (!matches) {
      if (this.#matchesSent?.(identity) === true) {
        const isBefore = String(identity.racedate) < (this.#filter.start_racedate ?? '');
        this.#beyond[isBefore ? 'before' : 'after'] += 1;
        return 'beyond';
      }
      this.#anomalies.add('outside_filter');
      return 'aside';
    }
    this.#kept += 1;
    this.#seeDay(identity);
    for (let field = 0; field < scan.fields; field += 1) {
      const column = scan.column[field] ?? -1;
      if (column === -1) this.#unknown.add(scan.name(bytes, field));
      else this.#having[column] = (this.#having[column] ?? 0) + 1;
    }
    return 'kept';
  }

  #seeDay({ racekey, racedate }: WireRecord): void {
    if (typeof racedate !== 'string') return;
    this.#days.add(racedate);
    if (typeof racekey !== 'string' || racekey === '') return;
    // A race is run once. Which of two days is right is not known, and its records would be stored on both.
    const day = this.#dayOfRace.get(racekey);
    if (day === undefined) this.#dayOfRace.set(racekey, racedate);
    else if (day !== racedate) this.#anomalies.add('duplicate_keys');
  }

  /** Records with equal key, length and checksum count as equal, so repeats need not be kept. */
  #isRepeated(scan: RecordScan, bytes: Buffer, { from, to, identity, matches }: Judged): boolean {
    const values = this.#table.primaryKey.map((name) => {
      const json = scan.valueOf(bytes, name);
      if (json === undefined || json === 'null') return undefined;
      return identity[name] ?? unquoted(json);
    });
    const key = shortened(values.join());
    const like = this.#likenessOf(scan, bytes, from, to);
    const first = this.#seen.get(key);
    if (first === undefined) this.#seen.set(key, like);
    else if (first === like || this.#others.has(`${key} ${like}`)) return true;
    else {
      this.#others.add(`${key} ${like}`);
      // Nothing shows which of the two is right, so both are kept.
      if (matches && values.every((value) => value !== undefined)) this.#anomalies.add('duplicate_keys');
    }
    return false;
  }

  /** Checksum and length of the record as it is stored: a key may come once as text and once as a number. */
  #likenessOf(scan: RecordScan, bytes: Buffer, from: number, to: number): number {
    let [checksum, length, at] = [0, to - from, from];
    for (let field = 0; this.#mended.size > 0 && field < scan.fields; field += 1) {
      const json = this.#mended.get(this.#table.columns[scan.column[field] ?? -1]?.name ?? '');
      if (json === undefined) continue;
      const [begin = 0, end = 0] = [scan.from[field], scan.to[field]];
      checksum = crc32(json, crc32(bytes.subarray(at, begin), checksum));
      length += Buffer.byteLength(json) - (end - begin);
      at = end;
    }
    return crc32(bytes.subarray(at, to), checksum) * LENGTHS + (length % LENGTHS);
  }

  #identityOf(scan: RecordScan, bytes: Buffer): WireRecord {
    const identity: Record<string, unknown> = {};
    if (this.#mended.size > 0) this.#mended = new Map();
    for (const { name, form, isOwn } of this.#fields) {
      const json = scan.valueOf(bytes, name);
      if (json === undefined) continue;
      const value: unknown = JSON.parse(json);
      const text = identityText(form, value);
      if (isOwn) identity[name] = text;
      // Records without a day are found by that there is none (moved-records.ts): a blank is none either.
      if (text === '' && name === 'racedate' && typeof value === 'string') this.#mended.set(name, 'null');
      if (text === '' || text === value) continue;
      this.#mended.set(name, JSON.stringify(text));
      // A number has been counted for its type already.
      if (typeof value === 'string') this.#drift += 1;
    }
    return identity;
  }
}

const unquoted = (json: string): string => (json.startsWith('"') ? json.slice(1, -1) : json);

/** Usual keys stay as they are; a very long one is replaced by a hash. */
const shortened = (key: string): string =>
  key.length <= LONGEST_KEY ? key : createHash('sha256').update(key).digest('base64');

/** A service may expect the later end of a period first. */
function inOrder(filter: Filter): Filter {
  const { start_racedate: start, end_racedate: end } = filter;
  if (start === undefined || end === undefined || start <= end) return filter;
  return { ...filter, start_racedate: end, end_racedate: start };
}
