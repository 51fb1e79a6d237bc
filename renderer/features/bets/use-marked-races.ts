// The races that the dialog makes bets of. Marks set after the start count only if the user wants them.

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { racekeyOfTarget } from '#shared/annotations/annotation.ts';
import { byStart, daysOfMarks, markedRaces, type MarkedRace } from '#shared/betting/from-marks.ts';
import { useBridge } from '../../client/bridge.tsx';
import { ARCHIVE_READ_FRESH_MS } from '../../client/query-client.ts';

export interface MarkedRaces {
  /** Undefined until the marks and the starts of their races are known. */
  readonly races: readonly (MarkedRace & { readonly racedate: string | undefined })[] | undefined;
  /** Whether runners are marked in these races, whenever that was. */
  readonly isMarked: boolean;
  /** Marks that were set or changed after the start of their race. */
  readonly late: number;
  readonly day: string;
  /** Races with marks whose day is not known. */
  readonly undated: number;
  /** Why the marks could not be read; null unless that failed. */
  readonly thrown: unknown;
}

interface Wanted {
  /** Only this race; otherwise the races of a day. */
  readonly racekey: string | undefined;
  /** The day that was chosen; otherwise the last one with marks, which is where the user works. */
  readonly typedDay: string | undefined;
  readonly today: string | undefined;
  readonly withLate: boolean;
}

export function useMarkedRaces({ racekey, typedDay, today, withLate }: Wanted): MarkedRaces {
  const { queries } = useBridge();
  const { data: marks, error } = useQuery({
    ...queries.annotations.list.queryOptions({ input: { target: 'runner' } }),
    staleTime: 0,
  });
  const marked = useMemo(() => {
    const days = daysOfMarks(marks ?? []);
    return markedRaces(marks ?? []).map((each) => ({ ...each, racedate: days.get(each.racekey) }));
  }, [marks]);
  const lastDay = marked.reduce((last, { racedate = '' }) => (racedate > last ? racedate : last), '');
  const day = typedDay ?? (lastDay || (today ?? ''));
  const chosen = useMemo(
    () => marked.filter((each) => (racekey === undefined ? each.racedate === day : each.racekey === racekey)),
    [marked, racekey, day],
  );
  const racekeys = useMemo(() => chosen.map((each) => each.racekey), [chosen]);
  const starts = useQuery({
    ...queries.races.conditions.queryOptions({ input: { racekeys } }),
    enabled: racekeys.length > 0,
    staleTime: ARCHIVE_READ_FRESH_MS,
  });
  const isKnown = marks !== undefined && (racekeys.length === 0 || !starts.isPending);
  const counted = useMemo(() => {
    const startOf = new Map((starts.data ?? []).map((race) => [race.racekey?.trim() ?? '', race]));
    const days = new Map(chosen.map((each) => [each.racekey, each.racedate]));
    const own = (marks ?? []).filter((each) => days.has(racekeyOfTarget(each) ?? ''));
    // Without its program the day of a race decides, as it does without a post time.
    const { before, late } = byStart(own, (key) => startOf.get(key) ?? { racedate: days.get(key) });
    const races = markedRaces(withLate ? [...before, ...late] : before);
    return {
      races: races.map((each) => ({ ...each, racedate: days.get(each.racekey) })),
      late: late.length,
    };
  }, [marks, chosen, starts.data, withLate]);
  return {
    races: isKnown ? counted.races : undefined,
    isMarked: chosen.length > 0,
    late: isKnown ? counted.late : 0,
    day,
    undated: racekey === undefined ? marked.filter(({ racedate }) => racedate === undefined).length : 0,
    thrown: error,
  };
}
