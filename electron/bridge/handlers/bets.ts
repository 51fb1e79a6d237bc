// The window's procedures for bet lists.

import type { PayoffFetchEvent } from '#shared/bridge/bets.ts';
import {
  betListsOf,
  namedList,
  revisionOfList,
  withBetList,
  withoutBetList,
  type BetListsFile,
} from '../../bets/bet-lists.ts';
import { missingRaces, type Bets } from '../../bets/bets.ts';
import { CHECKED_FIELDS, checkedLines } from '../../bets/checked-lines.ts';
import type { MissingRace } from '../../bets/fetch-payoffs.ts';
import { csvLine } from '../../exports/csv.ts';
import type { Destination } from '../../exports/destination.ts';
import { safeName } from '../../exports/file-name.ts';
import { writeText } from '../../exports/write-text.ts';
import { Latest } from '../../latest-value.ts';
import type { Implementer } from '../implementer.ts';

export interface BetsParts {
  readonly bets: Bets;
  readonly lists: BetListsFile;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Of today in Tokyo, YYYYMMDD. */
  readonly today: () => string;
  readonly destination: Destination;
  /** Allows the window to download a file; returns the address for it. */
  readonly offer: (path: string) => string;
}

export function betsHandlers(os: Implementer['bets'], parts: BetsParts) {
  const { bets, lists, now, today, destination, offer } = parts;
  return {
    check: os.check.handler(async ({ input }) => {
      const report = await bets.check(input.text);
      return { report, missing: missingRaces(report, today()) };
    }),
    fetch: os.fetch.handler(({ input, signal }) => fetchEvents(bets, input.races, signal)),
    lists: os.lists.handler(async () => betListsOf(await lists.read())),
    read: os.read.handler(async ({ input }) => {
      const list = (await lists.read()).lists.find(({ id }) => id === input.id);
      return list === undefined ? {} : { list: { ...list, revision: revisionOfList(list) } };
    }),
    save: os.save.handler(async ({ input }) => {
      const { basis, ...content } = input;
      const list = { ...content, at: now() };
      await lists.update((state) => withBetList(state, list, basis));
      return namedList(list);
    }),
    remove: os.remove.handler(async ({ input }) => {
      await lists.update((state) => withoutBetList(state, input.id, input.basis));
      return {};
    }),
    write: os.write.handler(async ({ input }) => {
      const report = await bets.check(input.text);
      const rows = checkedLines(report, input.language);
      const target = await destination(`${safeName(input.name)}.csv`, input.language);
      if (target === undefined) return { count: rows.length };
      // Excel reads UTF-8 only with a byte order mark.
      await writeText(target, `\uFEFF${[Object.keys(CHECKED_FIELDS), ...rows].map(csvLine).join('')}`);
      const { path, fetched } = target;
      return { count: rows.length, path, ...(fetched ? { download: offer(path) } : {}) };
    }),
  };
}

async function* fetchEvents(
  bets: Bets,
  races: readonly MissingRace[],
  signal: AbortSignal | undefined,
): AsyncGenerator<PayoffFetchEvent, void, void> {
  const gone = new AbortController();
  const latest = new Latest<PayoffFetchEvent>({ done: 0, total: 0 });
  const run = async (): Promise<void> => {
    try {
      const { failure } = await bets.fetch(races, {
        signal: signal ? AbortSignal.any([signal, gone.signal]) : gone.signal,
        onProgress: (progress) => latest.set(progress),
      });
      if (failure !== undefined)
        latest.set({ ...latest.value, failure: { code: failure.code, values: failure.values } });
      latest.end();
    } catch (error) {
      latest.end({ error });
    }
  };
  const ended = run();
  try {
    yield* latest.values(signal);
  } finally {
    gone.abort();
    await ended;
  }
}
