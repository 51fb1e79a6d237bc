// What the page of a horse asks of the records besides its runs: the races that its newest entry names, and the runners of
// every race that it ran in. Asked of one horse as its page is read, and of many as their blocks are made.

import { RIVAL_FIELDS } from '#shared/bridge/races.ts';
import { tablesOfDay } from '#shared/catalogue/day-tables.ts';
import { RUNS_BACK } from '#shared/catalogue/records/runs-back.ts';
import { quoted } from './filter-sql.ts';
import { runnerNumberSql, unnumberedSql } from './subjects/record-sql.ts';

const ENTRIES = tablesOfDay('entry');
const RESULTS = tablesOfDay('result');

/** What is read of a horse's newest entry: its day, and the fields in which it names the horse's last five races. */
export const NEWEST_ENTRY: readonly string[] = [
  'racedate',
  ...RUNS_BACK.map((back) => `lastrace_racekey${back}`),
];

const eachOf = (tables: readonly string[], select: (table: string) => string, union = 'union all'): string =>
  tables.map((code) => select(quoted(code))).join(` ${union} `);

/** The horse and the `NEWEST_ENTRY` of each horse's newest entry. `where` occurs twice, each time with its values. */
export const newestEntriesSql = (where: string): string =>
  `select horse_id, ${NEWEST_ENTRY.join(', ')} from (${eachOf(
    ENTRIES,
    (table) => `select horse_id, __fetched_at, ${NEWEST_ENTRY.join(', ')} from ${table} where ${where}`,
  )}) qualify row_number() over (partition by horse_id order by racedate desc nulls last, __fetched_at desc) = 1`;

/** The horse, race key and day of results. `where` occurs twice, each time with its values. */
export const racesRunSql = (where: string): string =>
  eachOf(RESULTS, (table) => `select horse_id, racekey, racedate from ${table} where ${where}`, 'union');

/**
 * The `RIVAL_FIELDS` of each runner, the latest race first. Of two records with a runner's number, and of two of a horse,
 * the past table's counts, because it is corrected, then the one fetched later. `where` occurs twice, each time with its
 * values.
 */
export const runnersOfRacesSql = (where: string): string => {
  const fields = RIVAL_FIELDS.map(quoted).join(', ');
  const records = RESULTS.map(
    (code, place) =>
      `select ${fields}, ${runnerNumberSql('horse_number')} as number, ${place} as place, __fetched_at, __seq
         from ${quoted(code)} where ${where}`,
  );
  const firstOf = (key: string): string =>
    `row_number() over (partition by racekey, ${key} order by place, __fetched_at desc, __seq desc)`;
  const runner = `coalesce(number, ${unnumberedSql('horse_id', `concat_ws(' ', place, __fetched_at, __seq)`)})`;
  const horse = unnumberedSql('horse_id', runner);
  return `select ${fields} from (
      select * from (${records.join(' union all ')}) qualify ${firstOf(runner)} = 1)
    qualify ${firstOf(horse)} = 1
    order by racedate desc, racekey, try_cast(number as integer), horse_id`;
};
