// Joins a race's records from several tables by race key and horse number. Missing values stay null, and horses that
// only another table has are reported. Pure.

import type { Sheet } from '#shared/bridge/results.ts';
import { isBlank, readNumber, speedLooksWrong } from '#shared/catalogue/reading.ts';

/** A record: raw text by field name. Fields that the table does not have are absent. */
export type RecordValues = Readonly<Record<string, string | null>>;

/** The records of a sheet in its order. */
export function recordsOf(sheet: Pick<Sheet, 'records' | 'columns' | 'cells'>): readonly RecordValues[] {
  return Array.from({ length: sheet.records }, (_, row) =>
    Object.fromEntries(sheet.columns.map(({ name }, at) => [name, sheet.cells[at]?.[row] ?? null])),
  );
}

/** A field as a number; undefined if it is absent, blank or not a number. */
export const numberIn = (record: RecordValues | undefined, field: string): number | undefined =>
  readNumber(record?.[field]);

/** The number of a record's runner; undefined if it has none yet, which is also written as "00". */
export function runnerNumber(record: RecordValues | undefined): number | undefined {
  const number = numberIn(record, 'horse_number');
  return number === 0 ? undefined : number;
}

/** The runner of a record as a link to its race has it. */
export function runnerIn(record: RecordValues | undefined, prefix = ''): { readonly runner?: number } {
  const runner = readNumber(record?.[`${prefix}horse_number`]) ?? 0;
  return runner > 0 && runner < 100 ? { runner } : {};
}

/**
 * The key of a record's runner, by its number or, until it has one, by its horse; undefined if it has neither. Numbers are
 * text: "07" and "7" are the same horse.
 */
export const runnerKey = (record: RecordValues): string | undefined =>
  keyWith(record, runnerNumber(record) ?? record.horse_id?.trim());

const horseKey = (record: RecordValues): string | undefined => keyWith(record, record.horse_id?.trim());

const keyWith = ({ racekey }: RecordValues, own: string | number | undefined): string | undefined =>
  !own || isBlank(racekey) ? undefined : `${racekey?.trim()} ${own}`;

/** By `runnerKey`, and by horse too: a card from before the draw knows no numbers, later records do. */
export function byRunner(records: readonly RecordValues[]): ReadonlyMap<string, RecordValues> {
  const found = new Map<string, RecordValues>();
  for (const record of records) {
    // The first record wins: a second one of the same runner must not silently change the screen.
    for (const key of [runnerKey(record), horseKey(record)])
      if (key !== undefined && !found.has(key)) found.set(key, record);
  }
  return found;
}

/** The record of a runner among those of `byRunner`: either may be from before the draw, and know the horse alone. */
export const recordOfRunner = (
  records: ReadonlyMap<string, RecordValues>,
  runner: RecordValues,
): RecordValues | undefined => records.get(runnerKey(runner) ?? '') ?? records.get(horseKey(runner) ?? '');

/** In a joined row: the names of the fields that its own record leaves blank and another one has filled. */
const FILLED = 'filled from another record';

/** Whether a field of a row is from another record than the row's own. `cellOf`: the row's values. */
export const isFilledIn = (cellOf: (name: string) => string | null | undefined, field: string): boolean =>
  cellOf(FILLED)?.split(' ').includes(field) === true;

/** The records, with their blank or absent `fields` taken from the same runner's record in `others`. */
export function joined(
  records: readonly RecordValues[],
  others: readonly RecordValues[],
  fields: readonly string[],
): readonly RecordValues[] {
  const beside = byRunner(others);
  return records.map((record) => {
    const other = recordOfRunner(beside, record);
    const added = fields.filter((field) => isBlank(record[field]));
    const filled = added.filter((field) => !isBlank(other?.[field]));
    return {
      ...record,
      ...Object.fromEntries(added.map((field) => [field, other?.[field] ?? null])),
      ...(filled.length === 0 ? {} : { [FILLED]: filled.join(' ') }),
    };
  });
}

/** The distinct horse numbers of a set of records, ascending. */
export function horseNumbers(records: readonly RecordValues[]): readonly number[] {
  const numbers = records.flatMap((record) => runnerNumber(record) ?? []);
  return [...new Set(numbers)].toSorted((a, b) => a - b);
}

export interface HeadcountDifference {
  readonly stated: number;
  readonly found: number;
}

/** Set if the race's number of starters differs from the number of records without withdrawn runners. */
export function headcountDifference(
  race: RecordValues | undefined,
  records: readonly RecordValues[],
  withdrawn: ReadonlySet<number> = new Set(),
): HeadcountDifference | undefined {
  const stated = numberIn(race, 'headcount');
  const all = horseNumbers(records);
  if (stated === undefined || all.length === 0) return undefined;
  // The source counts either declared runners or starters, without saying which, so both are accepted.
  const started = all.filter((number) => !withdrawn.has(number)).length;
  // A withdrawn horse may have no record.
  const declared = new Set([...all, ...withdrawn]).size;
  return [started, all.length, declared].includes(stated) ? undefined : { stated, found: started };
}

/** Numbers of the horses in `others` that have no record in `records`. */
export function missingFrom(
  records: readonly RecordValues[],
  others: readonly RecordValues[],
): readonly number[] {
  const there = new Set(horseNumbers(records));
  return horseNumbers(others).filter((number) => !there.has(number));
}

/**
 * Whether the fastest finishing time is impossible for this distance, in which case all times are shown unchanged. A
 * slower one proves nothing: a horse may be remounted or pulled up and walk home.
 */
export function timesLookWrong(records: readonly RecordValues[], distance: number | undefined): boolean {
  const times = records.flatMap((record) => numberIn(record, 'time_record') ?? []).filter((time) => time > 0);
  return times.length > 0 && speedLooksWrong(Math.min(...times), distance);
}
