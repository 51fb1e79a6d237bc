// The window's procedures for the programs of races: reading the stored ones and fetching the rest.

import type { FetchedRecord, RaceFetchEvent, RacePage } from '#shared/bridge/races.ts';
import type { WantedPage } from '../../results/race-page.ts';
import type { Races, WantedRace } from '../../results/races.ts';
import type { Implementer } from '../implementer.ts';
import { Latest } from '../../latest-value.ts';

export type RacePageReader = (wanted: WantedPage, signal: AbortSignal | undefined) => Promise<RacePage>;

export function racesHandlers(
  os: Implementer['races'],
  { races, page }: { readonly races: Races; readonly page: RacePageReader },
) {
  return {
    page: os.page.handler(({ input, signal }) => page(input, signal)),
    conditions: os.conditions.handler(({ input }) => races.conditions(input.racekeys)),
    rivals: os.rivals.handler(({ input }) => races.rivals(input.horse_ids, input.before)),
    carriedWeights: os.carriedWeights.handler(({ input }) => races.carriedWeights(input.runs)),
    versionTimes: os.versionTimes.handler(({ input }) => races.versionTimes(input.racekey)),
    knownAt: os.knownAt.handler(({ input }) => races.knownAt(input.racekey, input.at)),
    works: os.works.handler(({ input }) => races.works(input)),
    entries: os.entries.handler(({ input }) => races.entries(input.horse_id, input.from)),
    fetch: os.fetch.handler(({ input, signal }) => fetchEvents(races, input, signal)),
  };
}

async function* fetchEvents(
  races: Races,
  { races: wanted, record }: { readonly races: readonly WantedRace[]; readonly record: FetchedRecord },
  signal: AbortSignal | undefined,
): AsyncGenerator<RaceFetchEvent, void, void> {
  const gone = new AbortController();
  const latest = new Latest<RaceFetchEvent>({ type: 'progress', done: 0, total: 0 });
  const fetch = async (): Promise<void> => {
    try {
      const missing = await races.fetch(wanted, {
        record,
        signal: signal ? AbortSignal.any([signal, gone.signal]) : gone.signal,
        onProgress: (progress) => latest.set({ type: 'progress', ...progress }),
      });
      latest.set({ type: 'done', missing });
      latest.end();
    } catch (error) {
      latest.end({ error });
    }
  };
  const ended = fetch();
  try {
    yield* latest.values(signal);
  } finally {
    gone.abort();
    await ended;
  }
}
