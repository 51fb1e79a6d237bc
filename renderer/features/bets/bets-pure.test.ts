// The parts of the screen for bets that draw nothing: the chart's axes, lines from marks, lines that are added.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RaceBalance } from '#shared/betting/running-balance.ts';
import { balanceChart, signedYen } from './balance-chart.ts';
import { markedLines } from './marked-lines.ts';
import { freeListName } from './use-bet-lists.ts';
import { withLines } from './with-lines.ts';

const race = (racedate: string, balance: number): RaceBalance => ({
  racekey: '05264811',
  racedate,
  staked: 100,
  returned: 0,
  balance,
});

describe('the chart of the balance', () => {
  it('has ticks of days for few months, of months for many, no closer than there is room', () => {
    const days = ['20261107', '20261107', '20261108', '20261114'].map((day) => race(day, 0));
    expect(balanceChart(days, 10)?.dates).toEqual([
      { at: 0, label: '11-07' },
      { at: 2, label: '11-08' },
      { at: 3, label: '11-14' },
    ]);
    expect(balanceChart(days, 2)?.dates).toEqual([
      { at: 0, label: '11-07' },
      { at: 2, label: '11-08' },
    ]);
    const months = ['20260901', '20261001', '20261101'].map((day) => race(day, 0));
    expect(balanceChart(months, 10)?.dates.map(({ label }) => label)).toEqual([
      '2026-09',
      '2026-10',
      '2026-11',
    ]);
    expect(balanceChart([], 10)).toBeUndefined();
  });

  it('has zero and every balance on its axis', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e8, max: 1e8 }), { minLength: 1 }), (yen) => {
        const axis = balanceChart(
          yen.map((each) => race('20261107', each)),
          5,
        )?.axis;
        expect(axis?.from).toBeLessThanOrEqual(Math.min(0, ...yen));
        expect(axis?.to).toBeGreaterThanOrEqual(Math.max(0, ...yen));
      }),
    );
  });

  it('writes a change with its sign', () => {
    expect([1200, -300, 0].map((yen) => signedYen(yen, 'en'))).toEqual(['+1,200', '−300', '0']);
  });
});

describe('lines from marks', () => {
  const marked = (racekey: string, racedate: string | undefined) => ({
    racekey,
    racedate,
    numbers: new Map([
      ['1', [7]],
      ['2', [3, 5]],
    ]),
  });
  const choice = { bet: 'quinella', isBox: false, axis: '1', others: ['2'], stake: 300 } as const;

  it('name the race as people do, in the language of the window', () => {
    const races = [marked('05264811', '20261115')];
    expect(markedLines(races, choice, 'en')).toEqual({
      lines: ['2026-11-15 Tokyo 11R quinella 7-3,5 300'],
      combinations: 2,
      without: 0,
    });
    expect(markedLines(races, choice, 'ja').lines).toEqual(['2026-11-15 東京11R 馬連 7-3,5 300']);
  });

  it('name it by its key without a date, and count the races that give none', () => {
    const races = [marked('05264811', undefined), { ...marked('05264812', undefined), numbers: new Map() }];
    expect(markedLines(races, choice, 'en')).toMatchObject({
      lines: ['05264811 quinella 7-3,5 300'],
      without: 1,
    });
  });
});

it('added lines begin on a line of their own', () => {
  expect(withLines('', ['a', 'b'])).toBe('a\nb\n');
  expect(withLines('x', ['a'])).toBe('x\na\n');
  expect(withLines('x\n', ['a'])).toBe('x\na\n');
});

it('a new list has a name that no other has', () => {
  const nameOf = (number: number) => `List ${number}`;
  expect(freeListName([], nameOf)).toBe('List 1');
  expect(freeListName([{ name: 'List 1' }, { name: 'List 3' }], nameOf)).toBe('List 2');
});
