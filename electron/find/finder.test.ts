import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { racesOf, recordOf, runnersOf } from '../testing/fake-records.ts';
import { FakeService } from '../testing/fake-service.ts';
import { openCore, type Core } from '../testing/open-core.ts';
import { ofDay, threeDays, TODAY } from '../testing/three-days.ts';

let service: FakeService;
let core: Core;

beforeEach(async () => {
  service = threeDays();
  core = await openCore(service);
});

afterEach(() => core.close());

describe('what is stored', () => {
  it('is found by name, and sends no request', async () => {
    await core.results.open(ofDay('t_ky', TODAY.racedate));
    const requested = service.received.length;
    await core.finder.prepare();
    const { items } = await core.finder.search('馬1の1', 5);
    expect(items[0]).toEqual({
      kind: 'horse',
      name: '馬1の1',
      key: 'HX0000000101',
      seen: TODAY.racedate,
      match: 'exact',
      stored: true,
    });
    expect(service.received).toHaveLength(requested);
  });

  it('names jockeys and trainers by their codes, and leaves out codes without a name', async () => {
    const [first, second, ...others] = runnersOf('t_ky', TODAY);
    const runners = [
      { ...first, jockey_cd: '01001', jockey_name: '田中一' },
      { ...second, jockey_cd: '10190', jockey_name: null },
      ...others,
    ];
    const own = await openCore(new FakeService({ t_ra: racesOf('t_ra', TODAY), t_ky: runners }));
    try {
      await own.results.open(ofDay('t_ky', TODAY.racedate));
      const codes = ['10190', '01001', '99999', '01001'];
      expect(await own.finder.people('jockey', codes)).toEqual([{ code: '01001', name: '田中一' }]);
      expect(await own.finder.people('trainer', codes)).toEqual([]);
    } finally {
      await own.close();
    }
  });

  it('is found by the keys that only the service uses: a registration number, and the key of a run', async () => {
    const runners = runnersOf('t_ky', TODAY).map((runner, at): WireRecord => ({
      ...runner,
      resultkey: `221236${String(50 + at)}${TODAY.racedate}`,
    }));
    const horse = recordOf('m_uk', { horse_id: 'HX0000000102', horse_name: '馬1の2', kettonum: '22123651' });
    const own = await openCore(
      new FakeService({ t_ra: racesOf('t_ra', TODAY), t_ky: runners, m_uk: [horse] }),
    );
    const found = async (text: string) =>
      (await own.finder.search(text, 5)).items.map(({ kind, key, runner, stored }) => [
        kind,
        key,
        runner,
        stored,
      ]);
    const run = ['race', runners[1]?.['racekey'], Number(runners[1]?.['horse_number']), true];
    const itsHorse = ['horse', runners[1]?.['horse_id'], undefined, true];
    try {
      await own.results.open(ofDay('t_ky', TODAY.racedate));
      expect(await found(`22123651${TODAY.racedate}`)).toEqual([run, itsHorse]);
      expect(await found('22123651')).toEqual([]);
      await own.results.open({ kind: 'table', table: 'm_uk', filter: { horse_id: 'HX0000000102' } });
      for (const text of ['22123651', '2022123651', '２２１２３６５１'])
        expect(await found(text)).toEqual([itsHorse]);
      // A run that is not stored still names its horse, and a day that is not stored comes after it.
      expect(await found('2212365120240101')).toEqual([itsHorse]);
      expect(await own.finder.search('99999999', 5)).toMatchObject({ items: [], problem: 'not_a_key' });
      expect(await found('9999999920261399')).toEqual([]);
      expect((await own.finder.search('22123651', 5, ['race'])).items).toEqual([]);
    } finally {
      await own.close();
    }
  });
});
