import { expect, it } from 'vitest';
import { ofRunner } from '#shared/annotations/annotation.ts';
import { isMarkedBeforeStart } from '#shared/annotations/marked-before-start.ts';
import { timestampInTokyo } from '#shared/racing/racedate.ts';

const markedAt = (time: string, more = {}) => ({
  ...ofRunner('05264811', 3),
  mark: '1',
  at: Date.parse(`${time}+09:00`),
  ...more,
});
const RACEDATE = '20261115';

it('a mark is before the start until the minute of the post time', () => {
  expect(isMarkedBeforeStart(markedAt('2026-11-15T15:39:59'), RACEDATE, '1540')).toBe(true);
  expect(isMarkedBeforeStart(markedAt('2026-11-15T15:40:00'), RACEDATE, '15:40')).toBe(false);
  expect(isMarkedBeforeStart(markedAt('2026-11-20T09:00:00'), RACEDATE, '1540')).toBe(false);
});

it('a note of after the race does not make its mark late', () => {
  const markedAtNine = Date.parse('2026-11-15T09:00:00+09:00');
  expect(
    isMarkedBeforeStart(markedAt('2026-11-20T09:00:00', { markedAt: markedAtNine }), RACEDATE, '1540'),
  ).toBe(true);
});

it('without a post time no mark of the day is before the start', () => {
  expect(isMarkedBeforeStart(markedAt('2026-11-15T00:00:00'), RACEDATE, ' ')).toBe(false);
  expect(isMarkedBeforeStart(markedAt('2026-11-14T23:59:59'), RACEDATE, null)).toBe(true);
});

it('the time of a mark is written by the clocks of Japan', () => {
  expect(timestampInTokyo(Date.UTC(2026, 10, 15, 6, 40, 12))).toBe('2026-11-15T15:40:12+09:00');
});
