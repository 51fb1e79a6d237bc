import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Entries } from '#shared/bridge/races.ts';
import type { ResultSource } from '#shared/bridge/source.ts';
import { RUNS as RUNS_SUBJECT } from '#shared/catalogue/subjects/runs.ts';
import { useNavigationStore, useRoute, useStepId, navigation } from '../../app/navigation/navigation.ts';
import { currentStep } from '../../app/navigation/trail.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge } from '../../testing/fake-bridge.ts';
import { sheetOf, type Row } from '../../testing/sheet-of.ts';
import { HorseScreen } from './HorseScreen.tsx';
import { HORSE_RUN_COLUMNS } from '#shared/racing/horse-run-columns.ts';

const run = (racedate: string, racekey: string, order_of_finish: string, more: Row = {}): Row => ({
  racedate,
  racekey,
  racecourse_cd: racekey.slice(0, 2),
  order_of_finish,
  trouble_classification: '0',
  distance: '1600',
  track_type: '1',
  turf_condition_cd: '1',
  idm: '40',
  idm_rawscore: '40',
  ...more,
});

const MASTERS: readonly Row[] = [
  { horse_id: 'HORSE0000001', horse_name: 'ムカシノナマエ', updated_at: '20250101' },
  {
    horse_id: 'HORSE0000001',
    horse_name: 'アルファ',
    birth_date: '20220412',
    sex_cd: '2',
    sire_name: 'チチ',
    sire_birth_year: '2004',
    updated_at: '20261101',
  },
];

const RUNS: readonly Row[] = [
  run('20261115', '05265611', '1'),
  run('20261101', '05265505', '0', { trouble_classification: '3' }),
  run('20261001', '3926A105', '2', { distance: null, track_type: null }),
];

const RIVAL = { racekey: '05265611', racedate: '20261115', time_record: '950' };

const bridge = (
  masters: readonly Row[],
  runs: readonly Row[],
  coming: Entries = { entries: [], days: [] },
  conditions: readonly Row[] = [],
  lookup: Promise<void> = Promise.resolve(),
) =>
  fakeBridge({
    find: {
      people: async ({ codes }: { codes: readonly string[] }) => {
        await lookup;
        return codes.filter((code) => code === '10190').map((code) => ({ code, name: '地方花子' }));
      },
    },
    races: {
      entries: async () => coming,
      conditions: async () => [...conditions],
      rivals: async () => [
        { ...RIVAL, horse_id: 'HORSE0000001', horse_number: '07', order_of_finish: '1' },
        {
          ...RIVAL,
          horse_id: 'HORSE0000002',
          horse_number: '11',
          horse_name: 'ベータ',
          order_of_finish: '4',
        },
      ],
    },
    results: {
      read: async ({ source }: { source: ResultSource }) =>
        sheetOf(source.kind === 'subject' ? runs : masters),
    },
  });

function Window() {
  const place = useRoute();
  const step = useStepId();
  if (place.screen === 'table') return <p>{`${place.table} ${place.filter?.horse_id}`}</p>;
  if (place.screen === 'race') return <p>{`${place.racekey} ${place.tab}`}</p>;
  return <HorseScreen key={step} horse_id="HORSE0000001" />;
}

afterEach(cleanup);

