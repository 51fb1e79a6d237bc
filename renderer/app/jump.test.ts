import { describe, expect, it } from 'vitest';
import { jumpsOf } from './jump.ts';

describe('a typed identifier', () => {
  it('leads to a day, in any notation of the date', () => {
    for (const text of ['20261115', '2026-11-15', '2026/11/15', '２０２６１１１５']) {
      expect(jumpsOf(text)[0]).toEqual({ screen: 'day', racedate: '20261115' });
    }
  });

  it('leads to a race, with its letters unchanged', () => {
    expect(jumpsOf('08243a02')).toEqual([{ screen: 'race', racekey: '08243a02', tab: 'card' }]);
  });

  it('leads to a race first if its course is one of the ten', () => {
    expect(jumpsOf('09261202')).toEqual([{ screen: 'race', racekey: '09261202', tab: 'card' }]);
    expect(jumpsOf('05264101')[0]).toEqual({ screen: 'race', racekey: '05264101', tab: 'card' });
    expect(jumpsOf('０９２６１２０２')[0]).toEqual({ screen: 'race', racekey: '09261202', tab: 'card' });
  });

  it('leads to the race in the service’s spelling if a capital was typed, and to a local or overseas run unchanged', () => {
    const races = (text: string) =>
      jumpsOf(text).flatMap((jump) => (jump.screen === 'race' ? [jump.racekey] : []));
    expect(races('06171a01')).toEqual(['06171a01']);
    expect(races('06171A01')).toEqual(['06171a01', '06171A01']);
    expect(races('3916BU11')).toEqual(['3916BU11']);
  });

  it('leads neither to an implausible day nor to a race number that no card has', () => {
    expect(jumpsOf('0926-12-02')).toEqual([]);
    expect(jumpsOf('19791231').some(({ screen }) => screen === 'day')).toBe(false);
    expect(jumpsOf('21010101').some(({ screen }) => screen === 'day')).toBe(false);
    expect(jumpsOf('19800101')[0]).toEqual({ screen: 'day', racedate: '19800101' });
    expect(jumpsOf('21001231')[0]).toEqual({ screen: 'day', racedate: '21001231' });
    expect(jumpsOf('05264113')).toEqual([]);
    expect(jumpsOf('00264101')).toEqual([]);
  });

  it('leads to a horse, with its case unchanged', () => {
    expect(jumpsOf('12E345678901')).toEqual([{ screen: 'horse', horse_id: '12E345678901' }]);
  });

  it('leads nowhere for an invalid date', () => {
    expect(jumpsOf('2026-02-31')).toEqual([]);
    expect(jumpsOf('tokyo')).toEqual([]);
  });
});
