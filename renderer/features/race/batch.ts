// Several sheets of a race shown as one: as complete as the least complete, and refreshed together.

import { together, type CompletenessFacts } from '../../components/Completeness.tsx';
import { failureOf } from '../../client/failure.ts';
import type { LoadedRace } from './use-race-sheet.ts';

/** A sheet that could not be read: nothing is complete with it. */
const unread = (racekey: string, thrown: unknown): CompletenessFacts => ({
  records: 0,
  complete: false,
  reasons: [{ reason: 'not_fetched', where: racekey, because: failureOf(thrown) }],
  quarantined: 0,
  drift: 0,
  repeated: 0,
  provisional: 0,
});

export const summaryOf = (racekey: string, ...sheets: readonly LoadedRace[]) =>
  together(
    sheets.flatMap(({ state, loaded, thrown }) => {
      if (state === 'failed') return [unread(racekey, thrown)];
      return loaded === undefined || loaded.records === 0 ? [] : [loaded];
    }),
  );

/** A sheet that is named twice is requested once. */
export const againAll =
  (...sheets: readonly Pick<LoadedRace, 'again'>[]) =>
  (): void => {
    for (const sheet of sheets) sheet.again();
  };
