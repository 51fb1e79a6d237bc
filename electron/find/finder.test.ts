import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeService } from '../testing/fake-service.ts';
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
});
