import { ORPCError } from '@orpc/client';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
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

const ENTRIES = [{ racekey: RACE, horse_number: '01', horse_name: 'イチバンメ', jockey_name: '騎手' }];

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
    entries: read(ENTRIES),
    prerace: read(odds === undefined ? [] : [{ racekey: RACE, horse_number: '01', win_odds: odds }]),
    results: read([]),
  };
}

const LOADING = { data: undefined, dataUpdatedAt: 0, isError: false } as unknown as UseQueryResult<Sheet>;

interface ChangesProps {
  readonly sheets: ComparedSheets;
  readonly racedate?: string;
}

function Changes({ sheets, racedate = DAY }: ChangesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  return <DayChangesPanel found={useDayChanges(sheets, racedate, DAY)} heading={heading} />;
}

const remembered = new Map<string, string>();

/** What another window does just before a write of this one arrives. */
let beforeWrite: () => void | Promise<void> = () => undefined;

const bridge = fakeBridge({
  settings: {
    recall: async ({ key }: { key: string }) => ({ json: remembered.get(key) }),
    remember: async ({ key, json, over }: { key: string; json: string; over?: string }) => {
      await beforeWrite();
      if (over !== undefined && over !== (remembered.get(key) ?? ''))
        throw new ORPCError('RAILBIRD', {
          defined: true,
          data: { code: 'CHANGED_ELSEWHERE', values: { name: key } },
        });
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
  beforeWrite = () => undefined;
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

const NEXT_DAY = '20261129';

/** A window beside the others. */
const alsoOpen = async (sheets: ComparedSheets, racedate = DAY) => {
  const { container } = await draw(<Changes sheets={sheets} racedate={racedate} />, bridge);
  return { window: within(container) };
};

const seenAt = (racedate: string): string | undefined => {
  const days = JSON.parse(kept()) as Readonly<Record<string, { readonly at: number }>>;
  const at = days[racedate]?.at;
  return at === undefined ? undefined : new Date(at).toISOString().slice(11, 16);
};

/** In UTC. */
const EIGHT = '23:00';
const ELEVEN = '02:00';

it('keeps what two windows mark as seen: neither takes back the other', async () => {
  for (const racedate of [DAY, NEXT_DAY]) {
    cleanup();
    await alsoOpen(readAt('08:00', '10.0'), racedate);
    await waitFor(() => expect(seenAt(racedate)).toBe(EIGHT));
  }
  cleanup();
  const one = await alsoOpen(readAt('11:00', '26.0'));
  const other = await alsoOpen(readAt('11:00', '26.0'), NEXT_DAY);
  for (const { window } of [one, other])
    fireEvent.click(await window.findByRole('button', { name: 'Mark as seen' }));
  for (const { window } of [one, other])
    expect(await window.findByText(/Nothing has changed since .* 11:00/)).toBeDefined();
  await waitFor(() => expect([seenAt(DAY), seenAt(NEXT_DAY)]).toEqual([ELEVEN, ELEVEN]));
});

it('is not taken back by what becomes known in a window that still has the earlier look', async () => {
  await open(readAt('08:00', '10.0'));
  await waitFor(() => expect(seenAt(DAY)).toBe(EIGHT));
  const second = { racekey: RACE, horse_number: '02', horse_name: 'ニバンメ', jockey_name: '別の騎手' };
  const now = readAt('11:00', '26.0');
  const more: ComparedSheets = {
    ...readAt('11:05', '26.0'),
    entries: { ...LOADING, data: sheetOf([...ENTRIES, second]) } as unknown as UseQueryResult<Sheet>,
  };

  function Growing() {
    const [sheets, show] = useState(now);
    return (
      <>
        <Changes sheets={sheets} />
        <button type="button" onClick={() => show(more)}>
          More
        </button>
      </>
    );
  }
  cleanup();
  await draw(<Growing />, bridge);
  expect(await screen.findByText('odds 10.0 → 26.0')).toBeDefined();
  const { window } = await alsoOpen(now);
  fireEvent.click(await window.findByRole('button', { name: 'Mark as seen' }));
  await waitFor(() => expect(seenAt(DAY)).toBe(ELEVEN));

  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  await waitFor(() => expect(kept()).toContain('別の騎手'));
  expect(seenAt(DAY)).toBe(ELEVEN);
  expect(kept()).toContain('"o":26');
  await waitFor(() => expect(screen.queryByText('odds 10.0 → 26.0')).toBeNull());
});

it('is not compared with an earlier read of another window', async () => {
  await open(readAt('08:00', '10.0'));
  await waitFor(() => expect(seenAt(DAY)).toBe(EIGHT));
  await open(readAt('11:00', '26.0'));
  const { window } = await alsoOpen(readAt('10:00', '10.0'));
  await window.findByText(/since .* 08:00/);
  fireEvent.click(screen.getByRole('button', { name: 'Mark as seen' }));
  await waitFor(() => expect(seenAt(DAY)).toBe(ELEVEN));
  const late = await alsoOpen(readAt('10:00', '10.0'));
  expect(await late.window.findByText(/Nothing has changed since .* 11:00/)).toBeDefined();
});

it('is merged with what another window stores at the same moment', async () => {
  await open(readAt('08:00', '10.0'));
  await waitFor(() => expect(seenAt(DAY)).toBe(EIGHT));
  await open(readAt('11:00', '26.0'));
  const button = await screen.findByRole('button', { name: 'Mark as seen' });
  let writes = 0;
  beforeWrite = () => {
    writes += 1;
    if (writes === 1)
      remembered.set('day.seen', kept().replace(/^\{/, `{"${NEXT_DAY}":{"at":1,"going":{},"races":{}},`));
  };
  fireEvent.click(button);
  await waitFor(() => expect(seenAt(DAY)).toBe(ELEVEN));
  expect(seenAt(NEXT_DAY)).toBeDefined();
  expect(writes).toBe(2);
});

it('is read again when the person comes back to this window', async () => {
  await open(readAt('08:00', '10.0'));
  await waitFor(() => expect(seenAt(DAY)).toBe(EIGHT));
  await open(readAt('11:00', '26.0'));
  expect(await screen.findByText('odds 10.0 → 26.0')).toBeDefined();
  remembered.set(
    'day.seen',
    kept()
      .replace(/"at":\d+/, `"at":${Date.parse('2026-11-28T11:30+09:00')}`)
      .replace('"o":10', '"o":26'),
  );
  document.dispatchEvent(new Event('visibilitychange'));
  expect(await screen.findByText(/Nothing has changed since .* 11:30/)).toBeDefined();
});
