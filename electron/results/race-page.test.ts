// The page of a past race has what its sheets have when each is read by itself, and leaves out what is not stored whole.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WantedSheet } from '#shared/bridge/wanted-sheets.ts';
import { Changes } from '../archive/changes.ts';
import { racekeyOf, runnersOf } from '../testing/fake-records.ts';
import type { FakeService } from '../testing/fake-service.ts';
import type { Core } from '../testing/open-core.ts';
import { openSaturdayInBlocks } from '../testing/saturday-in-blocks.ts';
import { ofDay, ofPeriod, SATURDAY, TODAY } from '../testing/three-days.ts';
import { racePage, type WantedPage } from './race-page.ts';
import { readSheet } from './read-sheet.ts';

const DAY = SATURDAY.racedate;
const RACE = racekeyOf(DAY, 1);
const SHEETS: WantedSheet[] = [
  { record: 'race' },
  { record: 'result', columns: ['horse_number', 'order_of_finish'] },
  { record: 'entry' },
];

let service: FakeService;
let core: Core;
let makeBlocks: () => Promise<void>;

beforeEach(async () => {
  ({ service, core, makeBlocks } = await openSaturdayInBlocks());
});

afterEach(() => core.close());

const page = (wanted: Partial<WantedPage> = {}) =>
  racePage(core, { racekey: RACE, sheets: SHEETS, ...wanted });

describe('the page of a past race', () => {
  it('has the sheets that are stored whole, and no request is sent', async () => {
    const requested = service.received.length;
    const { racedate, sheets } = await page();
    expect(racedate).toBe(DAY);
    expect(sheets.map(({ record, columns }) => ({ record, columns }))).toEqual(SHEETS.slice(0, 2));
    for (const { record, columns, sheet } of sheets) {
      const alone = await readSheet(core.results, {
        source: { kind: 'race', record, racekey: RACE },
        columns,
      });
      expect({ ...sheet, resultId: '' }).toEqual({ ...alone, resultId: '' });
    }
    expect(sheets.map(({ sheet }) => sheet.records)).toEqual([1, SATURDAY.runners]);
    expect(service.received).toHaveLength(requested);
  });

  it('has the races of its day and the times of versions, unless only sheets are wanted', async () => {
    const whole = await page();
    expect(whole.day?.records).toBe(SATURDAY.races);
    expect(whole.versionTimes).toEqual(await core.races.versionTimes(RACE));
    const { sheets, ...others } = await page({ isSheetsOnly: true });
    expect(sheets.map(({ record }) => record)).toEqual(['race', 'result']);
    expect(others).toEqual({ racedate: DAY });
  });

  it('is empty of a race that is not over or not stored, and the race is read as before', async () => {
    await core.results.open(ofDay('t_ra', TODAY.racedate));
    expect(await page({ racekey: racekeyOf(TODAY.racedate, 1) })).toEqual({ sheets: [] });
    expect(await page({ racekey: '06269999' })).toEqual({ sheets: [] });
  });

  it('is not put together from two services, if another one was connected in between', async () => {
    const opened = await core.archive();
    const archive = async () => ({
      blocks: opened.blocks,
      changes: new Changes(),
      rows: (sql: string) => opened.rows(sql),
    });
    for (const wanted of [{ sheets: SHEETS, isSheetsOnly: true }, { sheets: [] }]) {
      const asked = racePage({ archive, results: core.results }, { racekey: RACE, ...wanted });
      await expect(asked).rejects.toMatchObject({ code: 'SERVICE_CHANGED' });
    }
  });

  it('is empty from a write on until its block is made again, and then has what was written', async () => {
    const [first, ...others] = runnersOf('d_se', SATURDAY);
    service.records.d_se = [{ ...first, order_of_finish: '9' }, ...others];
    await core.results.open(ofPeriod('d_se', DAY, DAY), { refresh: true });
    expect(await page()).toEqual({ sheets: [] });
    await makeBlocks();
    const { sheets } = await page();
    expect(sheets[1]?.sheet.cells[1]?.[0]).toBe('9');
  });
});
