// What is said of a race without a result: the post time decides, as on the race day.

import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge } from '../../testing/fake-bridge.ts';
import { PendingOutcome } from './PendingNotice.tsx';

const RACE = { racekey: '05265611', racedate: '20261115', post_time: '1005' };

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it.each([
  ['2026-11-15T01:04Z', 'today', RACE, 'Not run yet'],
  ['2026-11-15T01:05Z', 'today', RACE, 'No result yet'],
  ['2026-11-15T01:04Z', 'today', { ...RACE, post_time: '' }, 'No result yet'],
  ['2026-11-14T01:05Z', 'coming', RACE, 'Not run yet'],
  ['2026-11-14T01:05Z', 'coming', { ...RACE, post_time: '' }, 'Not run yet'],
  ['2026-11-16T01:05Z', 'past', RACE, 'No result'],
] as const)('at %s, %s, of %o: %s', async (now, stage, race, title) => {
  vi.setSystemTime(now);
  await draw(
    <PendingOutcome racekey={race.racekey} race={race} stage={stage} pastTitle="No result" text="" />,
    fakeBridge({}),
  );
  expect(await screen.findByRole('heading', { name: title })).toBeDefined();
});
