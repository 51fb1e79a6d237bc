import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Sheet } from '#shared/bridge/results.ts';
import type { DayRecord } from '#shared/catalogue/day-tables.ts';
import { draw } from '../testing/draw.tsx';
import { fakeBridge } from '../testing/fake-bridge.ts';
import { sheetOf } from '../testing/sheet-of.ts';
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
