import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { StoredWorks } from '#shared/bridge/races.ts';
import { draw } from '../../../testing/draw.tsx';
import { fakeBridge } from '../../../testing/fake-bridge.ts';
import type { Row } from '../../../testing/sheet-of.ts';
import { WorkPanel } from './WorkPanel.tsx';

const work = (racekey: string, more: Row = {}): Row => ({
  racedate: '20261101',
  racekey,
  horse_number: '3',
  horse_id: 'HORSE0000001',
  horse_name: 'アルファ',
  exercise_date: '20261028',
  number_of_times: '1',
  exercise_course_cd: '11',
  work_kind: '2',
  ten: '140',
  shimai: '120',
  oikirisisu: '50',
  abreast_result: '',
  ...more,
});

interface Stored {
  readonly winners: readonly Row[];
  readonly ofHorse?: readonly Row[];
  readonly withoutCard?: number;
  readonly isComplete?: boolean;
}

const bridge = ({ winners, ofHorse = [], withoutCard = 0, isComplete = false }: Stored) =>
  fakeBridge({
    races: {
      works: async (): Promise<StoredWorks> => ({
        winners: [...winners],
        winnersInAll: winners.length,
        ofTrainer: winners.length,
        withResult: winners.length,
        withoutCard,
        ofHorse: [...ofHorse],
        summary: {
          complete: isComplete,
          reasons: isComplete ? [] : [{ reason: 'not_fetched', where: '20261008' }],
          quarantined: 0,
          drift: 0,
          repeated: 0,
        },
      }),
    },
  });

const drawPanel = (own: Row, stored: Stored) =>
  draw(
    <WorkPanel works={[own]} entry={{ trainer_cd: '10001', trainer_name: '山田' }} racedate="20261122" />,
    bridge(stored),
  );

afterEach(cleanup);

describe('the work of a runner', () => {
  it('is compared with the works of its trainer’s winners in words, each with its n', async () => {
    const winners = ['118', '121', '124'].map((shimai, at) => work(`0526560${at + 1}`, { shimai }));
    await drawPanel(work('05265711', { shimai: '117', work_kind: '3' }), { winners, withoutCard: 7 });
    const part = await screen.findByRole('region', { name: 'Against the works of 山田’s winners' });
    expect(part.textContent).toContain('3 winners with a stored work since 2026-11-01 (Sun)');
    expect(part.textContent).toContain('Incomplete');
    expect(part.textContent).toContain('The trainer of 7 other works is not known');
    const rows = within(part).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.lastElementChild?.textContent)).toEqual([
      'the most usual: 3 of 3 winners',
      'as none of 3 winners',
      'inside the winners’ range',
      'faster than the winners’ range',
      'inside the winners’ range',
    ]);
    expect(rows[3]?.textContent).toContain('11.711.8–12.4 lowest to highest3');
  });

  it.each([true, false])('shows whether the days before its race are all stored: %s', async (isComplete) => {
    await drawPanel(work('05265711'), { winners: [work('05265601')], isComplete });
    const part = await screen.findByRole('region', { name: 'Against the works of 山田’s winners' });
    expect((part.textContent ?? '').includes('Incomplete')).toBe(!isComplete);
  });

  it('says so if no winner’s work is stored', async () => {
    await drawPanel(work('05265711'), { winners: [] });
    expect(await screen.findByText(/No work of a winner of this trainer is stored \(n=0/)).toBeDefined();
    expect(screen.getByText(/this week’s included: 1, none with a partner/)).toBeDefined();
  });

  it('lists the works with a partner, and how they ended', async () => {
    const before = work('05265501', { exercise_date: '20261007', abreast_result: '3', abreast_age: '4' });
    await drawPanel(work('05265711', { abreast_result: '1' }), {
      winners: [],
      ofHorse: [before, work('05265301')],
    });
    const part = await screen.findByRole('region', { name: 'With a partner' });
    expect(part.textContent).toContain('included: 3, of which with a partner: 2');
    expect(part.textContent).toContain('1 ahead, 0 level, 1 behind');
    expect(within(part).getAllByRole('row')).toHaveLength(3);
  });
});
