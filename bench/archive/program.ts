// The program and the meetings for a long table of results, so that it can be checked like a downloaded one.

import { Archive } from '../../electron/archive/archive.ts';

/** Adds to `file` a race and a meeting for each that has results, and coverage of the same days as complete. */
export async function makeProgram(file: string): Promise<void> {
  const archive = await Archive.open(file, 0);
  await archive.rows(
    `insert into d_ra (racedate, racekey, headcount, __fetched_at, __seq)
       select racedate, racekey,
              (count(*) filter (coalesce(try_cast(trouble_classification as integer), 0) not in (1, 2)))::VARCHAR,
              any_value(__fetched_at), 0
         from d_se group by racedate, racekey`,
  );
  await archive.rows(
    `insert into d_ka (racedate, holdingkey, number_of_races, __fetched_at, __seq)
       select racedate, racekey[1:6], count(*)::VARCHAR, any_value(__fetched_at), 0 from d_ra group by all`,
  );
  for (const code of ['d_ra', 'd_ka']) {
    await archive.rows(
      `insert into coverage
         select '${code}', unit, last_day, fetched_at, coalesce(held.records, 0), 0, 0, 0, '[]', '["racedate"]', 0
           from coverage left join (select racedate, count(*)::INTEGER as records from ${code} group by racedate) as held
             on held.racedate = last_day
           where table_code = 'd_se'`,
    );
  }
  await archive.rows('checkpoint');
  await archive.close();
}
