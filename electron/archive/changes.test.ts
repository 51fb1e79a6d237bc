import { describe, expect, it } from 'vitest';
import { Changes, overlap, type Change } from './changes.ts';

const ofDay = (racedate: string): Change => ({ table: 'd_se', filter: { racedate } });

describe('the changes of an archive', () => {
  it('are reported from a given moment on, missed ones first, until the subscription ends', () => {
    const changes = new Changes();
    changes.report(ofDay('1'));
    const moment = changes.count;
    changes.report(ofDay('2'));
    const received: Change[] = [];
    const stop = changes.since(moment, (change) => received.push(change));
    changes.report(ofDay('3'));
    stop();
    changes.report(ofDay('4'));
    expect(received).toEqual([ofDay('2'), ofDay('3')]);
  });

  it.each([
    [{ racedate: '20261101' }, { start_racedate: '20261031', end_racedate: '20261102' }, true],
    [{ racedate: '20261103' }, { start_racedate: '20261031', end_racedate: '20261102' }, false],
    [{ racekey: 'a' }, { racedate: '20261103' }, true],
    [{ racekey: 'a' }, { racekey: 'b' }, false],
    [{ horse_id: 'a' }, { horse_id: 'a' }, true],
    [{}, { racedate: '20261103' }, true],
  ])('%o and %o can match the same record: %o', (a, b, expected) => {
    expect(overlap(a, b)).toBe(expected);
    expect(overlap(b, a)).toBe(expected);
  });
});
