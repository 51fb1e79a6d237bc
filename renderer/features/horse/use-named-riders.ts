// The riders of a horse's runs by name. A run that is known from a later card has the code of its rider alone.

import { useMemo } from 'react';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { useCodeNames } from '../record/use-code-names.ts';

const codeOf = (run: RecordValues): string => run['rider_cd']?.trim() ?? '';
const nameOf = (run: RecordValues): string => run['rider_name']?.trim() ?? '';

export interface NamedRuns {
  readonly runs: readonly RecordValues[];
  /** Whether names are still being looked up: until then a rider may be shown by code. */
  readonly isLoading: boolean;
}

/** The names that the runs have themselves, by code, and the codes of the other riders. */
export function ridersIn(runs: readonly RecordValues[]): {
  readonly own: ReadonlyMap<string, string>;
  readonly unnamed: readonly string[];
} {
  const own = new Map(
    runs.flatMap((run) => (nameOf(run) === '' ? [] : [[codeOf(run), nameOf(run)] as const])),
  );
  const codes = runs.map(codeOf).filter((code) => code !== '' && !own.has(code));
  return { own, unnamed: [...new Set(codes)] };
}

/** The runs with the names that any of them, or any other stored record, has for the code of the rider. */
export function useNamedRiders(runs: readonly RecordValues[]): NamedRuns {
  const { own, unnamed } = useMemo(() => ridersIn(runs), [runs]);
  const { names: found, isLoading } = useCodeNames('jockey', unnamed);
  // A page whose riders nobody names is not drawn again.
  const others = found?.size === 0 ? undefined : found;
  const named = useMemo(() => {
    const names = new Map([...own, ...(others ?? [])]);
    if (names.size === 0) return runs;
    return runs.map((run) => {
      const name = nameOf(run) === '' && codeOf(run) !== '' ? names.get(codeOf(run)) : undefined;
      return name === undefined ? run : { ...run, rider_name: name };
    });
  }, [runs, own, others]);
  return { runs: named, isLoading };
}
