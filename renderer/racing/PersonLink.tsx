// The name of a jockey, trainer or sire, which leads to its page; plain text for somebody who has none.

import type { ComponentProps, ReactNode } from 'react';
import type { Person } from '#shared/racing/person.ts';
import { PlaceLink } from '../components/PlaceLink.tsx';
import { personPlace } from './key-links.ts';

interface PersonLinkProps {
  readonly person: Person | undefined;
  readonly stop?: ComponentProps<typeof PlaceLink>['stop'];
  readonly children: ReactNode;
}

export function PersonLink({ person, stop, children }: PersonLinkProps): ReactNode {
  const place = personPlace(person);
  return place === undefined ? (
    children
  ) : (
    <PlaceLink to={place} {...(stop === undefined ? {} : { stop })}>
      {children}
    </PlaceLink>
  );
}
