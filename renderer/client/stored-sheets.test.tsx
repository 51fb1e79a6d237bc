import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Sheet } from '#shared/bridge/results.ts';
import type { DayRecord } from '#shared/catalogue/day-tables.ts';
import { draw } from '../testing/draw.tsx';
import { fakeBridge } from '../testing/fake-bridge.ts';
import { sheetOf } from '../testing/sheet-of.ts';
import { useStoredAhead, type StoredSheets } from './stored-sheets.ts';
import { useDaySheet, useStoredDay } from './use-day-sheet.ts';

afterEach(cleanup);

const READS = [{ record: 'race' }, { record: 'meeting', columns: ['weather_cd'] }] as const;

function Day({ racedate }: { readonly racedate: string }) {
  const isAsked = useStoredDay(racedate, '20261120', READS);
  const races = useDaySheet('race', racedate, '20261120', isAsked);
  const meetings = useDaySheet('meeting', racedate, '20261120', isAsked, ['weather_cd']);
  return <p>{[races, meetings].map(({ data }) => data?.cells.join() ?? '…').join(' ')}</p>;
}

interface Input {
  readonly source: { readonly record: DayRecord };
}

/** `stored`: what the archive has; undefined if it cannot be asked. */
async function drawDay(stored: readonly (Sheet | null)[] | undefined, racedate = '20261115') {
  const read: string[] = [];
  let asked = 0;
  const client = fakeBridge({
    results: {
      readStored: async () => {
        asked += 1;
        if (stored === undefined) throw new Error('gone');
        return { sheets: stored };
      },
      read: async ({ source }: Input) => {
        read.push(source.record);
        return sheetOf([{ a: `read-${source.record}` }]);
      },
    },
  });
  await draw(<Day racedate={racedate} />, client);
  return { read, asked: () => asked };
}

describe('stored sheets', () => {
  const race = sheetOf([{ a: 'stored-race' }]);
  const meeting = sheetOf([{ a: 'stored-meeting' }]);

  it('are all that is read if they are all stored', async () => {
    const { read, asked } = await drawDay([race, meeting]);
    expect(await screen.findByText('stored-race stored-meeting')).toBeDefined();
    expect(read).toEqual([]);
    expect(asked()).toBe(1);
  });

  it('leave to the screen what is not stored', async () => {
    const { read } = await drawDay([null, meeting]);
    expect(await screen.findByText('read-race stored-meeting')).toBeDefined();
    expect(read).toEqual(['race']);
  });

  it('that cannot be read leave everything to the screen', async () => {
    const { read } = await drawDay(undefined);
    expect(await screen.findByText('read-race read-meeting')).toBeDefined();
    expect(read).toEqual(['race', 'meeting']);
  });
});

describe('what is likely to be opened', () => {
  const dayOf = (racedate: string, enabled = true): StoredSheets => ({
    key: ['day', racedate],
    reads: [{ source: { kind: 'day', record: 'race', racedate } }],
    keysOf: () => [['races', racedate]],
    enabled,
  });
  const AHEAD = [dayOf('20261114'), dayOf('20261115', false), dayOf('20261121')];
  const Ahead = () => {
    useStoredAhead(AHEAD);
    return null;
  };

  afterEach(() => vi.useRealTimers());

  async function drawAhead() {
    vi.useFakeTimers();
    const days: string[] = [];
    const readStored = async ({ reads }: { reads: { source: { racedate: string } }[] }) => {
      days.push(...reads.map(({ source }) => source.racedate));
      return { sheets: reads.map(() => null) };
    };
    await draw(<Ahead />, fakeBridge({ results: { readStored } }));
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    return { days, pass };
  }

  it('is read after the screen was looked at for a while, in order', async () => {
    const { days, pass } = await drawAhead();
    await pass(100);
    expect(days).toEqual([]);
    await pass(1000);
    expect(days).toEqual(['20261114', '20261121']);
  });

  it('is not read if the screen is left before', async () => {
    const { days, pass } = await drawAhead();
    cleanup();
    await pass(5000);
    expect(days).toEqual([]);
  });
});
