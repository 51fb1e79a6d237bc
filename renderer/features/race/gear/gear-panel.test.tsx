import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { draw } from '../../../testing/draw.tsx';
import { fakeBridge } from '../../../testing/fake-bridge.ts';
import { GearPanel } from './GearPanel.tsx';

const RUNNER = { horse_number: '3', bracket_number: '2', horse_name: 'アルファ' };

afterEach(cleanup);

describe('gear and legs of a runner', () => {
  it('are named in a drawing and in a table, with what differs from the last run', async () => {
    const runner = {
      ...RUNNER,
      this_gear1_cd: '001',
      this_leg_left_front1_cd: '002',
      change_equipment_flag: '2',
    };
    const previous = { race_back_1_racedate: '20261018', race_back_1_tack_cd1: '002' };
    await draw(<GearPanel runner={runner} previous={previous} isDebut={false} />, fakeBridge({}));
    const panel = screen.getByRole('region', { name: 'Gear and legs: アルファ' });
    expect(panel.textContent).toContain('Compared with its last run on 2026-10-18 (Sun)');
    expect(panel.textContent).toContain('Equipment change: Change (special order: noteworthy)');
    const rows = within(panel).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      'EyesBlinkersnew',
      'Left foreFetlock swollennew',
      'NoseShadow rollnot noted this time',
    ]);
    expect(within(panel).getByTitle('Eyes: +Blinkers')).toBeDefined();
  });

  it('are not there without anything to show', async () => {
    await draw(<GearPanel runner={RUNNER} previous={undefined} isDebut={false} />, fakeBridge({}));
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('say that changes are not known without the last run', async () => {
    await draw(
      <GearPanel runner={{ ...RUNNER, this_gear1_cd: '001' }} previous={undefined} isDebut={false} />,
      fakeBridge({}),
    );
    expect(screen.getByText(/is not stored, so changes are not known/)).toBeDefined();
    expect(screen.getByRole('row', { name: 'Eyes Blinkers not known' })).toBeDefined();
  });

  it('of a first run are compared with nothing', async () => {
    const runner = { ...RUNNER, this_gear1_cd: '001' };
    await draw(<GearPanel runner={runner} previous={{}} isDebut />, fakeBridge({}));
    expect(screen.getByText('Its first run: there is nothing to compare with.')).toBeDefined();
    expect(screen.getByRole('row', { name: 'Eyes Blinkers' })).toBeDefined();
    expect(screen.queryByRole('columnheader', { name: 'Since the last run' })).toBeNull();
  });
});
