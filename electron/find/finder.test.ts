import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { racesOf, runnersOf } from '../testing/fake-records.ts';
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
});
