// The name of a person: a sire's is part of its id, a jockey's or trainer's is looked up among the stored names.

import { skipToken, useQuery } from '@tanstack/react-query';
import { sireOfId, type Person } from '#shared/racing/person.ts';
import { useBridge } from '../../client/bridge.tsx';

/** As in the newest stored record; null if none names the person, undefined until that is known. */
export function usePersonName({ kind, id }: Person): string | null | undefined {
  const { queries } = useBridge();
  const found = useQuery({
    ...queries.find.people.queryOptions({ input: kind === 'sire' ? skipToken : { kind, codes: [id] } }),
    staleTime: 0,
  });
  return kind === 'sire' ? sireOfId(id).name : found.data && (found.data[0]?.name ?? null);
}
