import { describe, expect, it } from 'vitest';
import { jumpsOf } from './jump.ts';

describe('a typed identifier', () => {
  it('leads to a day, however the date is written', () => {
    for (const text of ['20261115', '2026-11-15', '2026/11/15', '２０２６１１１５']) {
      expect(jumpsOf(text)[0]).toEqual({ screen: 'day', racedate: '20261115' });
    }
  });

  it('leads to a race, its letters kept', () => {
    expect(jumpsOf('08243a02')).toEqual([{ screen: 'race', racekey: '08243a02', tab: 'card' }]);
  });

  it('leads to a horse, its case kept', () => {
    expect(jumpsOf('12E345678901')).toEqual([{ screen: 'horse', horse_id: '12E345678901' }]);
  });

  it('leads nowhere for a date that is none', () => {
    expect(jumpsOf('2026-02-31')).toEqual([]);
    expect(jumpsOf('tokyo')).toEqual([]);
  });
});
