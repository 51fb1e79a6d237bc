// The gaps among a horse's runs after every query was answered: races without a result, and the time before its last
// five runs. Pure.

import type { Incompleteness } from '#shared/bridge/results.ts';
import { parseRacekey } from '#shared/racing/racekey.ts';

/** An entry names this many runs; if it names fewer, the horse had no others. */
const NAMED_AT_MOST = 5;

export interface KnownRun {
  readonly racekey: string | undefined;
  readonly racedate: string | undefined;
  /** Otherwise it is known only from a card. */
  readonly hasResult: boolean;
}

interface KnownRuns {
  /** Newest first. */
  readonly runs: readonly KnownRun[];
  /** Race keys of the runs that the newest entry names, newest first; undefined without an entry. */
  readonly named: readonly string[] | undefined;
  /** Race keys whose records could not be fetched; they have a reason already. */
  readonly failed: readonly string[];
}

export function runGaps({ runs, named, failed }: KnownRuns): Incompleteness[] {
  const known = new Set(runs.map(({ racekey }) => racekey));
  const lacking = [
    ...runs.flatMap(({ racekey, hasResult }) => (hasResult ? [] : (racekey ?? []))),
    ...(named ?? []).filter((racekey) => !known.has(racekey)),
  ].filter((racekey) => parseRacekey(racekey)?.elsewhere === false && !failed.includes(racekey));
  // The service was asked for the named races only.
  const reasonOf = (racekey: string) => (named?.includes(racekey) ? 'run_unknown' : 'not_fetched');
  const since = knownSince(runs, named);
  return [
    ...[...new Set(lacking)].map((where) => ({ reason: reasonOf(where), where }) as const),
    ...(since === undefined ? [] : [{ reason: 'earlier_runs' as const, where: since }]),
  ];
}

/** The race date from which on no run is missing; undefined if all are known, or none. */
function knownSince(runs: readonly KnownRun[], named: readonly string[] | undefined): string | undefined {
  // Without an entry nothing rules out a run between two stored ones.
  if (named === undefined) return runs[0]?.racedate;
  if (named.length < NAMED_AT_MOST) return undefined;
  const oldest = runs.findLast(({ racekey }) => racekey !== undefined && named.includes(racekey)) ?? runs[0];
  return oldest?.racedate;
}
