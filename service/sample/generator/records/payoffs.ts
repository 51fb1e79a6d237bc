// t_hj and d_hj: the payoffs of a race.

import { BETS, REFUND_SLOTS } from '#shared/catalogue/bets.ts';
import { racedateOf } from '../calendar/days.ts';
import { racekeyOf } from './keys.ts';
import type { RaceFile } from '../race-file.ts';
import type { RecordDraft, SampleRecord } from './record.ts';

export function payoffRecord({ race, payoffs }: RaceFile): SampleRecord {
  const record: RecordDraft = {
    racedate: racedateOf(race.day),
    racekey: racekeyOf(race),
    updated_at: racedateOf(race.day),
  };
  for (let slot = 1; slot <= REFUND_SLOTS; slot++)
    record[`refund_number_${slot}`] = payoffs.refunds[slot - 1] ?? null;
  for (const bet of BETS) {
    for (let slot = 1; slot <= bet.slots; slot++) {
      const paid = payoffs.bets[bet.name][slot - 1];
      record[bet.numberField(slot)] = paid?.numbers ?? null;
      record[bet.payoffField(slot)] = paid === undefined ? null : String(paid.payoff);
      record[bet.popularityField(slot)] = paid === undefined ? null : String(paid.popularity);
    }
  }
  return record;
}
