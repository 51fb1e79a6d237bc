// The names of bets as people write them in a list.

import { BETS, type BetName } from '#shared/catalogue/bets.ts';

/** Beside the labels of the catalogue. */
const OTHER_NAMES: Readonly<Record<BetName, readonly string[]>> = {
  win: ['単'],
  place: ['複'],
  bracket_quinella: ['bracket', 'bq', '枠複', '枠'],
  quinella: ['quin', 'q'],
  quinella_place: ['qp', 'ワイ'],
  exacta: ['ex'],
  trio: ['3連複', '3連'],
  trifecta: ['3連単'],
};

/** Without spaces and underscores, in lower case, half-width digits and full-width kana. */
const keyOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_]+/g, '');

const NAMES: ReadonlyMap<string, BetName> = new Map(
  BETS.flatMap(({ name, label, short }) =>
    [name, label.en, label.ja, short.en, short.ja, ...OTHER_NAMES[name]].map(
      (written) => [keyOf(written), name] as const,
    ),
  ),
);

/** In Latin letters the name ends where the letters do: "winner" is no bet. */
const LEADING = new RegExp(
  `^(?:${[...NAMES.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map((name) => (/^[a-z]+$/.test(name) ? `${name}(?![a-z_])` : name))
    .join('|')})`,
);

/** The bet of a whole text: "trifecta", "3連単", "ワイド". */
export const betNamed = (text: string): BetName | undefined => NAMES.get(keyOf(text));

export interface LeadingBet {
  readonly bet: BetName;
  /** What follows the name. */
  readonly rest: string;
}

/** The bet that a word begins with: "馬連3-5", "3連複BOX", "win7". */
export function leadingBet(word: string): LeadingBet | undefined {
  const plain = word.normalize('NFKC');
  const [name] = LEADING.exec(plain.toLowerCase()) ?? [];
  const bet = name === undefined ? undefined : NAMES.get(name);
  return bet === undefined || name === undefined ? undefined : { bet, rest: plain.slice(name.length) };
}
