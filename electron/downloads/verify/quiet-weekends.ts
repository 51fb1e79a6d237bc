// Weekends without racing in any stored table. There is racing on every weekend except around New Year: a service
// without any for weeks, or for everything that was requested, may not have those years, or may not show them.

import type { Incompleteness } from '#shared/bridge/results.ts';
import type { Filter } from '#shared/catalogue/table.ts';
import { FIRST_RACEDATE } from '#shared/racing/racedate.ts';
import type { Archive } from '../../archive/archive.ts';

/** A shorter run of weekends may have been called off. */
const MANY = 3;

interface Weekend {
  /** Counted in weeks. */
  readonly week: number;
  /** The first and last of its requested days. */
  readonly from: string;
  readonly to: string;
  readonly isQuiet: boolean;
  /** The calendar's answer has anomalies, or the service answered with days that were not requested. */
  readonly isSuspicious: boolean;
}

/** `missing`: days that are known not to be stored; they have a reason already. Errors: ARCHIVE_FAILED. */
export async function quietWeekends(
  archive: Pick<Archive, 'rows'>,
  filter: Filter,
  today: string,
  missing: readonly string[],
): Promise<Incompleteness[]> {
  const from = filter.start_racedate ?? filter.racedate;
  const to = filter.end_racedate ?? filter.racedate;
  if (from === undefined || to === undefined || filter.racekey !== undefined) return [];
  const without = new Set(missing);
  const weekends = await weekendsOf(archive, from, to, today);
  const runs = runsOf(weekends.filter(({ isQuiet }) => isQuiet));
  const isSuspicious = weekends.some((weekend) => weekend.isQuiet && weekend.isSuspicious);
  const isAll = weekends.every(({ isQuiet }) => isQuiet);
  return runs
    .filter((run) => isAll || isSuspicious || run.length >= MANY)
    .flatMap((run): Incompleteness[] => {
      const [first, last] = [run[0]?.from ?? '', run.at(-1)?.to ?? ''];
      if (without.has(first) || without.has(last)) return [];
      return [{ reason: 'no_racing_known', where: first === last ? first : `${first}-${last}` }];
    });
}

/** The weekends from the first day to the last that have a day before today. In order. */
async function weekendsOf(
  archive: Pick<Archive, 'rows'>,
  from: string,
  to: string,
  today: string,
): Promise<Weekend[]> {
  const found = await archive.rows(
    `with asked as (
       select unnest(generate_series(strptime(?, '%Y%m%d'), strptime(?, '%Y%m%d'), interval 1 day))::DATE as day),
     weekends as (
       select date_trunc('week', day) as week, min(day) as first, max(day) as last from asked
         where dayofweek(day) in (0, 6) and day < strptime(?, '%Y%m%d')
           and not (month(day) = 12 and day(day) > 28) and not (month(day) = 1 and day(day) < 5)
         group by week),
     raced as (
       select distinct date_trunc('week', try_strptime(last_day, '%Y%m%d')) as week from coverage where records > 0)
     select datediff('week', DATE '1970-01-05', weekends.week)::INTEGER, strftime(first, '%Y%m%d'),
            strftime(last, '%Y%m%d'), raced.week is null,
            exists (select 1 from coverage where table_code in ('d_ka', 't_ka') and reasons <> '[]'
              and last_day in (strftime(first, '%Y%m%d'), strftime(last, '%Y%m%d')))
              or exists (select 1 from coverage where last_day between ? and ? and contains(reasons, '"outside_filter"'))
       from weekends left join raced using (week) order by 1`,
    // Periods may end in the year 9999.
    [from < FIRST_RACEDATE ? FIRST_RACEDATE : from, to < today ? to : today, today, from, to],
  );
  return found.map(([week, first, last, isQuiet, isSuspicious]) => ({
    week: Number(week),
    from: String(first),
    to: String(last),
    isQuiet: isQuiet === true,
    isSuspicious: isSuspicious === true,
  }));
}

/** Groups consecutive weekends. */
function runsOf(weekends: readonly Weekend[]): Weekend[][] {
  const runs: Weekend[][] = [];
  for (const weekend of weekends) {
    const run = runs.at(-1);
    if (run?.at(-1)?.week === weekend.week - 1) run.push(weekend);
    else runs.push([weekend]);
  }
  return runs;
}
