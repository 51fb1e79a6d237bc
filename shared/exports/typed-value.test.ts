import { describe, expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { valueIn, valueRuleOf, valueUnitOf } from './typed-value.ts';

const columnNamed = (name: string): Column => {
  const found = Object.values(TABLES)
    .flatMap(({ columns }) => columns)
    .find((column) => column.name === name);
  if (!found) throw new Error(`no column ${name}`);
  return found;
};
const valueOf = (name: string, raw: string | null) => valueIn(valueRuleOf(columnNamed(name)), raw);

describe('a typed value', () => {
  it.each([
    ['time_record', '1117', 111.7],
    ['later3f_time', '380', 38],
    ['time_deff', '1', 0.1],
    ['weight_to_carry', '565', 56.5],
    ['weight_cycling', '+ 6', 6],
    ['weight_cycling', '  0', 0],
    ['order_of_finish', '04', 4],
    ['racedate', '20261004', '2026-10-04'],
    ['withdrawn_flag', '1', true],
    ['withdrawn_flag', '0', false],
    ['racekey', '05264101', '05264101'],
    ['track_type', '1', '1'],
    ['horse_name', '東京ウマ', '東京ウマ'],
    ['updated_at', '2026-11-14T01:02:03Z', '2026-11-14T01:02:03.000Z'],
    ['updated_at', '2026-11-14T01:02:03', '2026-11-14T01:02:03.000Z'],
    ['updated_at', '2026-11-14T01:02:03+09:00', '2026-11-13T16:02:03.000Z'],
  ])('of %s %j is %j', (name, raw, value) => {
    expect(valueOf(name, raw)).toBe(value);
  });

  it('is null for a blank, and for a zero that means none', () => {
    for (const name of [
      'time_record',
      'racedate',
      'horse_name',
      'racekey',
      'withdrawn_flag',
      'order_of_finish',
    ])
      for (const blank of [null, '', ' ', '　']) expect(valueOf(name, blank)).toBeNull();
    expect(valueOf('order_of_finish', '00')).toBeNull();
    expect(valueOf('horse_weight', '000')).toBeNull();
    expect(valueOf('time_record', '0000')).toBeNull();
    expect(valueOf('criteria_win_odds', '0.0')).toBeNull();
  });

  it('is undefined if the text cannot be read, never zero or another day', () => {
    expect(valueOf('racedate', '20260230')).toBeUndefined();
    expect(valueOf('order_of_finish', 'XX')).toBeUndefined();
    expect(valueOf('order_of_finish', '1.5')).toBeUndefined();
    expect(valueOf('withdrawn_flag', '2')).toBeUndefined();
    expect(valueOf('order_of_finish', '9007199254740993')).toBeUndefined();
    expect(valueOf('criteria_win_odds', '9007199254740993')).toBeUndefined();
    expect(valueOf('criteria_win_odds', '12345678901234567.89')).toBeUndefined();
    expect(valueOf('time_record', '9'.repeat(310))).toBeUndefined();
  });

  it('has its unit: seconds, kilograms, yen, UTC', () => {
    const units = ['time_record', 'weight_to_carry', 'win_payoff_1', 'updated_at', 'distance', 'racekey'];
    expect(units.map((name) => valueUnitOf(columnNamed(name)))).toEqual([
      's', 'kg', 'yen', 'UTC', 'm', undefined,
    ]); // prettier-ignore
  });

  it('of 10,000 yen is whole yen', () => {
    const column = { kind: 'money', unit: '10,000 yen' } as const;
    expect(valueIn(valueRuleOf(column), '1150')).toBe(11_500_000);
    expect(valueIn(valueRuleOf(column), '1.1')).toBe(11_000);
    expect(valueUnitOf(column)).toBe('yen');
  });
});
