// The riders of a horse's runs by name. A run that is known from a later card has the code of its rider alone.

import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { useBridge } from '../../client/bridge.tsx';
import { ARCHIVE_READ_FRESH_MS } from '../../client/query-client.ts';

const NONE: readonly { readonly code: string; readonly name: string }[] = [];

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
  const { data = NONE } = useQuery({
    ...queries.find.people.queryOptions({
      input: unnamed.length === 0 ? skipToken : { kind: 'jockey', codes: unnamed },
    }),
    staleTime: ARCHIVE_READ_FRESH_MS,
  });
  // A page whose riders nobody names is not drawn again.
  const found = data.length === 0 ? NONE : data;
  return useMemo(() => {
    const names = new Map([...own, ...found.map(({ code, name }) => [code, name] as const)]);
    if (names.size === 0) return runs;
    return runs.map((run) => {
      const name = nameOf(run) === '' && codeOf(run) !== '' ? names.get(codeOf(run)) : undefined;
      return name === undefined ? run : { ...run, rider_name: name };
    });
  }, [runs, own, found]);
}
