// Which days of tables are stored, and which of a period are not: what a subject and a SQL query report beside their rows.

import { z } from 'zod';
import { incompletenessSchema, type Incompleteness } from '#shared/bridge/results.ts';
import { tablesOfDay, type DayRecord } from '#shared/catalogue/day-tables.ts';
import type { Subject } from '#shared/catalogue/subjects/subject.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { addDays, isRacedate, racedatesBetween, todayInTokyo } from '#shared/racing/racedate.ts';
import type { Archive } from '../archive/archive.ts';
import { dayUnit, nameOf } from '../archive/coverage.ts';
import { unsettledDays } from '../archive/final-days.ts';
import { knownDays } from '../downloads/plan/idle-days.ts';
import { reachOf } from '../downloads/plan/reach.ts';
import { wheres } from '../downloads/verify/coverage-report.ts';
import { provenCoverage, withoutProven, type Proving } from '../downloads/verify/round-numbers.ts';

/** Inclusive, YYYYMMDD. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

interface PeriodWanted {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Whether cards name rows of days of which nothing else is stored. */
  readonly isNamed?: boolean;
}

/** An absent end is the first or last day that the tables have records of; undefined if there are none. */
export async function periodOf(
  archive: Pick<Archive, 'rows'>,
  tables: readonly TableCode[],
  { from, to, isNamed = false }: PeriodWanted,
): Promise<Period | undefined> {
  if (from !== undefined && to !== undefined) return { from, to };
  const codes = tables.map((code) => `'${code}'`);
  const days = `select last_day as day from coverage where table_code in (${codes.join(', ')}) and records > 0`;
  // Cards name runs of days of which nothing else is stored.
  const named = isNamed ? 'union all select racedate from subject_runs' : '';
  const read = await archive.rows(`select distinct day from (${days} ${named}) order by day`);
  // A card may name a run of no day that there is.
  const real = read.flatMap(([day]) => (typeof day === 'string' && isRacedate(day) ? [day] : []));
  const period = { from: from ?? real[0], to: to ?? real.at(-1) };
  return period.from !== undefined && period.to !== undefined && period.from <= period.to
    ? { from: period.from, to: period.to }
    : undefined;
}

const reasonsSchema = z.array(incompletenessSchema);

/** Sums over the coverage of the period, with every anomaly that was recorded when it was fetched and holds. */
export async function storedOf(context: Proving, tables: readonly TableCode[], period: Period | undefined) {
  const { archive } = context;
  const codes = tables.map((code) => `'${code}'`).join(', ');
  const where = `table_code in (${codes}) and last_day between ? and ? and ${COUNTS}`;
  const values = [period?.from ?? '', period?.to ?? ''];
  const [sums = []] = await archive.rows(
    `select coalesce(sum(set_aside), 0)::INTEGER, coalesce(sum(drift), 0)::INTEGER,
        coalesce(sum(repeated), 0)::INTEGER, min(fetched_at)::DOUBLE
      from coverage where ${where}`,
    values,
  );
  const lists = await archive.rows(
    `select distinct reasons from coverage where reasons <> '[]' and not ${HAS_ROUND} and ${where}`,
    values,
  );
  const round = await archive.rows(
    `select table_code, string_agg(unit, ' ' order by unit) from coverage where ${HAS_ROUND} and ${where} group by all order by all`,
    values,
  );
  const [quarantined, drift, repeated, fetchedAt] = sums;
  return {
    quarantined: Number(quarantined ?? 0),
    drift: Number(drift ?? 0),
    repeated: Number(repeated ?? 0),
    ...(typeof fetchedAt === 'number' ? { fetchedAt } : {}),
    reasons: [
      ...lists.flatMap(([list]) => reasonsSchema.parse(JSON.parse(String(list)))),
      ...(await reasonsOfRound(context, round)),
    ],
  };
}

/** A day that was fetched since has the last word on its races. */
const COUNTS = `not (starts_with(unit, 'race:') and exists (
  select 1 from coverage days where days.table_code = coverage.table_code
    and days.unit = 'day:' || coverage.last_day and days.fetched_at >= coverage.fetched_at))`;

const HAS_ROUND = `contains(reasons, '"round_number"')`;

/** `found`: a table in each row, with its units that have the reason. */
async function reasonsOfRound(
  context: Proving,
  found: readonly (readonly unknown[])[],
): Promise<readonly Incompleteness[]> {
  const reasons: Incompleteness[] = [];
  for (const [code, units] of found) {
    const table = TABLES[String(code) as TableCode];
    const stored = await context.archive.coverage(table.code, String(units).split(' '));
    for (const own of (await withoutProven(context, table, stored)).values()) reasons.push(...own.reasons);
  }
  return reasons;
}

interface ProvingDays extends Proving {
  readonly archive: Proving['archive'] & Pick<Archive, 'covered'>;
}

/** A day to come has a program and a card at most. */
const BEFORE_THE_RACE: ReadonlySet<DayRecord> = new Set(['race', 'entry', 'training']);

/** Days of the period that can have the records and lack one, unless they are known to be without racing. */
export async function missingDays(
  context: ProvingDays,
  { requires, isOfOutcomes }: Pick<Subject, 'requires' | 'isOfOutcomes'>,
  period: Period,
): Promise<Incompleteness[]> {
  const { archive } = context;
  const now = context.now();
  const today = todayInTokyo(now);
  const reach = reachOf(period, today);
  if (reach === undefined) return [];
  const { from, to } = reach;
  const yesterday = addDays(today, -1);
  const found = new Set<string>();
  for (const record of requires) {
    const tables = tablesOfDay(record);
    const last = to < yesterday ? to : yesterday;
    if (from <= last) {
      const past = await unsettledDays(provenCoverage(context), { tables, from, to: last }, now);
      for (const day of past) found.add(day);
    }
    const first = from > today ? from : today;
    if (first > to || isOfOutcomes || !BEFORE_THE_RACE.has(record)) continue;
    for (const day of await daysWithout(archive, tables, { from: first, to })) found.add(day);
  }
  return notFetched(archive, [...found].toSorted(), now);
}

/** Past days of the period that the table lacks, unless they are known to be without racing. */
export async function missingDaysOfTable(
  context: ProvingDays,
  table: TableCode,
  period: Period,
): Promise<Incompleteness[]> {
  const now = context.now();
  const today = todayInTokyo(now);
  const { from, to } = reachOf(period, today) ?? { from: today, to: today };
  const yesterday = addDays(today, -1);
  const last = to < yesterday ? to : yesterday;
  if (from > last) return [];
  const days = await unsettledDays(provenCoverage(context), { tables: [table], from, to: last }, now);
  return notFetched(context.archive, days, now);
}

async function notFetched(
  archive: Pick<Archive, 'coverage' | 'covered'>,
  days: readonly string[],
  now: number,
): Promise<Incompleteness[]> {
  const { idle } = await knownDays(archive, days, now);
  const missing = days.filter((day) => !idle.has(day)).map(dayUnit);
  return wheres(missing).map((where) => ({ reason: 'not_fetched', where }));
}

/** Days of the period that none of the tables has. */
async function daysWithout(
  archive: Pick<Archive, 'coverage'>,
  tables: readonly TableCode[],
  { from, to }: Period,
): Promise<string[]> {
  const units = Array.from(racedatesBetween(from, to), dayUnit);
  const stored = await Promise.all(tables.map((code) => archive.coverage(code, units)));
  return units.filter((unit) => !stored.some((coverage) => coverage.has(unit))).map((unit) => nameOf(unit));
}
