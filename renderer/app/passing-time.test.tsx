// The window while time passes, and when the computer's clock is set.

import { act, cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useToday } from '../client/use-today.ts';
import { useNow, useSecondsLeft } from '../components/use-now.ts';
import { draw } from '../testing/draw.tsx';
import { fakeBridge } from '../testing/fake-bridge.ts';
import { sheetOf } from '../testing/sheet-of.ts';
import { useRaceSheet } from '../features/race/use-race-sheet.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('a new day in Tokyo is noticed within a minute, with the window open', async () => {
  let today = '20261120';
  const Day = () => <p>{useToday()}</p>;
  const about = async () => ({ version: '0.1.0', host: 'web', today, dataDir: '/data' });
  await draw(<Day />, fakeBridge({ app: { about } }));
  await pass(1_000);
  expect(screen.getByText('20261120')).toBeDefined();
  today = '20261121';
  await pass(60_000);
  expect(screen.getByText('20261121')).toBeDefined();
});

it.each(['the window becomes visible', 'nothing tells of it'])(
  'after a sleep of the computer the day and the time are right within seconds: %s',
  async (how) => {
    const began = Date.now();
    let today = '20261120';
    const Clock = () => {
      const day = useToday();
      const hours = Math.floor((useNow() - began) / 3_600_000);
      return <p>{`${day} ${hours} h`}</p>;
    };
    const about = async () => ({ version: '0.1.0', host: 'web', today, dataDir: '/data' });
    await draw(<Clock />, fakeBridge({ app: { about } }));
    await pass(1_000);
    expect(screen.getByText('20261120 0 h')).toBeDefined();
    today = '20261121';
    // Timers stand still while the computer sleeps.
    vi.setSystemTime(began + 8 * 3_600_000);
    if (how === 'nothing tells of it') await pass(5_000);
    else {
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
      await pass(100);
    }
    expect(screen.getByText('20261121 8 h')).toBeDefined();
  },
);

it.each([-9, 9])('a countdown continues when the clock is set by %d hours', async (hours) => {
  const until = Date.now() + 60_000;
  const Left = () => <p>{useSecondsLeft(until)} s</p>;
  await draw(<Left />, fakeBridge());
  await pass(10_000);
  expect(screen.getByText('50 s')).toBeDefined();
  vi.setSystemTime(Date.now() + hours * 3_600_000);
  await pass(10_000);
  expect(screen.getByText('40 s')).toBeDefined();
});

it('a race that is open at midnight is read again, and stays on screen meanwhile', async () => {
  const answers: ((name: string) => void)[] = [];
  const client = fakeBridge({
    results: {
      read: () =>
        new Promise((resolve) => {
          answers.push((horse_name) => resolve(sheetOf([{ horse_name }])));
        }),
    },
  });
  const Race = () => {
    const [isPast, setPast] = useState(false);
    const { records } = useRaceSheet('result', '05266411', { isPast });
    return (
      <button type="button" onClick={() => setPast(true)}>
        {records[0]?.['horse_name'] ?? 'none'}
      </button>
    );
  };
  await draw(<Race />, client);
  await pass(100);
  await act(async () => answers[0]?.('of the day'));
  await pass(100);
  expect(screen.getByText('of the day')).toBeDefined();
  act(() => screen.getByRole('button', { name: 'of the day' }).click());
  await pass(100);
  expect(screen.getByText('of the day')).toBeDefined();
  await act(async () => answers[1]?.('of the past'));
  await pass(100);
  expect(screen.getByText('of the past')).toBeDefined();
});
