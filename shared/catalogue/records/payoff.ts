// Payoff record: t_hj and d_hj (specification, section 2.2).

import { BETS, type Bet } from '#shared/catalogue/bets.ts';
import type { Column } from '#shared/catalogue/column.ts';
import {
  inGroup,
  money,
  number,
  numbers,
  rank,
  record,
  upTo,
  type ColumnDraft,
} from '#shared/catalogue/records/build.ts';
import { IDENTITY } from '#shared/catalogue/records/identity.ts';

const SHOWN = [
  'racedate', 'racekey', 'win_horse_number_1', 'win_payoff_1', 'win_popularity_1',
  'place_horse_number_1', 'place_payoff_1', 'place_horse_number_2', 'place_payoff_2', 'place_horse_number_3', 'place_payoff_3',
  'bracket_quinella_number_1', 'bracket_quinella_payoff_1', 'quinella_number_1', 'quinella_payoff_1',
  'exacta_number_1', 'exacta_payoff_1', 'trio_number_1', 'trio_payoff_1', 'trifecta_number_1', 'trifecta_payoff_1', 'trifecta_popularity_1',
]; // prettier-ignore

// prettier-ignore
const slot = (bet: Bet, n: number): readonly ColumnDraft[] => {
  const { label, short } = bet;
  const ordinal = bet.slots > 1 ? ` ${n}` : '';
  const winners = bet.numbers === 1 ? number : numbers;
  return [
    winners(bet.numberField(n), [`${label.en}: winners${ordinal}`, `${short.en} ${n}`, `Winning number or combination of the ${label.en.toLowerCase()}, slot ${n}; further slots serve dead heats and bets that pay several.`], [`${label.ja} 組番${n}`, `${short.ja}${n}`, `${label.ja}の的中組番（${n}番目）。同着や複数的中のとき2番目以降が入る。`]),
    money(bet.payoffField(n), 'yen', [`${label.en}: payoff${ordinal}`, `${short.en} ¥${n}`, `Amount paid for 100 yen on the ${label.en.toLowerCase()}, slot ${n}.`], [`${label.ja} 払戻${n}`, `${short.ja}払${n}`, `${label.ja}100円あたりの払戻金（${n}番目）。`]),
    rank(bet.popularityField(n), [`${label.en}: popularity${ordinal}`, `${short.en} P${n}`, `How popular the winning combination of the ${label.en.toLowerCase()} was, slot ${n}.`], [`${label.ja} 人気${n}`, `${short.ja}人${n}`, `${label.ja}の的中組番の人気順（${n}番目）。`]),
  ];
};

// prettier-ignore
export const PAYOFF: readonly Column[] = record(SHOWN,
  inGroup('identity', 'S?', [IDENTITY.racedate, IDENTITY.racekey]),
  inGroup('data', 'S?', [IDENTITY.updated_at]),
  inGroup('refund', 'S?', upTo(5, (n) => number(`refund_number_${n}`, [`Refunded ${n}`, `Ref. ${n}`, 'Number of a horse on which stakes were given back.'], [`返還馬番${n}`, `返還${n}`, '返還の対象となった馬番。']))),
  ...BETS.map((bet) => inGroup(bet.name, 'S?', Array.from({ length: bet.slots }, (_, index) => slot(bet, index + 1)).flat())),
);
