// Who rode, and with what weight, on the result of a race: its records name nobody.

import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge, TODAY } from '../../testing/fake-bridge.ts';
import { readTables } from '../../testing/fake-tables.ts';
import type { Row } from '../../testing/sheet-of.ts';
import type { RaceTab } from './race-tabs.ts';
import { RaceScreen } from './RaceScreen.tsx';

const RACEKEY = '05265611';

const runner = (horse_number: string, more: Row): Row => ({ racekey: RACEKEY, horse_number, ...more });

const TABLES: Readonly<Record<string, readonly Row[]>> = {
  d_ra: [{ racekey: RACEKEY, racedate: '20261115', racecourse_cd: '05' }],
  d_ky: [
    runner('1', {
      horse_name: 'アルファ',
      jockey_cd: '01001',
      jockey_name: '騎手甲',
      weight_to_carry: '570',
    }),
    runner('2', { horse_name: 'ベータ', jockey_cd: '01002', jockey_name: '騎手乙', weight_to_carry: '540' }),
  ],
  d_se: ['1', '2'].map((number) => runner(number, { order_of_finish: number, trouble_classification: '0' })),
};

async function open(tab: RaceTab, prerace: readonly Row[]): Promise<void> {
  const read = readTables((table) => (table === 't_pd' ? prerace : (TABLES[table] ?? [])), TODAY);
  await draw(<RaceScreen racekey={RACEKEY} tab={tab} />, fakeBridge({ results: { read } }));
}

async function openResult(prerace: readonly Row[]): Promise<HTMLElement> {
  await open('result', prerace);
  return await screen.findByRole('grid', { name: 'Result' });
}

afterEach(cleanup);

it('are those of the pre-race record, marked if the card has others', async () => {
  const grid = await openResult([
    runner('01', { jockey_cd: '01001', jockey_name: '騎手甲', weight_to_carry: '570' }),
    runner('02', { jockey_cd: '01009', jockey_name: '代打', weight_to_carry: '550' }),
  ]);
  expect((await within(grid).findByTitle('No. 2: jockey 騎手乙 → 代打.')).textContent).toBe('chg 代打');
  expect(within(grid).queryByText('騎手乙')).toBeNull();
  expect(within(grid).getByText('騎手甲')).toBeDefined();
  // The one who rode has a smaller allowance.
  const weight = within(grid).getByTitle('No. 2: carried weight 54.0 → 55.0.');
  expect(weight.textContent).toBe('chg 55.0');
  expect(within(grid).queryByText('54.0')).toBeNull();
  expect(within(grid).getByText('57.0')).toBeDefined();
  expect(screen.getByText(/^Riders and weights are from the pre-race records/)).toBeDefined();
  expect(screen.queryByText(/may have changed since/)).toBeNull();
});

it.each([[[]], [[runner('01', { jockey_cd: '01001', jockey_name: '騎手甲' })]]])(
  'may be others than the card’s where no pre-race record states them',
  async (prerace) => {
    const grid = await openResult(prerace);
    expect(await within(grid).findByText('騎手乙')).toBeDefined();
    expect(within(grid).getByText('54.0')).toBeDefined();
    expect(screen.getByText(/may have changed since/)).toBeDefined();
  },
);

it('are listed above the pre-race records if the card has others, each with its unit', async () => {
  await open('prerace', [
    runner('01', { jockey_cd: '01001', jockey_name: '騎手甲', weight_to_carry: '570' }),
    runner('02', { jockey_cd: '01009', jockey_name: '代打', weight_to_carry: '550' }),
  ]);
  const notice = (await screen.findByText('Changes since the card')).closest('.notice');
  expect(notice?.textContent).toContain(
    'No. 2: jockey 騎手乙 → 代打.No. 2: carried weight 54.0 kg → 55.0 kg.',
  );
  expect(notice?.textContent).not.toContain('No. 1');
  cleanup();
  await open('prerace', [runner('01', { jockey_cd: '01001', jockey_name: '騎手甲', weight_to_carry: null })]);
  expect(await screen.findByRole('grid', { name: 'Pre-race' })).toBeDefined();
  expect(screen.queryByText('Changes since the card')).toBeNull();
});
