// The payoffs of a race as rows: those that the tab draws, and their texts for a file that has what the screen shows.

import type { TFunction } from 'i18next';
import type { ComposedCells } from '#shared/bridge/exports.ts';
import { BETS, readCombination, type Bet, type Payoff } from '#shared/catalogue/bets.ts';
import { formatValue, MISSING } from '#shared/catalogue/format.ts';
import { readNumber } from '#shared/catalogue/reading.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import type { Language } from '#shared/text.ts';

/** Name by horse number. */
export type RunnerNames = ReadonlyMap<number | undefined, string | undefined>;

export const joinOf = ({ ordered }: Bet): string => (ordered ? '→' : '–');

/** "3→12"; the number and name of the one horse; as the record has it if it is no combination. */
export function combinationText(bet: Bet, { combination }: Payoff, names: RunnerNames): string {
  const numbers = readCombination(bet.name, combination);
  if (numbers === undefined) return combination.trim() || MISSING;
  const text = numbers.join(joinOf(bet));
  return bet.numbers === 1 ? [text, names.get(numbers[0])].filter(Boolean).join(' ') : text;
}

export const amountText = ({ payoff }: Payoff): string =>
  readNumber(payoff)?.toLocaleString('en-US') ?? (payoff.trim() || MISSING);

export function popularityText(bet: Bet, { slot, popularity }: Payoff, language: Language): string {
  const column = columnOf('t_hj', bet.popularityField(slot));
  return column === undefined ? popularity : formatValue(column, popularity, language);
}

const HEADS = ['bet', 'combination', 'payoff', 'popularityHead'] as const;

/** The heads of the columns. */
export const payoffHeads = (t: TFunction<'race'>): readonly string[] => HEADS.map((head) => t(head));

const NAMES = ['bet', 'combination', 'payoff', 'popularity'] as const;

const cellOf = (text: string): string | null => (text === MISSING ? null : text);

/** Every bet in the order of the catalogue; one without a payoff says so in place of a combination. */
export function payoffCells(
  paid: readonly Payoff[],
  names: RunnerNames,
  t: TFunction<'race'>,
  language: Language,
): ComposedCells {
  const heads = payoffHeads(t);
  return {
    columns: NAMES.map((name, at) => {
      const label = heads[at] ?? '';
      return { name, label: { en: label, ja: label } };
    }),
    rows: BETS.flatMap((bet) => {
      const own = paid.filter((payoff) => payoff.bet === bet.name);
      const label = bet.label[language];
      if (own.length === 0) return [[label, `${MISSING} ${t('notPaid')}`, null, null]];
      return own.map((payoff) => [
        label,
        cellOf(combinationText(bet, payoff, names)),
        cellOf(amountText(payoff)),
        cellOf(popularityText(bet, payoff, language)),
      ]);
    }),
  };
}
