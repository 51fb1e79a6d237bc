// Bets from the user's marks: the horse with one mark against those with others.

import { betOf, type BetName } from '#shared/catalogue/bets.ts';
import { racekeyOfTarget, type Annotation } from '#shared/annotations/annotation.ts';
import { isMarkedBeforeStart } from '#shared/annotations/marked-before-start.ts';

/** The bets that marks can make; brackets are no marked horses. */
export const MARKED_BETS = [
  'win', 'place', 'quinella', 'quinella_place', 'exacta', 'trio', 'trifecta',
] as const satisfies readonly BetName[]; // prettier-ignore

export type MarkedBet = (typeof MARKED_BETS)[number];

export interface MarkChoice {
  readonly bet: MarkedBet;
  /** Whether all marked horses are boxed, instead of the axis against the others. */
  readonly isBox: boolean;
  /** Codes of the marks, the axis first: ◎ is "1". */
  readonly axis: string;
  readonly others: readonly string[];
  /** Yen on each combination. */
  readonly stake: number;
}

/** The marked horses of a race by mark. */
export interface MarkedRace {
  readonly racekey: string;
  readonly numbers: ReadonlyMap<string, readonly number[]>;
}

/** When a race starts, as far as it is known. */
export interface RaceStart {
  readonly racedate?: string | null | undefined;
  readonly post_time?: string | null | undefined;
}

/**
 * Marked runners whose mark was set before the start of their race, and those that were marked after it: no tips. Of a
 * race whose day is not known neither is known, and its marks count as before.
 */
export function byStart(
  annotations: readonly Annotation[],
  startOf: (racekey: string) => RaceStart | undefined,
): { readonly before: readonly Annotation[]; readonly late: readonly Annotation[] } {
  const marked = annotations.filter(({ target, mark }) => target === 'runner' && mark !== undefined);
  const isLate = (each: Annotation): boolean => {
    const { racedate, post_time } = startOf(racekeyOfTarget(each) ?? '') ?? {};
    return racedate ? !isMarkedBeforeStart(each, racedate, post_time) : false;
  };
  const { late = [], before = [] } = Object.groupBy(marked, (each) => (isLate(each) ? 'late' : 'before'));
  return { before, late };
}

/** The races in which runners are marked, in the order of their keys. */
export function markedRaces(annotations: readonly Annotation[]): readonly MarkedRace[] {
  const races = new Map<string, Map<string, number[]>>();
  for (const { target, id, mark } of annotations) {
    const [racekey = '', number = ''] = id.split(' ');
    if (target !== 'runner' || mark === undefined || !/^\d{1,2}$/.test(number)) continue;
    const marks = races.get(racekey) ?? new Map<string, number[]>();
    races.set(racekey, marks);
    marks.set(
      mark,
      [...(marks.get(mark) ?? []), Number(number)].toSorted((a, b) => a - b),
    );
  }
  return [...races]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([racekey, numbers]) => ({ racekey, numbers }));
}

/** The day of each race that one of its annotations knows, by race key; of several days that of the latest change. */
export function daysOfMarks(annotations: readonly Annotation[]): ReadonlyMap<string, string> {
  const known = annotations.toSorted((a, b) => a.at - b.at);
  return new Map(
    known.flatMap((each) => {
      const racekey = racekeyOfTarget(each);
      return racekey === undefined || each.racedate === undefined ? [] : [[racekey, each.racedate] as const];
    }),
  );
}

/** The selection of a race as a list writes it: "7-3,5", "BOX 3,5,7"; undefined if its marks leave no combination. */
export function selectionOf({ numbers }: MarkedRace, choice: MarkChoice): string | undefined {
  const { numbers: needed, ordered } = betOf(choice.bet);
  const axis = numbers.get(choice.axis) ?? [];
  const others = choice.others
    .filter((mark) => mark !== choice.axis)
    .flatMap((mark) => numbers.get(mark) ?? []);
  if (axis.length === 0) return undefined;
  if (needed === 1) return axis.join(',');
  if (choice.isBox) {
    const all = [...axis, ...others].toSorted((a, b) => a - b);
    return all.length < needed ? undefined : `BOX ${all.join(',')}`;
  }
  if (others.length < needed - 1) return undefined;
  return `${axis.join(',')}${ordered ? '>' : '-'}${others.toSorted((a, b) => a - b).join(',')}`;
}
