// When an answer was known, if this computer's clock and the service's differ.

import { DAY_MS } from '#shared/racing/racedate.ts';
import type { Answer } from '../service-client/api-client.ts';

/** With a larger difference it is the service's clock that is wrong. */
export const MOST_DAYS_APART = 7;

/**
 * Epoch milliseconds: the later of the two clocks. Where this computer's is behind, what was fetched after a race would
 * count as known before it. A service whose clock is ahead makes its answers count as known too late, which claims
 * nothing that was not known. Pure.
 */
export const knownSince = ({
  fetchedAt,
  servedAt = fetchedAt,
}: Pick<Answer, 'fetchedAt' | 'servedAt'>): number =>
  servedAt > fetchedAt && servedAt - fetchedAt <= MOST_DAYS_APART * DAY_MS ? servedAt : fetchedAt;
