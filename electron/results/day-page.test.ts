// The page of a past day has what its sheets have when each is read by itself, and is empty of a day that is not stored.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WantedSheet } from '#shared/bridge/wanted-sheets.ts';
import { Changes } from '../archive/changes.ts';
import { runnersOf } from '../testing/fake-records.ts';
import type { FakeService } from '../testing/fake-service.ts';
import type { Core } from '../testing/open-core.ts';
import { openSaturdayInBlocks } from '../testing/saturday-in-blocks.ts';
import { ofPeriod, SATURDAY, TODAY, YESTERDAY } from '../testing/three-days.ts';
import { dayPage } from './day-page.ts';
import { readSheet } from './read-sheet.ts';

const DAY = SATURDAY.racedate;
const SHEETS: WantedSheet[] = [
  { record: 'race' },
  { record: 'payoff' },
  { record: 'result', columns: ['racekey', 'horse_number', 'order_of_finish'] },
];

let service: FakeService;
let core: Core;
let makeBlocks: () => Promise<void>;

beforeEach(async () => {
  ({ service, core, makeBlocks } = await openSaturdayInBlocks());
});

afterEach(() => core.close());

const page = (racedate = DAY) => dayPage(core, { racedate, sheets: SHEETS });

describe('the page of a past day', () => {
  it('has the sheets that are stored whole, and no request is sent', async () => {
    const requested = service.received.length;
    const { sheets } = await page();
    expect(sheets.map(({ record }) => record)).toEqual(['race', 'result']);
    for (const { record, columns, sheet } of sheets) {
      const alone = await readSheet(core.results, {
        source: { kind: 'day', record, racedate: DAY },
        columns,
      });
      expect({ ...sheet, resultId: '' }).toEqual({ ...alone, resultId: '' });
    }
    expect(sheets[0]?.sheet.records).toBe(SATURDAY.races);
    expect(service.received).toHaveLength(requested);
  });

  it('is empty of a day that is not over or not stored', async () => {
    expect(await page(TODAY.racedate)).toEqual({ sheets: [] });
    expect(await page(YESTERDAY.racedate)).toEqual({ sheets: [] });
    expect(await page('20200101')).toEqual({ sheets: [] });
  });

  it('is not put together from two services, if another one was connected in between', async () => {
    const { blocks } = await core.archive();
    const archive = async () => ({ blocks, changes: new Changes() });
    const asked = dayPage({ archive, results: core.results }, { racedate: DAY, sheets: SHEETS });
    await expect(asked).rejects.toMatchObject({ code: 'SERVICE_CHANGED' });
  });

  it('is empty from a write on until its block is made again, and then has what was written', async () => {
    const [first, ...others] = runnersOf('d_se', SATURDAY);
    service.records.d_se = [{ ...first, order_of_finish: '9' }, ...others];
    await core.results.open(ofPeriod('d_se', DAY, DAY), { refresh: true });
    expect(await page()).toEqual({ sheets: [] });
    await makeBlocks();
    const { sheets } = await page();
    expect(sheets[1]?.sheet.cells[2]?.[0]).toBe('9');
  });
});
