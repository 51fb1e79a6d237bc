// Every code table by its name: the entries of code-tables.json, and the bets. Adding a table is one entry there.

import { BETS } from '#shared/catalogue/bets.ts';
import tables from '#shared/catalogue/code-tables.json' with { type: 'json' };

export type CodeTableName = keyof typeof tables | 'bet' | 'race_state' | 'known_from' | 'own_mark';

/** One code's meaning. `short` is Japanese; `glyph` is what a mark looks like; `group` is a larger family. */
export interface CodeEntry {
  readonly en: string;
  readonly ja: string;
  readonly short?: string;
  readonly glyph?: string;
  readonly group?: string;
}

export interface CodeTable {
  /** The source of the codes: `SPEC` is binding, any other is the most probable public source. */
  readonly system: string;
  /** A second table, whose codes also occur in columns of this one. */
  readonly also?: CodeTableName;
  readonly codes: Readonly<Record<string, CodeEntry>>;
}

const bet: CodeTable = {
  system: 'SPEC',
  codes: Object.fromEntries(
    BETS.map(({ name, label, short }) => [name, { en: label.en, ja: label.ja, short: short.ja }]),
  ),
};

/** How far along a race is. Railbird's own codes, in words, because people write them in filters and SQL. */
const raceState: CodeTable = {
  system: 'RAILBIRD',
  codes: {
    card: { en: 'Card', ja: '出馬表' },
    prerace: { en: 'Pre-race', ja: '直前' },
    result: { en: 'Result', ja: '成績' },
    final: { en: 'Final', ja: '確定' },
    called_off: { en: 'Called off', ja: '中止' },
  },
};

/** Where a run is known from. Railbird's own codes. */
const knownFrom: CodeTable = {
  system: 'RAILBIRD',
  codes: {
    result: { en: 'Result', ja: '成績' },
    card: { en: 'Past five of a card', ja: '出馬表の前5走', short: '前5走' },
  },
};

/** The user's own marks on runners, the strongest first. */
const ownMark: CodeTable = {
  system: 'RAILBIRD',
  codes: {
    1: { en: 'First choice', ja: '本命', glyph: '◎' },
    2: { en: 'Main rival', ja: '対抗', glyph: '○' },
    3: { en: 'Dark horse', ja: '単穴', glyph: '▲' },
    4: { en: 'Place chance', ja: '連下', glyph: '△' },
    5: { en: 'Outside chance', ja: '穴', glyph: '×' },
    6: { en: 'Star', ja: '星', glyph: '☆' },
    7: { en: 'Keep an eye on', ja: '注意', glyph: '注' },
    8: { en: 'Ruled out', ja: '消し', glyph: '消' },
  },
};

export const CODE_TABLES = {
  ...tables,
  bet,
  race_state: raceState,
  known_from: knownFrom,
  own_mark: ownMark,
} as Readonly<Record<CodeTableName, CodeTable>>;

/** The tables of codes that the service answers with, by name; Railbird's own are not among them. */
export const SERVICE_CODE_TABLES = (Object.keys(CODE_TABLES).toSorted() as readonly CodeTableName[]).filter(
  (name) => CODE_TABLES[name].system !== 'RAILBIRD',
);
