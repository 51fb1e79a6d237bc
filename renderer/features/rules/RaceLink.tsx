// A race by its date, course and number, as a link to its payoffs.

import type { ReactNode } from 'react';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { racecourseName, raceNumberOf } from '#shared/racing/racekey.ts';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { useLanguage } from '../../text/text.ts';

interface RaceLinkProps {
  readonly racedate: string;
  readonly racekey: string;
  /** Follows the race. */
  readonly children?: ReactNode;
}

export function RaceLink({ racedate, racekey, children }: RaceLinkProps): ReactNode {
  const language = useLanguage();
  const course = racecourseName(racekey.slice(0, 2), language);
  return (
    <PlaceLink to={{ screen: 'race', racekey, tab: 'payoffs' }}>
      {formatRacedate(racedate, language) ?? racedate} {course} {raceNumberOf(racekey) ?? racekey}R{children}
    </PlaceLink>
  );
}
