// Ten years of all tables as a person has them who downloaded everything: races, cards, past runs and results that
// belong together, every column filled. Made in SQL in a few minutes.

import { Archive } from '../../electron/archive/archive.ts';
import { DAY_RECORDS, tablesOfDay, type DayRecord } from '#shared/catalogue/day-tables.ts';
import { prefixOf, RUNS_BACK } from '#shared/catalogue/records/runs-back.ts';
import { makeLongTable, type LongTable } from './long-table.ts';

export const DECADE = { from: '20160101', to: '20251231' } as const;

const EACH: { readonly [record in DayRecord]?: NonNullable<LongTable['each']> } = {
  race: 'race',
  meeting: 'meeting',
  payoff: 'race',
};

/** The tables of past days, and of the records that have only a present table. */
const CODES = DAY_RECORDS.map((record) => [record, tablesOfDay(record)[0]] as const);

/** Fills `file` with the racing of that many runners. */
export async function makeDecade(file: string, runners: number): Promise<void> {
  for (const [record, table] of CODES) {
    if (table === undefined) continue;
    await makeLongTable(file, { table, rows: runners, each: EACH[record] ?? 'runner', ...DECADE });
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
  await archive.renewSubjects();
  await archive.rows('checkpoint');
  await archive.close();
}
