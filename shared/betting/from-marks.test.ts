import { expect, it } from 'vitest';
import { ofRunner, type Annotation } from '#shared/annotations/annotation.ts';
import { byStart, daysOfMarks, markedRaces, selectionOf, type MarkChoice } from './from-marks.ts';

const marked = (racekey: string, number: number, mark?: string): Annotation => ({
  ...ofRunner(racekey, number),
  ...(mark === undefined ? { note: 'x' } : { mark }),
  at: 1,
});

const [race] = markedRaces([
  marked('05264811', 9, '1'),
  marked('05264811', 3, '2'),
  marked('05264811', 11, '3'),
  marked('05264811', 5, '4'),
  marked('05264811', 4, '4'),
  marked('05264811', 1),
]);

const choice: MarkChoice = { bet: 'quinella', isBox: false, axis: '1', others: ['2', '3', '4'], stake: 100 };
const select = (more: Partial<MarkChoice>): string | undefined =>
  race && selectionOf(race, { ...choice, ...more });

it('marks of one race are its horses by mark; a note is no mark', () => {
  expect([...(race?.numbers ?? [])]).toEqual([
    ['1', [9]],
    ['2', [3]],
    ['3', [11]],
    ['4', [4, 5]],
  ]);
  expect(markedRaces([marked('b', 1, '1'), marked('a', 1, '1')]).map(({ racekey }) => racekey)).toEqual([
    'a',
    'b',
  ]);
});

it('a mark set after the start is late; a note is not, nor is any mark if the day is not known', () => {
  const at = (time: string): number => Date.parse(`${time}+09:00`);
  const before = { ...marked('05264811', 1, '1'), at: at('2026-11-15T15:39') };
  const late = { ...marked('05264811', 2, '1'), at: at('2026-11-15T15:40') };
  const noted = { ...marked('05264811', 3, '2'), at: at('2026-11-20T09:00'), markedAt: before.at };
  const unknown = { ...marked('05264812', 1, '1'), at: at('2026-11-20T09:00') };
  const note = { ...marked('05264811', 4), at: late.at };
  const start = { racedate: '20261115', post_time: '1540' };
  expect(
    byStart([before, late, noted, unknown, note], (racekey) => (racekey === '05264811' ? start : undefined)),
  ).toEqual({ before: [before, noted, unknown], late: [late] });
});

it('the axis goes with each of the others, first where the order counts', () => {
  expect(select({})).toBe('9-3,4,5,11');
  expect(select({ bet: 'exacta', others: ['2'] })).toBe('9>3');
  expect(select({ bet: 'trio', others: ['2', '3'] })).toBe('9-3,11');
  expect(select({ bet: 'trifecta' })).toBe('9>3,4,5,11');
  expect(select({ bet: 'win' })).toBe('9');
  expect(select({ bet: 'place', axis: '4' })).toBe('4,5');
});

it('a box has all of them, each once', () => {
  expect(select({ isBox: true, others: ['1', '2', '3'] })).toBe('BOX 3,9,11');
});

it('a race without the axis, or with too few others, gives none', () => {
  expect(select({ axis: '5' })).toBeUndefined();
  expect(select({ others: [] })).toBeUndefined();
  expect(select({ bet: 'trio', others: ['2'] })).toBeUndefined();
  expect(select({ bet: 'trio', isBox: true, others: ['2'] })).toBeUndefined();
});

it('the day of a race is the one that was noted last', () => {
  const on = (number: number, at: number, racedate?: string): Annotation => ({
    ...marked('05264811', number, '1'),
    ...(racedate === undefined ? {} : { racedate }),
    at,
  });
  const marks = [on(2, 3), on(1, 2, '20261117'), on(3, 1, '20261115')];
  expect([...daysOfMarks(marks)]).toEqual([['05264811', '20261117']]);
});
