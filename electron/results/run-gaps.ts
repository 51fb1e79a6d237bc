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

export interface NewestEntry {
  readonly racedate: string | undefined;
  /** Race keys of the runs that it names, newest first. */
  readonly named: readonly string[];
}

interface KnownRuns {
  /** Newest first. */
  readonly runs: readonly KnownRun[];
  /** Undefined if the horse has none. */
  readonly entry: NewestEntry | undefined;
  /** Race keys whose records could not be fetched; they have a reason already. */
  readonly failed: readonly string[];
}

export function runGaps({ runs, entry, failed }: KnownRuns): Incompleteness[] {
  const named = entry?.named ?? [];
  const known = new Set(runs.map(({ racekey }) => racekey));
  const lacking = [
    ...runs.flatMap(({ racekey, hasResult }) => (hasResult ? [] : (racekey ?? []))),
    ...named.filter((racekey) => !known.has(racekey)),
  ].filter((racekey) => parseRacekey(racekey)?.elsewhere === false && !failed.includes(racekey));
  // The service was asked for the named races only.
  const reasonOf = (racekey: string) => (named.includes(racekey) ? 'run_unknown' : 'not_fetched');
  const since = knownSince(runs, entry);
  return [
    ...[...new Set(lacking)].map((where) => ({ reason: reasonOf(where), where }) as const),
    ...(since === undefined ? [] : [{ reason: 'earlier_runs' as const, where: since }]),
  ];
}

/** The race date from which on no run is missing; undefined if all are known, or none. */
function knownSince(runs: readonly KnownRun[], entry: NewestEntry | undefined): string | undefined {
  const [newest] = runs;
  // Nothing rules out a run between two stored ones, unless a later entry names those before it.
  if (entry === undefined || (newest?.racedate ?? '') > (entry.racedate ?? '')) return newest?.racedate;
  const { named } = entry;
  if (named.length < NAMED_AT_MOST) return undefined;
  const oldest = runs.findLast(({ racekey }) => racekey !== undefined && named.includes(racekey)) ?? newest;
  return oldest?.racedate;
}
