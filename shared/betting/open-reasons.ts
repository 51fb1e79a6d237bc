// Why combinations of a bet list do not count, in words. Window and terminal share them.

import type { ImpossibleReason, UnsettledReason } from '#shared/betting/settle.ts';
import type { Text } from '#shared/text.ts';

/** Why the outcome of a race is not known. */
export type RaceReason =
  /** Its payoffs are not stored. */
  | 'not_stored'
  /** The service has no such race: the payoffs of its day are stored, without it. */
  | 'no_such_race'
  /** Two days have a race of this key, and the bet does not say which. */
  | 'two_days'
  /** Its day is not over. */
  | 'to_come';

export type OpenReason = UnsettledReason | ImpossibleReason | RaceReason;

// prettier-ignore
const REASONS: Readonly<Record<OpenReason, Text>> = {
  not_stored: { en: 'The payoffs of the race are not stored', ja: 'レースの払戻が保存されていません' },
  no_such_race: { en: 'There is no such race', ja: 'そのレースはありません' },
  two_days: { en: 'Two days have a race of this key: write the date before it', ja: '同じキーのレースが2日あります。前に日付を書いてください' },
  to_come: { en: 'Not run, or payoffs not published yet', ja: 'レース前、または払戻の発表前です' },
  no_payoffs: { en: 'The payoff record has no payoffs yet', ja: '払戻データにまだ払戻がありません' },
  amount_unreadable: { en: 'The payoff record names the combination without a readable amount', ja: '払戻データに的中組番はありますが、金額が読めません' },
  payoff_unreadable: { en: 'The payoff record paid a combination of this bet that cannot be read', ja: '払戻データのこの賭式に読めない組番があります' },
  paid_and_refunded: { en: 'The payoff record both pays and refunds it', ja: '払戻データで払戻と返還の両方になっています' },
  not_started: { en: 'A horse did not start, but the payoff record does not refund it', ja: '出走しなかった馬がいますが、払戻データに返還がありません' },
  more_refunds: { en: 'The payoff record has no room for further refunds, and the result is not stored', ja: '返還の欄がすべて使われており、成績が保存されていないため判断できません' },
  number_unchecked: { en: 'The program has fewer runners than this number; open the race to load its card', ja: 'この番号は番組の頭数を超えています。レースを開くと出馬表を読み込みます' },
  brackets_unknown: { en: 'Horses were refunded, and the card with their brackets is not stored', ja: '返還馬がいますが、枠番のある出馬表が保存されていません' },
  no_combination: { en: 'There is no such combination', ja: 'その組み合わせはありません' },
  not_in_race: { en: 'The race has no such number', ja: 'その番号の馬（枠）はいません' },
  not_paid_out: { en: 'The race paid nothing for this bet: it was not sold, or every stake was given back', ja: 'この賭式の払戻がありません（発売なし、または全額返還）' },
};

export const OPEN_REASONS = Object.keys(REASONS) as [OpenReason, ...OpenReason[]];

export const openReasonText = (reason: OpenReason): Text => REASONS[reason];
