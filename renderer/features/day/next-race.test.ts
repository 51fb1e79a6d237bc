import { describe, expect, it } from 'vitest';
import { durationOf, hasPostTimes, nextRaceOf } from './next-race.ts';
import { coursesOf } from './racing-day.ts';

const race = (racekey: string, post_time?: string) => ({
  racekey,
  racecourse_cd: racekey.slice(0, 2),
  ...(post_time === undefined ? {} : { post_time }),
});
const PROGRAM = [race('05265601', '0955'), race('05265602', '1025'), race('08265601', '1005')];
const races = (payoffs: Parameters<typeof coursesOf>[2] = [], program = PROGRAM) =>
  coursesOf(program, [], payoffs).flatMap((course) => course.races);
const at = (time: string): number => Date.parse(`2026-11-15T${time}+09:00`);

describe('the next race of a day', () => {
  it('is the first post time still to come in Tokyo, with the minutes left, whatever the course', () => {
    const next = nextRaceOf(races(), '20261115', at('09:58:30'));
    expect(next?.race.racekey).toBe('08265601');
    expect(next?.minutes).toBe(7);
  });

  it('stays the next for two minutes after its post time', () => {
    expect(nextRaceOf(races(), '20261115', at('10:06:59'))).toMatchObject({
      race: { racekey: '08265601' },
      minutes: 0,
    });
    expect(nextRaceOf(races(), '20261115', at('10:07:00'))?.race.racekey).toBe('05265602');
  });

  it('is not a race that has been run already', () => {
    const paid = { racekey: '08265601', win_horse_number_1: '05', win_payoff_1: '300' };
    expect(nextRaceOf(races([paid]), '20261115', at('10:01:00'))?.race.racekey).toBe('05265602');
  });

  it('is not a race that was called off, but one of which a horse is scratched', () => {
    const off = {
      racekey: '08265601',
      refund_number_1: '01',
      refund_number_2: '02',
      refund_number_3: '03',
      refund_number_4: '04',
      refund_number_5: '05',
    };
    expect(nextRaceOf(races([off]), '20261115', at('10:01:00'))?.race.racekey).toBe('05265602');
    const scratched = {
      racekey: '08265601',
      horse_number: '3',
      order_of_finish: '00',
      trouble_classification: '1',
    };
    const open = coursesOf(PROGRAM, [], [], [scratched]).flatMap((course) => course.races);
    expect(nextRaceOf(open, '20261115', at('10:01:00'))?.race.racekey).toBe('08265601');
  });

  it('does not exist on a past day, nor without a real post time', () => {
    expect(nextRaceOf(races(), '20261115', at('16:30:00'))).toBeUndefined();
    const unclear = [race('05265601'), race('05265602', '2575')];
    expect(nextRaceOf(races([], unclear), '20261115', at('09:00:00'))).toBeUndefined();
  });
});

it('does not take a day for over while a post time is missing', () => {
  expect(hasPostTimes(races(), '20261115')).toBe(true);
  expect(hasPostTimes(races([], [...PROGRAM, race('05265603')]), '20261115')).toBe(false);
});

it('splits minutes into days, hours and minutes', () => {
  expect(durationOf(2 * 1440 + 3 * 60 + 4)).toEqual({ days: 2, hours: 3, minutes: 4 });
});
