// The gaps among a horse's runs after every query was answered: races without a result, and the time before its last
// five runs. Pure.

import type { Incompleteness } from '#shared/bridge/results.ts';
import { parseRacekey } from '#shared/racing/racekey.ts';
import type { Row } from './memory-contents.ts';

/** An entry names this many runs; if it names fewer, the horse had no others. */
const NAMED_AT_MOST = 5;

interface KnownRuns {
  /** Newest first. */
  readonly rows: readonly Row[];
  /** Runs known only from a past-run record. */
  readonly earlier: readonly Row[];
  /** Race keys of the runs that the newest entry names, newest first; undefined without an entry. */
  readonly named: readonly string[] | undefined;
  /** Race keys whose records could not be fetched; they have a reason already. */
  readonly failed: readonly string[];
}

export function runGaps({ rows, earlier, named, failed }: KnownRuns): Incompleteness[] {
  const known = new Set(rows.map(({ racekey }) => racekey));
  const unknown = [
    ...earlier.flatMap(({ racekey }) => racekey ?? []),
    ...(named ?? []).filter((racekey) => !known.has(racekey)),
  ].filter((racekey) => parseRacekey(racekey)?.elsewhere === false && !failed.includes(racekey));
  const since = knownSince(rows, named);
  return [
    ...[...new Set(unknown)].map((where) => ({ reason: 'run_unknown' as const, where })),
    ...(since === undefined ? [] : [{ reason: 'earlier_runs' as const, where: since }]),
  ];
}

/** The race date from which on no run is missing; undefined if all are known, or none. */
function knownSince(rows: readonly Row[], named: readonly string[] | undefined): string | undefined {
  // Without an entry nothing rules out a run between two stored ones.
  if (named === undefined) return rows[0]?.racedate ?? undefined;
  if (named.length < NAMED_AT_MOST) return undefined;
  const oldest = rows.findLast(({ racekey }) => racekey != null && named.includes(racekey)) ?? rows[0];
  return oldest?.racedate ?? undefined;
}
