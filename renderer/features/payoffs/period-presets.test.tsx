import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { RaceDay } from '#shared/bridge/days.ts';
import type { Period } from '../../components/periods.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge, TODAY } from '../../testing/fake-bridge.ts';
import { PeriodPresets } from './PeriodPresets.tsx';

const STORED: Period = { from: '20240106', to: '20261115' };

afterEach(cleanup);

/** `recent`: what is stored of the present table. */
async function drawPresets(
  stored: Partial<Period>,
  shown?: Period,
  days: readonly RaceDay[] = [],
  recent: Partial<Period> = {},
) {
  const chosen: Period[] = [];
  const client = fakeBridge({
    days: { stored: async ({ table }) => (table === 'd_hj' ? stored : table === 't_hj' ? recent : {}) },
  });
  await draw(
    <PeriodPresets days={days} today={TODAY} shown={shown} onShow={(period) => chosen.push(period)} />,
    client,
  );
  return chosen;
}

it('all days with stored payoffs are one click away', async () => {
  const chosen = await drawPresets(STORED);
  const button = await screen.findByRole('button', { name: 'All stored' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  expect(button.getAttribute('title')).toBe('2024-01-06 (Sat) – 2026-11-15 (Sun)');
  await userEvent.setup().click(button);
  expect(chosen).toEqual([STORED]);
});

it.each([
  ['later', STORED, { from: '20261114', to: '20261121' }, { from: STORED.from, to: '20261121' }],
  ['alone', {}, { from: '20261121', to: '20261122' }, { from: '20261121', to: '20261122' }],
  ['within', STORED, { from: '20261107', to: '20261108' }, STORED],
])('those of the present table belong to them: %s', async (_, stored, recent, all) => {
  const chosen = await drawPresets(stored, undefined, [], recent);
  const button = await screen.findByRole('button', { name: 'All stored' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await userEvent.setup().click(button);
  expect(chosen).toEqual([all]);
});

it('nothing is offered if no payoffs are stored', async () => {
  await drawPresets({});
  expect(await screen.findByRole('button', { name: 'Last 4 weeks' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'All stored' })).toHaveProperty('disabled', true);
});

it('the current period is marked', async () => {
  await drawPresets(STORED, STORED);
  const button = await screen.findByRole('button', { name: 'All stored' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  expect(button.getAttribute('aria-pressed')).toBe('true');
});

it('today is offered only on a race day, because its payoffs are arriving', async () => {
  const racing = { racedate: TODAY, racecourses: ['05'], past: false };
  const chosen = await drawPresets(STORED, undefined, [racing]);
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Today' }));
  expect(chosen).toEqual([{ from: TODAY, to: TODAY }]);
  cleanup();
  await drawPresets(STORED);
  expect(screen.getByRole('button', { name: 'Today' })).toHaveProperty('disabled', true);
});
