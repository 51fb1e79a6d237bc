// Years of all tables as a person has them who downloaded everything: races, cards, past runs and results that belong
// together, every column filled. Made in SQL in a few minutes.

import { Archive } from '../../electron/archive/archive.ts';
import { DAY_RECORDS, tablesOfDay, type DayRecord } from '#shared/catalogue/day-tables.ts';
import { daysLacking } from '../../electron/downloads/verify/shortfalls.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import { prefixOf, RUNS_BACK } from '#shared/catalogue/records/runs-back.ts';
import { makeHorses, makeLongTable, type LongTable } from './long-table.ts';

/** The last racing of every archive. */
const LAST_YEAR = 2025;

/** About as many as really run, in a year. */
export const RUNNERS_A_YEAR = 47_500;

const EACH: { readonly [record in DayRecord]?: NonNullable<LongTable['each']> } = {
  race: 'race',
  meeting: 'meeting',
  payoff: 'race',
};

/** The tables of past days, and of the records that have only a present table. */
const CODES = DAY_RECORDS.map((record) => [record, tablesOfDay(record)[0]] as const);

/** Fills `file` with the racing of that many runners in that many years. */
export async function makeYears(
  file: string,
  years: number,
  runners: number = years * RUNNERS_A_YEAR,
): Promise<void> {
  const period = { from: `${LAST_YEAR + 1 - years}0101`, to: `${LAST_YEAR}1231` };
  for (const [record, table] of CODES) {
    if (table === undefined) continue;
    await makeLongTable(file, { table, rows: runners, each: EACH[record] ?? 'runner', ...period });
  }
  const archive = await Archive.open(file, Date.now());
  // Each course has twelve races a day of sixteen runners; past runs are the runs of the same horse.
  await archive.rows(`update d_ra set headcount = '16', race_name = 'レース' || (hash(racekey) % 3000)`);
  await archive.rows(`update d_ka set number_of_races = '12'`);
  await archive.rows(
    `update d_se set order_of_finish = lpad(horse_number, 2, '0'), trouble_classification = '0'`,
  );
  for (const code of ['t_ze', 'd_zk']) {
    const fields = ['resultkey', 'racedate', 'racekey'];
    const named = RUNS_BACK.flatMap((back) =>
      fields.map((field) => [prefixOf(back) + field, field, back] as const),
    );
    await archive.rows(
      `update ${code} set ${named.map(([name]) => `${name} = past.${name}`).join(', ')}
         from (select racedate, racekey, horse_number,
                   ${named.map(([name, field, back]) => `lag(${field}, ${back}) over runs as ${name}`).join(', ')}
                 from d_se window runs as (partition by horse_id order by racedate)) as past
         where ${code}.racedate = past.racedate and ${code}.racekey = past.racekey
           and ${code}.horse_number = past.horse_number`,
    );
  }
  await makeHorses(archive, runners);
  // Each card names the last five races of its runner.
  await archive.rows(
    `update d_ky set ${RUNS_BACK.map((back) => `lastrace_racekey${back} = past.race_${back}`).join(', ')}
       from (select racedate, racekey, horse_number,
                 ${RUNS_BACK.map((back) => `lag(racekey, ${back}) over runs as race_${back}`).join(', ')}
               from d_se window runs as (partition by horse_id order by racedate)) as past
       where d_ky.racedate = past.racedate and d_ky.racekey = past.racekey and d_ky.horse_number = past.horse_number`,
  );
  await archive.close();
  await makeReady(file);
}

/** Makes what the app makes ready in quiet moments, as far as it is missing in an archive of an earlier version. */
export async function makeReady(file: string): Promise<void> {
  const archive = await Archive.open(file, Date.now());
  await archive.renewSubjects();
  // A master that was fetched a day ago is requested again.
  await archive.rows(`update coverage set fetched_at = ${Date.now()} where table_code = 'm_uk'`);
  while (await archive.makeBlocks(todayInTokyo(Date.now()), daysLacking, 16));
  while (await archive.makeHorseBlocks(2000));
  // Merges what was written, in turn with the merge that begins by itself.
  await archive.usage();
  await archive.close();
}
