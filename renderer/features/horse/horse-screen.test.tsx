import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { ResultSource } from '#shared/bridge/source.ts';
import { useRoute, useStepId, navigation } from '../../app/navigation/navigation.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge } from '../../testing/fake-bridge.ts';
import { sheetOf, type Row } from '../../testing/sheet-of.ts';
import { HorseScreen } from './HorseScreen.tsx';

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

const bridge = (masters: readonly Row[], runs: readonly Row[]) =>
  fakeBridge({
    results: {
      read: async ({ source }: { source: ResultSource }) =>
        sheetOf(source.kind === 'subject' ? runs : masters),
    },
  });

function Window() {
  const place = useRoute();
  const step = useStepId();
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

  it('shows the record with n beside each rate, and where the runs are known from', async () => {
    await draw(<Window />, bridge(MASTERS, RUNS));
    const record = await screen.findByRole('region', { name: 'Record' });
    const all = within(record).getByRole('rowheader', { name: 'All runs' }).closest('tr');
    expect(all?.textContent).toBe('All runs31-1-0-133% n=367% n=3');
    expect(screen.getByText(/2 runs with race conditions, 1 without/)).toBeDefined();
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
