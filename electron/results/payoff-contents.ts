// Payoffs over a period, one row a winning combination: d_hj (t_hj for today, and for recent days that the past
// table does not have yet), with the conditions of the races. A race whose conditions are not held still appears.

import type { Incompleteness } from '#shared/bridge/results.ts';
import type { Source } from '#shared/bridge/source.ts';
import { DERIVED } from '#shared/catalogue/derived.ts';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { RailbirdError } from '#shared/errors.ts';
import { addDays, isRacedate, racedatesBetween, todayInTokyo } from '#shared/racing/racedate.ts';
import type { Held } from '../archive/coverage.ts';
import type { FetchProgress } from '../downloads/fetch.ts';
import {
  gather,
  unique,
  type Gathered,
  type GatherContext,
  type GatherOptions,
} from '../downloads/gather.ts';
import { shortfalls } from './completeness.ts';
import { memoryContents } from './memory-contents.ts';
import type { Contents } from './open-result.ts';
import { readPayoffLines } from './payoff-lines.ts';
import { totals } from './table-contents.ts';

export type PayoffsSource = Extract<Source, { kind: 'payoffs' }>;

/** How long after a day its payoffs may still be only in the day's own table. */
const RECENT_DAYS = 7;

/** Errors: as `gather`. */
export async function payoffContents(
  context: GatherContext,
  source: PayoffsSource,
  options: GatherOptions,
): Promise<Contents> {
  checkPeriod(source);
  const today = todayInTokyo(context.now());
  const together = sumProgress(options.onProgress);
  const ask = (code: TableCode, filter: Filter) =>
    gather(context, code, filter, { ...options, onProgress: together() });
  const past = pastPart(source, addDays(today, -1));
  const [ofPast, programs] = await Promise.all([
    past ? ask('d_hj', past) : Promise.resolve(undefined),
    past ? conditions(ask('d_ra', past), 'd_ra', past) : Promise.resolve([]),
  ]);
  const late = lateDays(source, today, ofPast?.held ?? []);
  const ofDays = await Promise.all(late.map((day) => ask('t_hj', { racedate: day })));
  const theirs = await Promise.all(
    late.map((day) => conditions(ask('t_ra', { racedate: day }), 't_ra', { racedate: day })),
  );
  const gathered = ofPast ? [ofPast, ...ofDays] : ofDays;
  const rows = await readPayoffLines(context.archive, source);
  const short = past
    ? await shortfalls(
        context.archive,
        TABLES.d_hj,
        past,
        today,
        gathered.flatMap((g) => g.missing),
      )
    : [];
  // The day's own table has it, or was asked and will say itself that it is missing.
  const reallyShort = short.filter(
    (each) => !late.includes(each.where) || !rows.some((row) => row.racedate === each.where),
  );
  return memoryContents(DERIVED.payoff_line.columns, rows, {
    reasons: unique([
      ...gathered.flatMap((each) => each.reasons),
      ...programs,
      ...theirs.flat(),
      ...reallyShort,
    ]),
    provisional: 0,
    ...totals(gathered.flatMap((each) => each.held)),
    windows: {
      fetched: gathered.reduce((sum, each) => sum + each.windows.fetched, 0),
      held: gathered.reduce((sum, each) => sum + each.windows.held, 0),
    },
  });
}

/** Payoffs without conditions are still payoffs: what is missing of the conditions is only said. */
async function conditions(
  asking: Promise<Gathered>,
  code: TableCode,
  filter: Filter,
): Promise<readonly Incompleteness[]> {
  try {
    const { reasons } = await asking;
    return reasons.map(({ reason, where }) => ({ reason, where: `${code} ${where}` }));
  } catch (error) {
    if (!(error instanceof RailbirdError) || error.code === 'CANCELLED') throw error;
    const where = filter.racedate ?? `${filter.start_racedate}-${filter.end_racedate}`;
    return [{ reason: 'not_fetched', where: `${code} ${where}` }];
  }
}

function checkPeriod({ from, to }: PayoffsSource): void {
  if (isRacedate(from) && isRacedate(to) && from <= to) return;
  throw new RailbirdError('INVALID_FILTER', {
    problem:
      'A period of two calendar days, the first not after the last / 実在する日付で、開始日は終了日以前にしてください',
  });
}

function pastPart({ from, to }: PayoffsSource, yesterday: string): Filter | undefined {
  const last = to < yesterday ? to : yesterday;
  return from <= last ? { start_racedate: from, end_racedate: last } : undefined;
}

/** Days whose payoffs are asked for one by one: today, and recent days on which the past table is empty. */
function lateDays({ from, to }: PayoffsSource, today: string, past: readonly Held[]): string[] {
  const empty = new Set(past.filter((each) => each.records === 0).map((each) => each.lastDay));
  const first = addDays(today, -RECENT_DAYS);
  return [...racedatesBetween(from > first ? from : first, to < today ? to : today)].filter(
    (day) => day === today || empty.has(day),
  );
}

/** Several downloads as one: each reports its own numbers, the listener hears their sums. */
function sumProgress(
  listener: ((progress: FetchProgress) => void) | undefined,
): () => (progress: FetchProgress) => void {
  const parts: FetchProgress[] = [];
  return () => {
    const mine = parts.push({ windowsDone: 0, windowsTotal: 0, records: 0 }) - 1;
    return (progress) => {
      parts[mine] = progress;
      const sum = (field: keyof FetchProgress) => parts.reduce((total, part) => total + part[field], 0);
      listener?.({
        windowsDone: sum('windowsDone'),
        windowsTotal: sum('windowsTotal'),
        records: sum('records'),
      });
    };
  };
}
