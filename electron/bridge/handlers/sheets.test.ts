import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { racekeyOf } from '../../testing/fake-records.ts';
import type { FakeService } from '../../testing/fake-service.ts';
import { openCore, type Core } from '../../testing/open-core.ts';
import { ofDay, ofPeriod, SATURDAY, threeDays, TODAY } from '../../testing/three-days.ts';
import { readSheet, readStored } from './sheets.ts';

let service: FakeService;
let core: Core;

beforeEach(async () => {
  service = threeDays();
  core = await openCore(service);
});

afterEach(() => core.close());

const saturday = racekeyOf(SATURDAY.racedate, 1);

const programOf = (racekey: string) => ({
  source: { kind: 'race' as const, record: 'race' as const, racekey },
});

/** The programs of the Saturday, with what they are checked against. */
const storeSaturday = () => core.results.open(ofPeriod('d_ra', SATURDAY.racedate, SATURDAY.racedate));

describe('a stored sheet', () => {
  it('is null until the records are stored, and no request is sent', async () => {
    const requested = service.received.length;
    expect(await readStored(core.results, programOf(saturday), {})).toBeNull();
    expect(service.received).toHaveLength(requested);
  });

  it('is the sheet that is read from the service', async () => {
    await storeSaturday();
    const read = await readSheet(core.results, programOf(saturday), {});
    const requested = service.received.length;
    const stored = await readStored(core.results, programOf(saturday), {});
    expect(stored).toEqual({ ...read, resultId: stored?.resultId, windows: stored?.windows });
    expect(stored?.records).toBe(1);
    expect(service.received).toHaveLength(requested);
  });

  it('is null when the records are no longer fresh', async () => {
    const ofToday = { source: ofDay('t_ra', TODAY.racedate) };
    await readSheet(core.results, ofToday, {});
    expect(await readStored(core.results, ofToday, {})).not.toBeNull();
    await core.clock.advance(24 * 3_600_000);
    expect(await readStored(core.results, ofToday, {})).toBeNull();
  });

  it('does not make others wait, nor fail them', async () => {
    const [stored, read] = await Promise.all([
      readStored(core.results, programOf(saturday), {}),
      readSheet(core.results, programOf(saturday), {}),
    ]);
    expect(stored).toBeNull();
    expect(read.records).toBe(1);
  });

  it('names only the columns that were asked for', async () => {
    const columns = ['racekey', 'distance'];
    await storeSaturday();
    const stored = await readStored(core.results, { ...programOf(saturday), columns }, {});
    expect(stored?.columns.map(({ name }) => name).toSorted()).toEqual(columns.toSorted());
  });

  it('of the day of a race has all its races, once the race is stored', async () => {
    const day = { source: { kind: 'dayOfRace', record: 'race', racekey: saturday } } as const;
    expect(await readStored(core.results, day, {})).toBeNull();
    await storeSaturday();
    const stored = await readStored(core.results, day, {});
    expect(stored?.records).toBe(SATURDAY.races);
    expect(stored?.source).toMatchObject({ table: 'd_ra', filter: { start_racedate: SATURDAY.racedate } });
  });
});
