// The racing calendar from the meetings: the past from d_ka, today and the coming days from t_ka, and so those days of the
// last week that d_ka may not have yet.

import type { RaceDay } from '#shared/bridge/days.ts';
import { isRecentPast } from '#shared/catalogue/day-tables.ts';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { RailbirdError } from '#shared/errors.ts';
import { addDays, isRacedate, isWeekend, racedatesBetween, todayInTokyo } from '#shared/racing/racedate.ts';
import type { Archive } from '../archive/archive.ts';
import { unitsOf, nameOf } from '../archive/coverage.ts';
import { isFresh } from '../downloads/plan/freshness.ts';
import { DAYS_AHEAD } from '../downloads/plan/reach.ts';
import type { OpenContext, QueryContext } from '../downloads/query-context.ts';
import { isOfTheService, runQuery } from '../downloads/query.ts';
import { textOf } from './row.ts';

export interface RaceDays {
  /** Race days of the period, oldest first, with days about which nothing is known. Errors: as `runQuery`. */
  list(from: string, to: string, signal?: AbortSignal): Promise<{ days: RaceDay[]; unknown: string[] }>;
  /** First and last day with records of a table in the archive. Errors: NOT_CONNECTED, ARCHIVE_FAILED. */
  stored(table: TableCode): Promise<{ from?: string; to?: string }>;
}

export function createRaceDays(open: OpenContext): RaceDays {
  return {
    async list(from, to, signal) {
      if (!isRacedate(from) || !isRacedate(to) || from > to) {
        throw new RailbirdError('INVALID_FILTER', {
          problem: 'A period of two calendar days / 実在する日付の期間',
        });
      }
      const context = await open();
      const today = todayInTokyo(context.now());
      const ask = (requests: readonly Request[]) =>
        Promise.all(requests.map((each) => unknownAfter(context, each, signal)));
      const first = await ask(requestsFor(from, to, today));
      const found = await readDays(context.archive, from, to, today);
      const late = await ask(lateRequests({ from, to, today }, found, first));
      const answers = [...first, ...late];
      const later = racedatesBetween(
        addDays(today, DAYS_AHEAD + 1) > from ? addDays(today, DAYS_AHEAD + 1) : from,
        to,
      );
      const days = late.length === 0 ? found : await readDays(context.archive, from, to, today);
      const known = new Set(days.map((day) => day.racedate));
      const unknown = new Set([...answers.flatMap((each) => [...each.unknown, ...each.stale]), ...later]);
      const error = answers.find((each) => each.error)?.error;
      // A calendar that knows no day is an error.
      if (error && days.length === 0 && answers.every((each) => each.error)) throw error;
      return { days, unknown: [...unknown].filter((day) => !known.has(day)).toSorted() };
    },
    async stored(table) {
      const { archive } = await open();
      const read = await archive.rows(
        `select min(last_day), max(last_day) from coverage
           where table_code = ? and records > 0 and starts_with(unit, 'day:')`,
        [table],
      );
      const [from, to] = (read[0] ?? []).map(textOf);
      return from == null || to == null ? {} : { from, to };
    },
  };
}

interface Request {
  readonly table: TableCode;
  readonly filter: Filter;
}

function requestsFor(from: string, to: string, today: string): Request[] {
  const requests: Request[] = [];
  const yesterday = addDays(today, -1);
  const past = to < yesterday ? to : yesterday;
  if (from <= past) requests.push({ table: 'd_ka', filter: { start_racedate: from, end_racedate: past } });
  const last = addDays(today, DAYS_AHEAD);
  for (const racedate of racedatesBetween(from > today ? from : today, to < last ? to : last)) {
    requests.push({ table: 't_ka', filter: { racedate } });
  }
  return requests;
}

/**
 * Recent days that nothing stored names. There is racing on nearly every weekend, and yesterday is the likeliest to be late:
 * other days are not requested one by one.
 */
function lateRequests(
  { from, to, today }: { readonly from: string; readonly to: string; readonly today: string },
  found: readonly RaceDay[],
  answers: readonly Asked[],
): Request[] {
  const settled = new Set([
    ...found.map(({ racedate }) => racedate),
    ...answers.flatMap(({ unknown }) => unknown),
  ]);
  const yesterday = addDays(today, -1);
  return [...racedatesBetween(from, to)]
    .filter((day) => isRecentPast(day, today) && (isWeekend(day) || day === yesterday) && !settled.has(day))
    .map((racedate) => ({ table: 't_ka', filter: { racedate } }));
}

interface Asked {
  /** Days about which nothing is known. */
  readonly unknown: readonly string[];
  /** Days that were empty when they were last answered, and may have been published since. */
  readonly stale: readonly string[];
  readonly error?: RailbirdError;
}

async function unknownAfter(
  context: QueryContext,
  { table, filter }: Request,
  signal: AbortSignal | undefined,
): Promise<Asked> {
  try {
    const { missing, stored } = await runQuery(context, table, filter, signal ? { signal } : {});
    const now = context.now();
    const at = { now, today: todayInTokyo(now) };
    const stale = stored.filter((own) => own.records === 0 && !isFresh(TABLES[table], own, at));
    return { unknown: missing, stale: stale.map(({ unit }) => nameOf(unit)) };
  } catch (error) {
    if (!isOfTheService(error)) throw error;
    return { unknown: unitsOf(filter).map(nameOf), stale: [], error };
  }
}

/** Days with a stored record, race programs included: these have days that the meetings lack. */
async function readDays(archive: Archive, from: string, to: string, today: string): Promise<RaceDay[]> {
  const found = await archive.rows(
    `select racedate, string_agg(distinct course, ',' order by course) from (
       select racedate, substr(holdingkey, 1, 2) as course from d_ka union all
       select racedate, substr(holdingkey, 1, 2) from t_ka union all
       select racedate, racecourse_cd from d_ra union all
       select racedate, racecourse_cd from t_ra)
     where racedate between ? and ? and course is not null group by racedate order by racedate`,
    [from, to],
  );
  return found.map(([racedate, courses]) => ({
    racedate: textOf(racedate) ?? '',
    racecourses: (textOf(courses) ?? '').split(',').filter((course) => course !== ''),
    past: (textOf(racedate) ?? '') < today,
  }));
}
