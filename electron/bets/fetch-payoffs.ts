// Fetches the payoffs that a bet list lacks: a request for each month of its days, and one for each meeting of race keys
// whose day is not known.

import { RailbirdError } from '#shared/errors.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import type { QueryContext } from '../downloads/query-context.ts';
import { isOfTheService, runQuery } from '../downloads/query.ts';
import { textOf } from '../results/row.ts';

/** A race without stored payoffs. */
export interface MissingRace {
  readonly racekey?: string | undefined;
  readonly racedate?: string | undefined;
}

export interface FetchPayoffsOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

interface Request {
  readonly table: TableCode;
  readonly filter: Filter;
}

export interface FetchedPayoffs {
  /** The first error of a request; without one, the service has no more payoffs of the races than are stored. */
  readonly failure?: RailbirdError;
}

/** Errors: as `runQuery` if nothing could be fetched; CANCELLED. */
export async function fetchPayoffs(
  context: QueryContext,
  races: readonly MissingRace[],
  { signal, onProgress }: FetchPayoffsOptions = {},
): Promise<FetchedPayoffs> {
  let failure: RailbirdError | undefined;
  let refused = 0;
  let done = 0;
  let total = 0;
  const send = async (requests: readonly Request[]): Promise<void> => {
    total += requests.length;
    onProgress?.({ done, total });
    for (const { table, filter } of requests) {
      if (signal?.aborted) throw new RailbirdError('CANCELLED');
      try {
        const report = await runQuery(context, table, filter, {
          priority: 'batch',
          // The program says which races there are, and how many horses ran in each.
          crossCheck: true,
          ...(signal ? { signal } : {}),
        });
        failure ??= report.failure;
      } catch (error) {
        if (!isOfTheService(error)) throw error;
        failure ??= error;
        refused += 1;
      }
      done += 1;
      onProgress?.({ done, total });
    }
  };
  const today = todayInTokyo(context.now());
  // A race key has no date, but all races of a meeting's day are on one: the first tells the day of the others.
  const undated = races.flatMap(({ racekey, racedate }) =>
    racedate === undefined && racekey ? [racekey] : [],
  );
  const meetings = Map.groupBy(undated, (racekey) => racekey.slice(0, 6));
  await send([...meetings.values()].map(([racekey = '']) => ({ table: 'd_hj', filter: { racekey } })));
  const learned = await daysOf(
    context,
    [...meetings.values()].map(([racekey = '']) => racekey),
  );
  const days = new Set([...races.flatMap(({ racedate }) => racedate ?? []), ...learned.values()]);
  const rest = [...meetings.values()].flatMap((keys) => (learned.has(keys[0] ?? '') ? [] : keys));
  await send([
    ...rest.map((racekey): Request => ({ table: 't_hj', filter: { racekey } })),
    ...requestsFor([...days], today),
  ]);
  if (failure === undefined) return {};
  if (refused === total) throw failure;
  return { failure };
}

/** Past days month by month, the newest first; the past table has no race of today. */
function requestsFor(days: readonly string[], today: string): readonly Request[] {
  const months = Map.groupBy(
    days.filter((day) => day < today),
    (day) => day.slice(0, 6),
  );
  const past = [...months.entries()]
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .map(([, group]) => group.toSorted());
  return [
    ...days
      .filter((day) => day === today)
      .map((racedate): Request => ({ table: 't_hj', filter: { racedate } })),
    ...past.map((group): Request => ({
      table: 'd_hj',
      filter: { start_racedate: group[0] ?? '', end_racedate: group.at(-1) ?? '' },
    })),
  ];
}

/** The days of the payoffs that are stored for race keys. */
async function daysOf(
  { archive }: Pick<QueryContext, 'archive'>,
  racekeys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await archive.rows(
    `select racekey, max(racedate) from d_hj where racekey in (select unnest(string_split(?, ' '))) group by racekey`,
    [racekeys.join(' ')],
  );
  return new Map(rows.map(([racekey, racedate]) => [textOf(racekey) ?? '', textOf(racedate) ?? '']));
}
