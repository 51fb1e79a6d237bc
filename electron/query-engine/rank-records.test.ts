// The record of runners that ranked first by an index, over a small and a large row set.

import { describe, expect, it } from 'vitest';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { inBothSizes } from '../testing/in-both-sizes.ts';

const COLUMNS = SUBJECTS.runners.columns;
const RANK = 'integration_index_rank';

type Row = Readonly<Record<string, string | null>>;

interface Ran {
  readonly rank: string | null;
  readonly finish: string;
  readonly win: string | null;
  readonly place: string | null;
  readonly trouble?: string;
  readonly surface?: string;
}

const runner = (race: number, { rank, finish, win, place, trouble = '0', surface = '1' }: Ran): Row => ({
  racedate: '20261114',
  racekey: `052641${String(race).padStart(2, '0')}`,
  track_type: surface,
  [RANK]: rank,
  order_of_finish: finish,
  trouble_classification: trouble,
  win_returned: win,
  place_returned: place,
});

const ROWS: readonly Row[] = [
  runner(1, { rank: '1', finish: '01', win: '250', place: '120' }),
  runner(1, { rank: '2', finish: '02', win: '0', place: '300' }),
  runner(2, { rank: '1', finish: '05', win: '0', place: '0' }),
  // Two share the first rank.
  runner(3, { rank: '1', finish: '02', win: '0', place: '140' }),
  runner(3, { rank: '1', finish: '09', win: '0', place: '0' }),
  // Scratched: no start and no stake.
  runner(4, { rank: '1', finish: '00', win: null, place: null, trouble: '1' }),
  // Without place betting.
  runner(5, { rank: '1', finish: '01', win: '150', place: null }),
  runner(6, { rank: '1', finish: '01', win: '9990', place: '999', surface: '2' }),
  runner(6, { rank: null, finish: '02', win: '0', place: '0', surface: '2' }),
];

/** Cards of races to come: ranks, and nothing that was run. */
const TO_COME: readonly Row[] = [7, 8, 9].map((race) => ({
  ...runner(race, { rank: '1', finish: '', win: null, place: null }),
  order_of_finish: null,
  trouble_classification: null,
}));

describe.each(inBothSizes(COLUMNS, ROWS))('the runners of a %s result that ranked first', (_size, open) => {
  it('are counted with their races, finishes and returns, each with its own n', async () => {
    const rows = open();
    await rows.arrange({ sort: [], filters: [{ column: 'track_type', text: '=1' }] });
    const [record] = await rows.query('rankRecords', { columns: [RANK] });
    expect(record).toMatchObject({
      column: RANK,
      // Of the scratched runner's race nothing counts.
      races: 4,
      runners: 6,
      finish: { starts: 5, first: 2, firstTwo: 3, firstThree: 3 },
      win: { n: 5, yen: 400 },
      place: { n: 4, yen: 260 },
    });
    rows.release();
  });

  it('are found by the filters of their record', async () => {
    const rows = open();
    const filters = [{ column: 'track_type', text: '=1' }];
    await rows.arrange({ sort: [], filters });
    const [record] = await rows.query('rankRecords', { columns: [RANK] });
    const found = await rows.arrange({ sort: [], filters: [...filters, ...(record?.filters ?? [])] });
    expect(found.rows).toBe(record?.runners);
    rows.release();
  });

  it('have a return within its interval, the same each time, and none of one race or without a win', async () => {
    const rows = open();
    const [once, again] = [
      await rows.query('rankRecords', { columns: [RANK] }),
      await rows.query('rankRecords', { columns: [RANK] }),
    ];
    expect(again).toEqual(once);
    const { win } = once[0] ?? {};
    const percent = (win?.yen ?? 0) / (win?.n ?? 1);
    expect(win?.interval?.low).toBeLessThan(percent);
    expect(win?.interval?.high).toBeGreaterThan(percent);
    await rows.arrange({ sort: [], filters: [{ column: 'track_type', text: '=2' }] });
    const [alone] = await rows.query('rankRecords', { columns: [RANK] });
    expect(alone?.win).toEqual({ n: 1, yen: 9990 });
    await rows.arrange({ sort: [], filters: [{ column: 'order_of_finish', text: '>=2' }] });
    const [lost] = await rows.query('rankRecords', { columns: [RANK] });
    expect(lost?.win).toEqual({ n: 3, yen: 0 });
    rows.release();
  });

  it('have the same interval in any order of the rows', async () => {
    const rows = open();
    const inOrder = await rows.query('rankRecords', { columns: [RANK] });
    expect(inOrder[0]?.win.interval).toBeDefined();
    await rows.arrange({ sort: [{ column: 'racekey', direction: 'descending' }], filters: [] });
    expect(await rows.query('rankRecords', { columns: [RANK] })).toEqual(inOrder);
    rows.release();
  });
});

describe.each(inBothSizes(COLUMNS, [...TO_COME.slice(0, 1), ...ROWS, ...TO_COME.slice(1)]))(
  'cards of races to come in a %s result',
  (size, open) => {
    const [, without] = inBothSizes(COLUMNS, ROWS).find(([each]) => each === size) ?? [];

    it('change neither races nor figures nor intervals, only how many runners ranked first', async () => {
      const [rows, before] = [open(), without?.()];
      const [record] = await rows.query('rankRecords', { columns: [RANK] });
      const [known] = (await before?.query('rankRecords', { columns: [RANK] })) ?? [];
      expect(known?.win.interval).toBeDefined();
      expect(record).toEqual({ ...known, runners: (known?.runners ?? 0) + TO_COME.length });
      rows.release();
      before?.release();
    });
  },
);
