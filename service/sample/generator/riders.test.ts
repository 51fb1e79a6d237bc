// Who was booked and who rides: a few jockeys are replaced between the card and the pre-race record.

import { expect, it } from 'vitest';
import { sampleDays, type SampleRecord } from './generate.ts';

const DAYS = [
  ...sampleDays('20170401', '20170430', { seed: 'riders', today: '20170601', tables: ['d_ky', 't_pd'] }),
];
const all = (table: 'd_ky' | 't_pd'): readonly SampleRecord[] =>
  DAYS.flatMap((day) => day.records.get(table) ?? []);
const keyOf = ({ racekey, horse_number }: SampleRecord): string => `${racekey} ${horse_number}`;
const cards = new Map(all('d_ky').map((card) => [keyOf(card), card]));
const runners = all('t_pd').flatMap((late) => {
  const card = cards.get(keyOf(late));
  return card === undefined ? [] : [{ card, late }];
});
const changed = runners.filter(({ card, late }) => card['jockey_cd'] !== late['jockey_cd']);

it('a few jockeys in a hundred are replaced, by one who rides no other horse of the race', () => {
  expect(runners.length).toBeGreaterThan(3000);
  expect(changed.length / runners.length).toBeGreaterThan(0.015);
  expect(changed.length / runners.length).toBeLessThan(0.04);
  const rides = runners.map(({ late }) => `${late['racekey']} ${late['jockey_cd']}`);
  expect(new Set(rides).size).toBe(rides.length);
  for (const { card, late } of changed) expect(late['jockey_name']).not.toBe(card['jockey_name']);
});

it('another rider has another allowance, and the index is that of the rider', () => {
  const allowance = ({ apprentice_class }: SampleRecord): number => Number(apprentice_class ?? 0) * 10;
  for (const { card, late } of runners) {
    expect(Number(late['weight_to_carry']) + allowance(late)).toBe(
      Number(card['weight_to_carry']) + allowance(card),
    );
    if (card['jockey_cd'] === late['jockey_cd']) expect(late['jockey_index']).toBe(card['jockey_index']);
  }
  expect(changed.some(({ card, late }) => card['weight_to_carry'] !== late['weight_to_carry'])).toBe(true);
});
