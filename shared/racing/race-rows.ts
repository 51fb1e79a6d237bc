// Joins a race's records from several tables by race key and horse number. Pure: a value that one table
// lacks stays null, horses that only another has are reported, and nothing is invented.

import type { Sheet } from '#shared/bridge/results.ts';
import { isBlank, readNumber, speedLooksWrong } from '#shared/catalogue/reading.ts';

/** One record: raw text by field name. A field that the table does not have is absent. */
export type RecordValues = Readonly<Record<string, string | null>>;

/** The sheet's records in its own order. */
export function recordsOf(sheet: Pick<Sheet, 'records' | 'columns' | 'cells'>): readonly RecordValues[] {
  return Array.from({ length: sheet.records }, (_, row) =>
    Object.fromEntries(sheet.columns.map(({ name }, at) => [name, sheet.cells[at]?.[row] ?? null])),
  );
}

/** A field's number, or undefined where it is absent, blank or no number. */
export const numberIn = (record: RecordValues | undefined, field: string): number | undefined =>
  readNumber(record?.[field]);

/** Which runner a record is about; undefined where it names none. Numbers are text: "07" and "7" are one horse. */
export function runnerKey(record: RecordValues): string | undefined {
  const horse = numberIn(record, 'horse_number');
  const { racekey } = record;
  return horse === undefined || isBlank(racekey) ? undefined : `${racekey?.trim()} ${horse}`;
}

export function byRunner(records: readonly RecordValues[]): ReadonlyMap<string, RecordValues> {
  const found = new Map<string, RecordValues>();
  for (const record of records) {
    const key = runnerKey(record);
    // The first wins: a second record of the same runner would silently change the screen.
    if (key !== undefined && !found.has(key)) found.set(key, record);
  }
  return found;
}

/** Each record with the named fields of the same runner's record elsewhere, where it has none of its own. */
export function joined(
  records: readonly RecordValues[],
  others: readonly RecordValues[],
  fields: readonly string[],
): readonly RecordValues[] {
  const beside = byRunner(others);
  return records.map((record) => {
    const other = beside.get(runnerKey(record) ?? '');
    const added = fields.filter((field) => isBlank(record[field]));
    return { ...record, ...Object.fromEntries(added.map((field) => [field, other?.[field] ?? null])) };
  });
}

/** Horse numbers of a set of records, each once, ascending. */
export function horseNumbers(records: readonly RecordValues[]): readonly number[] {
  const numbers = records.flatMap((record) => numberIn(record, 'horse_number') ?? []);
  return [...new Set(numbers)].toSorted((a, b) => a - b);
}

export interface HeadcountDifference {
  readonly stated: number;
  readonly found: number;
}

/** The race states another number of starters than there are records of runners that were not withdrawn. */
export function headcountDifference(
  race: RecordValues | undefined,
  records: readonly RecordValues[],
  withdrawn: ReadonlySet<number> = new Set(),
): HeadcountDifference | undefined {
  const stated = numberIn(race, 'headcount');
  const all = horseNumbers(records);
  if (stated === undefined || all.length === 0) return undefined;
  // The source counts the declared or the starters, and does not say which: either agrees.
  const started = all.filter((number) => !withdrawn.has(number)).length;
  // A withdrawn horse need not have a record.
  const declared = new Set([...all, ...withdrawn]).size;
  return [started, all.length, declared].includes(stated) ? undefined : { stated, found: started };
}

/** Horses of one table that another does not name. */
export function missingFrom(
  records: readonly RecordValues[],
  others: readonly RecordValues[],
): readonly number[] {
  const there = new Set(horseNumbers(records));
  return horseNumbers(others).filter((number) => !there.has(number));
}

/** Whether any finishing time is impossible for this distance, in which case all times are shown unchanged. */
export const timesLookWrong = (
  records: readonly RecordValues[],
  distance: number | undefined,
  field = 'time_record',
): boolean => records.some((record) => speedLooksWrong(numberIn(record, field), distance));

export interface JockeyChange {
  readonly horseNumber: number;
  readonly before: string;
  readonly now: string;
}

/** Jockeys that differ from those of the card. */
export function jockeyChanges(
  card: readonly RecordValues[],
  ofTheDay: readonly RecordValues[],
): readonly JockeyChange[] {
  const before = byRunner(card);
  return ofTheDay.flatMap((record) => {
    const horseNumber = numberIn(record, 'horse_number');
    const was = before.get(runnerKey(record) ?? '')?.jockey_name?.trim();
    const now = record.jockey_name?.trim();
    if (horseNumber === undefined || !was || !now || was === now) return [];
    return [{ horseNumber, before: was, now }];
  });
}
