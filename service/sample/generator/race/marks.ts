// The marks of a card: ranks by the index that each mark stands for, for as many horses as the mark is given to.

import { ranks, type Market } from '../betting/odds.ts';

/** The values of a runner on the card that marks are based on. */
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

/** The number of horses that get a mark; each of 1 to n occurs once in a race. */
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
