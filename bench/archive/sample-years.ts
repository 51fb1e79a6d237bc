// Years of the sample's racing in an archive, as a person has them who downloaded all of its past tables: fields, odds and
// payoffs as in real racing, unlike the random values of decade.ts. Ten years take a few minutes.

import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { EXTRA } from '../../electron/service-client/record-line.ts';
import { Archive } from '../../electron/archive/archive.ts';
import { quoted } from '../../electron/archive/filter-sql.ts';
import { sampleDays } from '../../service/sample/generator/generate.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { racedatesBetween } from '#shared/racing/racedate.ts';

const CODES = ['d_ra', 'd_ka', 'd_ky', 'd_se', 'd_hj'] as const satisfies readonly TableCode[];

/** Fills `file` with the races, meetings, entries, results and payoffs of whole years. */
export async function makeSampleYears(file: string, from: number, to: number): Promise<void> {
  const archive = await Archive.open(file, Date.now());
  const lines = `${file}.lines`;
  let written = 0;
  for (let year = from; year <= to; year += 1) {
    const period = { from: `${year}0101`, to: `${year}1231` };
    for (const code of CODES) writeFileSync(`${lines}-${code}`, '');
    const days = sampleDays(period.from, period.to, { seed: 'rules', today: `${to + 1}0601`, tables: CODES });
    for (const { records } of days)
      for (const code of CODES)
        appendFileSync(
          `${lines}-${code}`,
          (records.get(code) ?? []).map((record) => `${JSON.stringify(record)}\n`).join(''),
        );
    for (const code of CODES) {
      written += await load(archive, code, `${lines}-${code}`, written);
      rmSync(`${lines}-${code}`);
      await cover(archive, code, period);
    }
  }
  await archive.renewSubjects();
  await archive.rows('checkpoint');
  await archive.close();
}

/** Returns how many records there were. */
async function load(archive: Archive, code: TableCode, path: string, before: number): Promise<number> {
  const names = TABLES[code].columns.map(({ name }) => quoted(name));
  const types = TABLES[code].columns.map(({ name }) => `${quoted(name)}: 'VARCHAR'`);
  const [[count] = []] = await archive.rows(
    `insert into ${code} (${names.join(', ')}, ${EXTRA}, __fetched_at, __seq)
       select ${names.join(', ')}, null, ${Date.now()}, (${before} + row_number() over ())::INTEGER
         from read_json('${path}', format = 'newline_delimited', columns = {${types.join(', ')}})`,
  );
  return Number(count);
}

/** Every day of the period as fetched completely. */
async function cover(
  archive: Archive,
  code: TableCode,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const present = JSON.stringify(TABLES[code].columns.map(({ name }) => name)).replaceAll("'", "''");
  const days = [...racedatesBetween(from, to)].map((day) => `'${day}'`);
  await archive.rows(
    `insert into coverage
       select '${code}', 'day:' || day, day, ${Date.now()}, coalesce(records, 0), 0, 0, 0, '[]',
              case when records > 0 then '${present}' else '[]' end, 0
         from (select unnest([${days.join(', ')}]) as day)
         left join (select racedate, count(*)::INTEGER as records from ${code}
                      where racedate between '${from}' and '${to}' group by racedate) on day = racedate`,
  );
}
