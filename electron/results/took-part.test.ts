// The runners that took part, as a column to filter by: as many as the runs that are counted.

import { expect, it } from 'vitest';
import { racekeyOf } from '../testing/fake-records.ts';
import { openCore } from '../testing/open-core.ts';
import { threeDays, YESTERDAY } from '../testing/three-days.ts';

const RACE = racekeyOf(YESTERDAY.racedate, 1);

/** Finish and irregularity of the first runners of the race; the others finish. */
const RESULTS: readonly (readonly [finish: string, trouble: string])[] = [
  ['01', ''], ['02', '0'], ['03', '1'], ['00', '3'], ['', '4'], ['00', '1'], ['', '２'], ['', ''], ['00', '0'],
]; // prettier-ignore

it('are the runs that are counted, whichever way the result says so', async () => {
  const service = threeDays();
  service.records.d_se = (service.records.d_se ?? []).map((record) => {
    const result = RESULTS[Number(record['horse_number']) - 1];
    if (record['racekey'] !== RACE || result === undefined) return record;
    return { ...record, order_of_finish: result[0], trouble_classification: result[1] };
  });
  const core = await openCore(service);
  try {
    const { racedate } = YESTERDAY;
    const runners = await core.results.open({
      kind: 'subject',
      subject: 'runners',
      from: racedate,
      to: racedate,
    });
    const filtered = async (text: string) => {
      const filters = [
        { column: 'racekey', text: RACE },
        { column: 'took_part', text },
      ];
      const { rows } = await runners.arrange({ sort: [], filters });
      return (await runners.cells(['horse_number'], 0, rows))[0];
    };
    expect(await filtered('0')).toEqual(['06', '07']);
    expect(await filtered('=')).toEqual(['08', '09']);
    const counted = await filtered('1');
    expect(counted).toEqual(['01', '02', '03', '04', '05', '10', '11', '12']);
    const { groups } = await runners.query('groups', { by: ['racekey'] });
    expect(groups.map(({ finish }) => finish?.starts)).toEqual([counted?.length]);
  } finally {
    await core.close();
  }
});
