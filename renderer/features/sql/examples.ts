// Queries to begin with: each works on any archive that has results. Runs are counted as everywhere (shared/racing/starts.ts).

export const EXAMPLES = {
  days: `select racedate, count(*) as races, sum(headcount) as runners
from typed.races
group by racedate
order by racedate`,
  favorites: `select racecourse_cd, count(*) as runs,
  round(100 * count(*) filter (order_of_finish = 1) / count(*), 1) as won_percent,
  round(avg(confirmed_win_odds), 2) as mean_odds
from typed.runners
where confirmed_win_popularity = 1 and took_part
group by racecourse_cd
order by won_percent desc`,
  // By code: two jockeys may have one name.
  jockeys: `select rider_cd, max_by(rider_name, racedate) as rider_name, count(*) as runs,
  count(*) filter (order_of_finish = 1) as wins
from typed.runners
where took_part
group by rider_cd
order by wins desc
limit 50`,
  times: `select turf_condition_cd, distance, count(*) as runs, round(avg(time_record), 1) as seconds
from typed.runners
where order_of_finish = 1 and time_record is not null and track_type = '1'
group by turf_condition_cd, distance
order by distance, turf_condition_cd`,
} as const;

export type ExampleName = keyof typeof EXAMPLES;

export const EXAMPLE_NAMES = Object.keys(EXAMPLES) as readonly ExampleName[];
