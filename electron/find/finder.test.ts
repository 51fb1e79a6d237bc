import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runnersOf } from '../testing/fake-records.ts';
import type { FakeService } from '../testing/fake-service.ts';
import { openCore, type Core } from '../testing/open-core.ts';
import { ofDay, SATURDAY, threeDays, TODAY } from '../testing/three-days.ts';

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
});

describe('the entries of a name', () => {
  const jockey = { jockey_cd: '05001', jockey_name: '武藤　豊作 ' };

  it('are those of the day if no past ones are stored', async () => {
    service.records.t_ky = runnersOf('t_ky', TODAY, jockey);
    await core.results.open(ofDay('t_ky', TODAY.racedate));
    expect(await core.finder.entries('jockey', '武藤　豊作')).toEqual({
      table: 't_ky',
      filter: { racedate: TODAY.racedate },
    });
    expect(await core.finder.entries('trainer', '武藤　豊作')).toBeUndefined();
  });

  it('are the past ones around the last, as far as every day is stored', async () => {
    service.records.d_ky = runnersOf('d_ky', SATURDAY, jockey);
    const open = (from: string, to: string) =>
      core.results.open({ kind: 'table', table: 'd_ky', filter: { start_racedate: from, end_racedate: to } });
    await open('20261101', '20261102');
    await open('20261105', '20261110');
    expect(await core.finder.entries('jockey', '武藤　豊作')).toEqual({
      table: 'd_ky',
      filter: { start_racedate: '20261105', end_racedate: '20261110' },
    });
  });
});
