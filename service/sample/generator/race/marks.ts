// The marks of a card: ranks by the index that each stands for, as many as the mark has.

import { ranks, type Market } from '../betting/odds.ts';

/** What marks are given by, as the card has it of each runner. */
interface Judged {
  readonly idm: number;
  readonly integration: number;
  readonly insideinfo: number;
  readonly training: number;
  readonly stable: number;
  readonly expected: readonly [win: number, ...number[]];
  readonly manken: number;
  readonly gekiso: number;
  readonly popularityIndex: number;
}

export type MarkName =
  | 'integration'
  | 'idm'
  | 'insideinfo'
  | 'jockey'
  | 'trainer'
  | 'training'
  | 'manken'
  | 'odds'
  | 'paddock'
  | 'last';

/** How many horses a mark is given to; each of 1 to n once in a race. */
const MARKED: Record<MarkName, number> = {
  integration: 7,
  idm: 6,
  insideinfo: 6,
  jockey: 6,
  trainer: 6,
  training: 6,
  manken: 6,
  odds: 5,
  paddock: 6,
  last: 6,
};

/** Marks by position in the field, 0 for none. */
export function marksOf(entries: readonly Judged[], market: Market): Record<MarkName, readonly number[]> {
  const by = (name: MarkName, value: (each: Judged, index: number) => number): number[] =>
    descending(entries.map(value)).map((rank) => (rank <= MARKED[name] ? rank : 0));
  const started = (index: number) => ((market.win[index] ?? 0) > 0 ? 0 : -1e6);
  return {
    integration: by('integration', (each) => each.integration),
    idm: by('idm', (each) => each.idm),
    insideinfo: by('insideinfo', (each) => each.insideinfo),
    jockey: by('jockey', (each) => each.expected[0]),
    trainer: by('trainer', (each) => each.stable),
    training: by('training', (each) => each.training),
    manken: by('manken', (each) => each.manken),
    odds: by('odds', (each, index) => started(index) - each.popularityIndex * -1),
    paddock: by(
      'paddock',
      (each, index) => started(index) + each.integration * 0.3 + each.training + each.gekiso * 0.1,
    ),
    last: by('last', (each, index) => started(index) + each.integration + each.training * 0.25),
  };
}

/** Ranks from 1 for the largest; ties go to the lower horse number. */
export function descending(values: readonly number[]): number[] {
  const low = Math.min(...values);
  return ranks(values.map((value) => value - low + 1));
}
