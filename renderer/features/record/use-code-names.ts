// Names of jockeys or trainers of whom the records shown have only the codes, from any other stored record.

import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { MOST_CODES, type CodedKind } from '#shared/bridge/find.ts';
import { useBridge, type Bridge } from '../../client/bridge.tsx';
import { ARCHIVE_READ_FRESH_MS } from '../../client/query-client.ts';

export interface CodeNames {
  /** By code; a code that nothing names is left out. Undefined until they are known. */
  readonly names: ReadonlyMap<string, string> | undefined;
  /** Whether the names are still being looked up. */
  readonly isLoading: boolean;
}

/** Asks for the names of these codes, of at least one. */
export const codeNamesQuery = ({ queries }: Bridge, kind: CodedKind, codes: readonly string[]) =>
  queries.find.people.queryOptions({
    input: codes.length === 0 ? skipToken : { kind, codes: codes.slice(0, MOST_CODES) },
    staleTime: ARCHIVE_READ_FRESH_MS,
  });

export function useCodeNames(kind: CodedKind, codes: readonly string[]): CodeNames {
  const bridge = useBridge();
  const { data, isLoading } = useQuery(codeNamesQuery(bridge, kind, codes));
  const names = useMemo(() => data && new Map(data.map(({ code, name }) => [code, name])), [data]);
  return { names, isLoading };
}
