// What a rule's columns said when it decided, in the races of which that was recorded.

import { VERSIONED_RECORDS, type VersionedRecord } from '#shared/bridge/known-at.ts';
import { DAY_TABLES } from '#shared/catalogue/day-tables.ts';
import { readNumber } from '#shared/catalogue/reading.ts';
import { RANKED_BY } from '#shared/catalogue/subjects/runners.ts';
import { columnOfSubject } from '#shared/catalogue/subjects/subjects.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import { changingColumns } from '#shared/rules/rule-problems.ts';
import { columnsOfRule, minutesBefore, type Rule, type RulePeriod } from '#shared/rules/rule.ts';
import type { Archive } from '../archive/archive.ts';
import { hasVersions, valuesKnownAt, type KnownRecords } from '../archive/values-known-at.ts';
import {
  horseIn,
  type KnownColumn,
  type KnownRunner,
  type KnownValues,
} from '../query-engine/rules/known-values.ts';
import { raceKeyOf } from '../query-engine/rules/settlement.ts';

/** A column whose earlier values are kept, with the field that it is read or ranked by. */
interface VersionedColumn {
  readonly name: string;
  readonly record: VersionedRecord;
  readonly field: string;
  readonly isRank: boolean;
}

/** The subjects' rows of the period must be up to date. `by`: the column of the groups. Errors: ARCHIVE_FAILED. */
export async function readKnownValues(
  archive: Pick<Archive, 'rows' | 'columns'>,
  rule: Rule,
  by: string | undefined,
  period: RulePeriod,
): Promise<KnownValues> {
  const read = columnsOfRule(rule);
  const minutesBeforePost = minutesBefore(rule);
  const columns = [...new Set([...read, ...(by === undefined ? [] : [by])])].flatMap(versionedColumn);
  const races = new Map<string, (KnownColumn | undefined)[]>();
  if (columns.length > 0 && (await hasVersions(archive, period)))
    for (const record of VERSIONED_RECORDS)
      await addKnown(races, archive, record, columns, { ...period, minutes: minutesBeforePost });
  return {
    columns: columns.map(({ name }) => name),
    races,
    changing: changingColumns(rule).map(({ name }) => name),
    minutesBeforePost,
    filters: rule.filters.filter(({ text }) => text.trim() !== ''),
  };
}

/** None for a column without earlier values. A key of a race names another race, which does not change. */
function versionedColumn(name: string): readonly VersionedColumn[] {
  const ranked = RANKED_BY.get(name);
  const { origin, kind } = ranked ?? columnOfSubject('runners', name);
  if (!('record' in origin) || kind === 'race') return [];
  const record = VERSIONED_RECORDS.find((each) => each === origin.record);
  // Past tables have fields that the present ones lack.
  if (record === undefined || columnOf(DAY_TABLES[record].present, origin.field) === undefined) return [];
  return [{ name, record, field: origin.field, isRank: ranked !== undefined }];
}

async function addKnown(
  races: Map<string, (KnownColumn | undefined)[]>,
  archive: Pick<Archive, 'columns'>,
  record: VersionedRecord,
  columns: readonly VersionedColumn[],
  decision: RulePeriod & { readonly minutes: number },
): Promise<void> {
  const own = columns.flatMap((column, place) => (column.record === record ? [{ ...column, place }] : []));
  if (own.length === 0) return;
  const fields = own.map(({ field }) => field);
  const found = await valuesKnownAt(archive, record, fields, decision);
  const rowsOf = Map.groupBy(found.ids.keys(), (row) =>
    raceKeyOf(found.racedates[row] ?? '', found.racekeys[row] ?? ''),
  );
  for (const [race, rows] of rowsOf) {
    const known = races.get(race) ?? columns.map(() => undefined);
    races.set(race, known);
    const runners = runnersIn(found, rows);
    for (const [at, { place, isRank }] of own.entries()) {
      const cell = (row: number): string | null => found.cells[at]?.[row] ?? null;
      if (record === 'race') {
        known[place] = { ofAll: cell(rows[0] ?? 0) };
        continue;
      }
      const values = runners.map(({ row }) => cell(row));
      known[place] = {
        runners: runners.map(({ runner }) => runner),
        values: isRank ? ranksOf(values) : values,
      };
    }
  }
}

/** The runners of the records in these rows, a horse that is in several where it was learned last. */
function runnersIn(
  { ids, horses, exist }: KnownRecords,
  rows: readonly number[],
): readonly { readonly row: number; readonly runner: KnownRunner }[] {
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const horse = horseIn(horses[row]);
    if (exist[row] !== true || (horse !== undefined && seen.has(horse))) return [];
    if (horse !== undefined) seen.add(horse);
    return [{ row, runner: { number: readNumber(ids[row]), horse } }];
  });
}

/** The rank of each value in the race, the highest first, equal ones alike (archive/subjects/runner-rows.ts). */
function ranksOf(values: readonly (string | null)[]): readonly (string | null)[] {
  const numbers = values.map((text) => readNumber(text));
  return numbers.map((value) => {
    if (value === undefined) return null;
    const higher = numbers.filter((other) => other !== undefined && other > value).length;
    return String(1 + higher);
  });
}