describe('the horse screen', () => {
  it('shows the newest master record and that there are several', async () => {
    await draw(<Window />, bridge(MASTERS, RUNS), 'ja');
    expect(await screen.findByRole('heading', { level: 1, name: 'アルファ' })).toBeDefined();
    expect(screen.getByText(/2件/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'チチ' }).closest('dd')?.textContent).toContain('2004');
  });

  it.each([
    ['1', true],
    ['0', false],
    ['false', false],
    [null, false],
  ])('says that a horse has left racing by the flag %j: %j', async (deregistered_flag, isSaid) => {
    await draw(<Window />, bridge([{ ...MASTERS[1], deregistered_flag }], RUNS));
    await screen.findByRole('heading', { level: 1, name: /アルファ/ });
    expect(screen.queryByText('Deregistered') !== null).toBe(isSaid);
  });

  it('shows the record with n beside each rate, and where the runs are known from', async () => {
    await draw(<Window />, bridge(MASTERS, RUNS));
    const record = await screen.findByRole('region', { name: 'Record' });
    expect(record.textContent).toContain('1st-2nd-3rd-others1-1-0-1');
    expect(record.textContent).toContain('Win33.3% n=3');
    expect(record.textContent).toContain('Win return– n=0');
    expect(screen.getByText(/With race conditions: 2; without: 1/)).toBeDefined();
  });

  it('shows the same of the fields that it requests as of all', async () => {
    const fields = RUNS_SUBJECT.columns.map(({ name }) => name);
    const all: Row = {
      ...Object.fromEntries(fields.map((name, at) => [name, String(at % 9)])),
      ...run('20261115', '05265611', '2'),
      selected_lane_cd: '1',
      ...Object.fromEntries(
        [1, 2, 3, 4, 5].map((lane) => [`meeting_straight_track_diff${lane}`, String(-lane)]),
      ),
    };
    const part = Object.fromEntries(HORSE_RUN_COLUMNS.map((name) => [name, all[name] ?? null]));
    const shownOf = async (row: Row): Promise<unknown> => {
      await draw(<Window />, bridge(MASTERS, [row]));
      await screen.findByRole('region', { name: 'Record' });
      await screen.findByText('ベータ');
      const links = [...document.querySelectorAll('a')].map(({ href }) => href);
      const shown = [document.body.textContent, links];
      cleanup();
      return shown;
    };
    expect(await shownOf(part)).toEqual(await shownOf(all));
    for (const name of HORSE_RUN_COLUMNS) expect(fields).toContain(name);
  });

  it('opens the runs behind a figure, filtered', async () => {
    const user = userEvent.setup();
    await draw(<Window />, bridge(MASTERS, RUNS));
    const table = await screen.findByRole('region', { name: 'By surface' });
    expect(within(table).getByText('Turf').closest('tr')?.textContent).toContain('Turf21');
    await user.click(within(table).getByRole('button', { name: /^Turf/ }));
    expect(screen.getByText('runs HORSE0000001')).toBeDefined();
    const { memory } = currentStep(useNavigationStore.getState().trail);
    // Those that were scratched are not counted.
    expect(memory['rows']).toMatchObject({
      filters: [
        { column: 'track_type', text: '=1', on: true },
        { column: 'took_part', text: '=1', on: true },
      ],
    });
  });

  it('says the runs in a sentence and in a table; a run of the chart opens its race by keyboard', async () => {
    const user = userEvent.setup();
    await draw(<Window />, bridge(MASTERS, RUNS));
    expect(
      await screen.findByText(
        /3 runs from 2026-10-01 \(Thu\) to 2026-11-15 \(Sun\)\. IDM 40 to 40, last 40 \(n=3\)/,
      ),
    ).toBeDefined();
    const chart = screen.getByRole('group', { name: 'Runs of the chart, the oldest first' });
    chart.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    await user.keyboard('{End}');
    expect(document.activeElement?.getAttribute('aria-label')).toContain(
      '2026-11-15 (Sun) Tokyo 11R: finish 1',
    );
    await user.keyboard('{ArrowLeft}');
    expect(document.activeElement?.getAttribute('aria-label')).toContain(
      '2026-11-01 (Sun) Tokyo 5R: Stopped, ',
    );
    await user.keyboard('{Enter}');
    expect(screen.getByText('05265505 result')).toBeDefined();
    navigation.back();
    await user.click(await screen.findByRole('button', { name: 'As a table' }));
    const figures = screen.getByRole('table', { name: 'Index, body weight and finish' });
    expect(within(figures).getAllByRole('row')).toHaveLength(4);
  });

  it('leads from its heading into the runs, past the chart', async () => {
    const user = userEvent.setup();
    await draw(<Window />, bridge(MASTERS, RUNS));
    const grid = await screen.findByRole('grid', { name: 'Runs' });
    (await screen.findByRole('heading', { level: 1, name: 'アルファ' })).focus();
    await user.keyboard('{ArrowDown}');
    expect(grid.contains(document.activeElement)).toBe(true);
  });

  it('lists the opponents of the stored results, and says of how many runs they are', async () => {
    const user = userEvent.setup();
    await draw(<Window />, bridge(MASTERS, RUNS));
    const opponents = await screen.findByRole('region', { name: 'Opponents met' });
    expect(opponents.textContent).toContain('Incomplete: from the stored results of 1 of 3 known runs.');
    const line = within(opponents).getByRole('link', { name: 'ベータ' }).closest('tr');
    expect(line?.textContent).toBe('ベータ1102026-11-15 (Sun) Tokyo 11R1 – 4');
    await user.click(within(opponents).getByRole('button', { name: 'Beat it (0)' }));
    expect(within(opponents).getByText('None.')).toBeDefined();
    await user.click(within(opponents).getByRole('button', { name: 'Beaten by it (1)' }));
    await user.click(within(opponents).getByRole('link', { name: '2026-11-15 (Sun) Tokyo 11R' }));
    expect(screen.getByText('05265611 result')).toBeDefined();
    expect(currentStep(useNavigationStore.getState().trail).route).toMatchObject({ runner: 7 });
  });

  it('says where the horse runs next, and on which days’ cards that is known', async () => {
    const entry = {
      racedate: '20261128',
      racekey: '05265711',
      horse_number: '09',
      jockey_name: '田中一',
      jockey_cd: '01001',
    };
    const coming = {
      entries: [
        { entry: { ...entry, criteria_win_odds: '7.5' }, isWithdrawn: false },
        { entry: { ...entry, racekey: '05265712' }, isWithdrawn: true },
      ],
      days: [{ racedate: '20261128', races: 36 }],
    };
    await draw(<Window />, bridge(MASTERS, RUNS, coming));
    const next = await screen.findByRole('region', { name: 'Runs next' });
    expect(await within(next).findByText('Stored cards: 2026-11-28 (Sat) 36R')).toBeDefined();
    const [first, second] = within(next).getAllByRole('row');
    expect(first?.textContent).toContain('2026-11-28 (Sat) Tokyo 11R');
    expect(first?.textContent).toContain('田中一Reference odds 7.5');
    expect(second?.textContent).toContain('Withdrawn');
    await userEvent.setup().click(within(next).getByRole('link', { name: '2026-11-28 (Sat) Tokyo 11R' }));
    expect(screen.getByText('05265711 card')).toBeDefined();
    expect(currentStep(useNavigationStore.getState().trail).route).toMatchObject({ runner: 9 });
  });

  it('says of a race to come how many runners it has, not that they ran', async () => {
    const coming = {
      entries: [{ entry: { racedate: '20261128', racekey: '05265711' }, isWithdrawn: false }],
      days: [{ racedate: '20261128', races: 36 }],
    };
    const client = bridge(MASTERS, RUNS, coming, [
      { racekey: '05265711', track_type: '1', distance: '1600', headcount: '16' },
    ]);
    await draw(<Window />, client);
    const next = await screen.findByRole('region', { name: 'Runs next' });
    expect(await within(next).findByText(/Turf 1600 – 16 runners/)).toBeDefined();
  });

  it('names each rider by any stored record, and says of a code that it is one', async () => {
    const runs = [
      run('20261115', '05265611', '1', { rider_cd: '01001', rider_name: '田中一' }),
      run('20261101', '05265505', '2', { rider_cd: '01001', rider_name: null }),
      run('20261018', '05265405', '2', { rider_cd: '10190', rider_name: null }),
      run('20261004', '05265305', '2', { rider_cd: '10191', rider_name: null }),
      run('20260927', '05265205', '2', { rider_cd: null, rider_name: null }),
    ];
    await draw(<Window />, bridge(MASTERS, runs));
    const table = await screen.findByRole('region', { name: 'By jockey' });
    expect(await within(table).findByText('地方花子')).toBeDefined();
    expect(within(table).queryByText('10190')).toBeNull();
    for (const label of ['田中一', 'code 10191', 'not known'])
      expect(within(table).getByText(label)).toBeDefined();
    const grid = screen.getByRole('grid', { name: 'Runs' });
    expect(within(grid).getAllByText('田中一')).toHaveLength(2);
    for (const shown of ['地方花子', 'code 10191']) expect(within(grid).getByText(shown)).toBeDefined();
  });

  it('is busy while names of riders are looked up, and shows their codes until then', async () => {
    const lookup = Promise.withResolvers<void>();
    const runs = [run('20261018', '05265405', '2', { rider_cd: '10190', rider_name: null })];
    await draw(<Window />, bridge(MASTERS, runs, undefined, undefined, lookup.promise));
    const grid = await screen.findByRole('grid', { name: 'Runs' });
    expect(within(grid).getByText('code 10190')).toBeDefined();
    expect(grid.closest('[aria-busy="true"]')).not.toBeNull();
    lookup.resolve();
    expect(await within(grid).findByText('地方花子')).toBeDefined();
    expect(grid.closest('[aria-busy="true"]')).toBeNull();
  });

  it('says that no card from today on is stored', async () => {
    await draw(<Window />, bridge(MASTERS, RUNS));
    const next = await screen.findByRole('region', { name: 'Runs next' });
    expect(await within(next).findByText('No card from today on is stored.')).toBeDefined();
  });

  it('says in words what hid a better performance', async () => {
    const troubled = run('20261115', '05265611', '7', {
      correction_value_adverse: '3',
      correction_value_adverse_lasthalf: '3',
      correction_value_start: '2',
    });
    await draw(<Window />, bridge(MASTERS, [troubled, ...RUNS.slice(1)]));
    const hidden = await screen.findByRole('region', { name: 'Better than it looked' });
    expect(hidden.textContent).toContain('Corrections are known for 3 of 3 known runs');
    expect(within(hidden).getByText('trouble (late) +3; slow start +2').closest('tr')?.textContent).toContain(
      '+5',
    );
  });

  it('says that nothing is known of what hid a performance, not that there was nothing', async () => {
    await draw(<Window />, bridge(MASTERS, [run('20261115', '05265611', '7', { idm_rawscore: null })]));
    const hidden = await screen.findByRole('region', { name: 'Better than it looked' });
    expect(hidden.textContent).toContain('Not known yet of these runs.');
    cleanup();
    await draw(<Window />, bridge(MASTERS, [run('20261115', '05265611', '7', { idm: '40' })]));
    const known = await screen.findByRole('region', { name: 'Better than it looked' });
    expect(known.textContent).toContain('is recorded of these runs.');
  });

  it('shows the four runs that were corrected most, and all of them on demand', async () => {
    const user = userEvent.setup();
    const corrected = Array.from({ length: 6 }, (_, at) =>
      run(`2026100${at + 1}`, `0526401${at}`, '5', { idm: '40', correction_value_start: String(at + 2) }),
    );
    await draw(<Window />, bridge(MASTERS, corrected));
    const hidden = await screen.findByRole('region', { name: 'Better than it looked' });
    const points = () =>
      within(hidden)
        .getAllByText(/^\+\d$/)
        .map((cell) => cell.textContent);
    expect(points()).toEqual(['+7', '+6', '+5', '+4']);
    await user.click(within(hidden).getByRole('button', { name: 'Show all 6' }));
    expect(points()).toHaveLength(6);
    await user.click(within(hidden).getByRole('button', { name: 'Show the largest' }));
    expect(points()).toHaveLength(4);
  });

  it('opens the result of a run, and returns to that run', async () => {
    const user = userEvent.setup();
    await draw(<Window />, bridge(MASTERS, RUNS));
    const grid = await screen.findByRole('grid', { name: 'Runs' });
    grid.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')?.focus();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(screen.getByText('05265505 result')).toBeDefined();
    navigation.back();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('2026-11-01 (Sun)'));
  });

  it('returns to the run that was clicked', async () => {
    const user = userEvent.setup();
    await draw(<Window />, bridge(MASTERS, RUNS));
    const grid = await screen.findByRole('grid', { name: 'Runs' });
    await user.click(within(grid).getByRole('button', { name: '2026-11-01 (Sun)' }));
    navigation.back();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('2026-11-01 (Sun)'));
  });

  it('has no link for a run that the service does not have', async () => {
    await draw(<Window />, bridge(MASTERS, RUNS));
    const grid = await screen.findByRole('grid', { name: 'Runs' });
    expect(within(grid).queryByRole('button', { name: '2026-10-01 (Thu)' })).toBeNull();
    expect(within(grid).getByText('Stopped')).toBeDefined();
  });

  it('explains how to get runs if none is known', async () => {
    await draw(<Window />, bridge([], []));
    expect(await screen.findByText('No runs known')).toBeDefined();
    expect(await screen.findByText('Horse not found')).toBeDefined();
  });
});
