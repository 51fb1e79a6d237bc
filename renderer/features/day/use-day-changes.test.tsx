import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import type { Sheet } from '#shared/bridge/results.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge } from '../../testing/fake-bridge.ts';
import { sheetOf, type Row } from '../../testing/sheet-of.ts';
import { DayChangesPanel } from './DayChangesPanel.tsx';
import { useDayChanges, type ComparedSheets } from './use-day-changes.ts';

const DAY = '20261128';
const RACE = '05266701';

/** A day as it was read at a time of day in Tokyo, with the win odds of number 1. */
function readAt(time: string, odds?: string): ComparedSheets {
  const read = (rows: readonly Row[]) =>
    ({
      data: sheetOf(rows),
      dataUpdatedAt: Date.parse(`2026-11-28T${time}+09:00`),
      isError: false,
    }) as unknown as UseQueryResult<Sheet>;
  return {
    races: read([{ racekey: RACE, post_time: '1605' }]),
    meetings: read([]),
    entries: read([{ racekey: RACE, horse_number: '01', horse_name: 'イチバンメ', jockey_name: '騎手' }]),
    prerace: read(odds === undefined ? [] : [{ racekey: RACE, horse_number: '01', win_odds: odds }]),
    results: read([]),
  };
}

const LOADING = { data: undefined, dataUpdatedAt: 0, isError: false } as unknown as UseQueryResult<Sheet>;

function Changes({ sheets }: { readonly sheets: ComparedSheets }) {
  const heading = useRef<HTMLHeadingElement>(null);
  return <DayChangesPanel found={useDayChanges(sheets, DAY, DAY)} heading={heading} />;
}

const remembered = new Map<string, string>();

const bridge = fakeBridge({
  settings: {
    recall: async ({ key }: { key: string }) => ({ json: remembered.get(key) }),
    remember: async ({ key, json }: { key: string; json: string }) => {
      remembered.set(key, json);
      return {};
    },
  },
});

/** Opens the day in a window that was just started. */
const open = (sheets: ComparedSheets) => {
  cleanup();
  return draw(<Changes sheets={sheets} />, bridge);
};

const kept = (): string => remembered.get('day.seen') ?? '';

afterEach(() => {
  cleanup();
  remembered.clear();
});

it('calls the first look so while it lasts, and names its time from the second on', async () => {
  await open(readAt('08:00'));
  expect(await screen.findByText(/first look at this day/)).toBeDefined();
  await waitFor(() => expect(kept()).toContain(RACE));
  expect(screen.getByText(/first look at this day/)).toBeDefined();
  await open(readAt('13:08'));
  expect(await screen.findByText('Nothing has changed since 2026-11-28 (Sat) 08:00.')).toBeDefined();
});

it('keeps the time of the first look when more becomes known, and after restarts', async () => {
  await open(readAt('08:00'));
  await waitFor(() => expect(kept()).toContain(RACE));
  await open(readAt('12:30', '10.0'));
  expect(await screen.findByText(/since 2026-11-28 \(Sat\) 08:00/)).toBeDefined();
  await waitFor(() => expect(kept()).toContain('"o":10'));
  await open(readAt('13:08', '10.1'));
  expect(await screen.findByText(/since 2026-11-28 \(Sat\) 08:00/)).toBeDefined();
});

it('lists odds that moved in small steps, until the day is marked as seen', async () => {
  for (const [time, odds] of [
    ['08:00', '10.0'],
    ['09:00', '14.0'],
  ] as const) {
    await open(readAt(time, odds));
    await waitFor(() => expect(kept()).toContain('"o":10'));
  }
  await open(readAt('10:00', '19.0'));
  expect(await screen.findByText('odds 10.0 → 19.0')).toBeDefined();
  await open(readAt('11:00', '26.0'));
  expect(await screen.findByText('odds 10.0 → 26.0')).toBeDefined();
  expect(screen.getByText(/^Since 2026-11-28 \(Sat\) 08:00 in Tokyo/)).toBeDefined();

  fireEvent.click(screen.getByRole('button', { name: 'Mark as seen' }));
  expect(await screen.findByText('Nothing has changed since 2026-11-28 (Sat) 11:00.')).toBeDefined();
  await open(readAt('12:00', '27.0'));
  expect(await screen.findByText('Nothing has changed since 2026-11-28 (Sat) 11:00.')).toBeDefined();
});

it('adds what becomes known while changes are listed, and lists these on', async () => {
  await open(readAt('08:00'));
  await waitFor(() => expect(kept()).toContain('"post":"16:05"'));
  remembered.set('day.seen', kept().replace('16:05', '15:50'));
  await open(readAt('09:00', '10.0'));
  expect(await screen.findByText('post time 15:50 → 16:05')).toBeDefined();
  await waitFor(() => expect(kept()).toContain('"o":10'));
  expect(screen.getByText('post time 15:50 → 16:05')).toBeDefined();
  expect(screen.queryByText(/odds/)).toBeNull();
});

it('finds that the day was seen in another window after this one had started', async () => {
  await open(readAt('08:00'));
  await waitFor(() => expect(kept()).toContain(RACE));
  const seenElsewhere = kept();
  remembered.clear();

  /** Shows the day when it is called for. */
  function Later() {
    const [isShown, show] = useState(false);
    return isShown ? (
      <Changes sheets={readAt('13:08')} />
    ) : (
      <button type="button" onClick={() => show(true)}>
        Show
      </button>
    );
  }
  cleanup();
  const { cache } = await draw(
    <>
      <Changes sheets={{ ...readAt('09:00'), races: LOADING }} />
      <Later />
    </>,
    bridge,
  );
  await waitFor(() => expect(cache.isFetching()).toBe(0));
  remembered.set('day.seen', seenElsewhere);
  fireEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(await screen.findByText(/since 2026-11-28 \(Sat\) 08:00/)).toBeDefined();
  expect(kept()).toBe(seenElsewhere);
});
