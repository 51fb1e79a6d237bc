// The riders of a horse's runs by name. A run that is known from a later card has the code of its rider alone.

import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { useBridge } from '../../client/bridge.tsx';
import { ARCHIVE_READ_FRESH_MS } from '../../client/query-client.ts';

/** A code may also be read as a day or a race, which are listed before it. */
const LISTED = 100;

const codeOf = (run: RecordValues): string => run['rider_cd']?.trim() ?? '';
const nameOf = (run: RecordValues): string => run['rider_name']?.trim() ?? '';

/** The runs with the names that any of them, or any other stored record, has for the code of the rider. */
export function useNamedRiders(runs: readonly RecordValues[]): readonly RecordValues[] {
  const { queries } = useBridge();
  const { own, unnamed } = useMemo(() => {
    const named = new Map(
      runs.flatMap((run) => (nameOf(run) === '' ? [] : [[codeOf(run), nameOf(run)] as const])),
    );
    const codes = runs.map(codeOf).filter((code) => code !== '' && !named.has(code));
    return { own: named, unnamed: [...new Set(codes)] };
  }, [runs]);
  const found = useQueries({
    queries: unnamed.map((text) => ({
      ...queries.find.search.queryOptions({ input: { text, limit: LISTED } }),
      staleTime: ARCHIVE_READ_FRESH_MS,
    })),
    combine: (results) =>
      results.flatMap(({ data }, at) => {
        const one = data?.items.find(({ kind, key }) => kind === 'jockey' && key === unnamed[at]);
        return one === undefined || one.name === '' ? [] : [[one.key ?? '', one.name] as const];
      }),
  });
  return useMemo(() => {
    const names = new Map([...found, ...own]);
    return runs.map((run) => {
      const name = nameOf(run) === '' && codeOf(run) !== '' ? names.get(codeOf(run)) : undefined;
      return name === undefined ? run : { ...run, rider_name: name };
    });
  }, [runs, own, found]);
}
