// The name of a person: a sire's is part of its id, a jockey's or trainer's is looked up among the stored names.

import { useQuery } from '@tanstack/react-query';
import { sireOfId, type Person } from '#shared/racing/person.ts';
import { useBridge } from '../../client/bridge.tsx';

/** A code may also be read as a day or a race, which are listed before it. */
const LISTED = 100;

/** As in the newest stored record; undefined if none names the person, or until it is known. */
export function usePersonName({ kind, id }: Person): string | undefined {
  const { queries } = useBridge();
  const isSire = kind === 'sire';
  const found = useQuery({
    ...queries.find.search.queryOptions({ input: { text: id, limit: LISTED } }),
    enabled: !isSire,
    staleTime: 0,
  });
  if (isSire) return sireOfId(id).name;
  const name = found.data?.items.find((each) => each.kind === kind && each.key === id)?.name;
  return name === '' ? undefined : name;
}
