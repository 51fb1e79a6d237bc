// What was paid for a runner, and what flat stakes on it returned.

import { money } from '#shared/catalogue/records/build.ts';
import { computed } from '#shared/catalogue/subjects/build.ts';

// prettier-ignore
export const PAYOFFS = computed('win', [
  money('win_payoff', 'yen', ['Win payoff', 'Win', 'Paid for 100 yen to win on this horse; blank if it did not win. From the payoff tables only.'], ['単勝払戻', '単勝', 'この馬の単勝100円あたりの払戻。的中でなければ空。払戻データのみから。']),
  money('place_payoff', 'yen', ['Place payoff', 'Place', 'Paid for 100 yen to place on this horse; blank if place did not pay. From the payoff tables only.'], ['複勝払戻', '複勝', 'この馬の複勝100円あたりの払戻。的中でなければ空。払戻データのみから。']),
  money('win_returned', 'yen', ['Returned by 100 yen to win', 'Win back', 'What 100 yen to win on this horse returned: 0 if it lost. Blank where no stake counts: before the payoffs, for a horse that took no part or whose stakes were given back, and where the record names no horse or no readable amount.'], ['単勝100円の回収', '単回収', 'この馬の単勝100円の回収額。外れは0。払戻前、取消・除外、返還の馬、的中馬や金額が読めないときは空。']),
  money('place_returned', 'yen', ['Returned by 100 yen to place', 'Pl back', 'What 100 yen to place on this horse returned: 0 if it lost. Blank where no stake counts: before the payoffs, in a race without place betting, for a horse that took no part or whose stakes were given back, and where the record names no horse or no readable amount.'], ['複勝100円の回収', '複回収', 'この馬の複勝100円の回収額。外れは0。払戻前、複勝の発売がないレース、取消・除外、返還の馬、的中馬や金額が読めないときは空。']),
]);
