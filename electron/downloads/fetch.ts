// Runs windows through the client into the archive, as they come. A window that is refused for its size, fails,
// or answers a suspiciously round number is halved, down to a day. What cannot be had is said, day by day.
// The size that the service takes is learnt on the way and noted at once.

import type { Incompleteness } from '#shared/bridge/results.ts';
import type { Filter, Table } from '#shared/catalogue/table.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { Answer, ApiClient } from '../api/api-client.ts';
import { ApiError, type FailureKind } from '../api/failure.ts';
import type { Priority } from '../api/priority.ts';
import type { Archive } from '../archive/archive.ts';
import { sizeNote, writeSize } from './window-size.ts';
import { spanOf, type Windows } from './windows.ts';

export interface FetchInput {
  readonly client: Pick<ApiClient, 'query'>;
  readonly archive: Pick<Archive, 'write' | 'setNote'>;
  readonly table: Table;
  readonly windows: Windows;
  readonly priority: Priority;
  /** Whether a window, when its turn comes, has been had by somebody else meanwhile. */
  readonly isHeld?: (filter: Filter) => Promise<boolean>;
  /** Days of a window just kept that, by what else is held, are not all there. */
  readonly shortDays?: (filter: Filter) => Promise<ReadonlySet<string>>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Gives up what is on its way. */
  readonly signal?: AbortSignal;
  /** Begins no further window; what is on its way still arrives. */
  readonly stop?: AbortSignal;
  readonly onProgress?: (progress: FetchFigures) => void;
}

export interface FetchProgress {
  readonly windowsDone: number;
  readonly windowsTotal: number;
  readonly records: number;
}

export interface FetchFigures extends FetchProgress {
  /** Of the answers' bodies. */
  readonly bytes: number;
}

export interface Fetched extends FetchFigures {
  /** Windows that are held now. */
  readonly answered: number;
  /** Windows that could not be had, with the error of each. */
  readonly failed: readonly { readonly filter: Filter; readonly error: RailbirdError }[];
  /** The error that concerned the service as a whole and ended it, if one did. */
  readonly ended?: RailbirdError;
}

/** Records that a server which silently cuts an answer off would stop at. */
const ROUND_NUMBERS: ReadonlySet<number> = new Set([
  50, 100, 200, 250, 500, 1_000, 2_000, 2_500, 5_000, 10_000, 20_000, 25_000, 50_000, 100_000,
]);

/** The same window again would fail for the same reason; half of it may not. */
const WORTH_HALVING: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'too_large',
  'timeout',
  'cut_short',
  'failed',
]);

/** One window failing says nothing of the next; of others, all would fail alike. */
const OF_THE_WINDOW: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'too_large',
  'refused',
  'out_of_bounds',
  'cut_short',
  'failed',
]);

/** A service that fails this often in a row is down, not troubled by a window. */
const FAILURES_IN_A_ROW = 6;

const AT_ONCE = 4;

/**
 * Ends when every window is done, or at the first error that concerns the service as a whole; what was answered
 * before is kept either way. Errors: CANCELLED, ARCHIVE_FAILED; those of the service are in `failed`.
 */
export async function fetchWindows(input: FetchInput): Promise<Fetched> {
  const { windows } = input;
  const failed: { filter: Filter; error: RailbirdError }[] = [];
  const running = new Set<Promise<void>>();
  const again = new Set<Filter>();
  const noteSize = sizeNoter(input);
  let [begun, windowsDone, answered, records, bytes] = [0, 0, 0, 0, 0];
  let ended: RailbirdError | undefined;
  let failuresInARow = 0;
  const progress = (): FetchFigures => ({
    windowsDone,
    windowsTotal: windowsDone + running.size + windows.left,
    records,
    bytes,
  });

  async function fetchOne(filter: Filter): Promise<void> {
    begun += 1;
    // What was planned a moment ago needs no second look.
    if (begun > AT_ONCE && !again.has(filter) && (await input.isHeld?.(filter)) === true) {
      [windowsDone, answered] = [windowsDone + 1, answered + 1];
      return;
    }
    const answer = await ask(input, filter);
    try {
      await settle(filter, answer);
    } finally {
      if (!(answer instanceof RailbirdError)) answer.release();
    }
  }

  async function settle(filter: Filter, answer: Answer | RailbirdError): Promise<void> {
    failuresInARow = kindOf(answer) === 'failed' ? failuresInARow + 1 : 0;
    const isDown = failuresInARow >= FAILURES_IN_A_ROW;
    learn(windows, filter, answer, input.now());
    if (!isDown && !ended && isWorthHalving(answer) && windows.halve(filter)) return;
    if (answer instanceof RailbirdError) {
      failed.push({ filter, error: answer });
      const kind = kindOf(answer);
      if (isDown || kind === undefined || !OF_THE_WINDOW.has(kind)) ended ??= answer;
    } else {
      await input.archive.write({
        table: input.table.code,
        filter,
        answer,
        reasons: reasonsOf(filter, answer),
      });
      answered += 1;
      records += answer.records;
      bytes += answer.bytes;
      await lookAgain(filter);
    }
    windowsDone += 1;
  }

  /** An answer that stops short of itself is whole for a day, as a rule; what is short by itself stays so. */
  async function lookAgain(filter: Filter): Promise<void> {
    if (ended || spanOf(filter) === 1 || again.has(filter)) return;
    const short = await input.shortDays?.(filter);
    for (const request of windows.askAgain([...(short ?? [])].toSorted())) again.add(request);
  }

  input.onProgress?.(progress());
  const mayBegin = () => !ended && input.stop?.aborted !== true && running.size < AT_ONCE;
  for (;;) {
    // A halved window comes back, so the loop looks again whenever one has ended.
    for (let filter = mayBegin() ? windows.take() : undefined; filter;) {
      const run: Promise<void> = fetchOne(filter).finally(() => running.delete(run));
      running.add(run);
      filter = mayBegin() ? windows.take() : undefined;
    }
    if (running.size === 0) break;
    try {
      await Promise.race(running);
      await noteSize();
    } catch (error) {
      await Promise.allSettled(running);
      throw error;
    }
    input.onProgress?.(progress());
  }
  const last = progress();
  if (ended) {
    windows.forgetFailures();
    await noteSize();
  }
  if (ended) for (const filter of windows.takeAll()) failed.push({ filter, error: ended });
  return { ...last, answered, failed, ...(ended ? { ended } : {}) };
}

function learn(windows: Windows, filter: Filter, answer: Answer | RailbirdError, now: number): void {
  const kind = kindOf(answer);
  if (!(answer instanceof RailbirdError)) windows.answered(filter);
  else if (kind === 'too_large') windows.refused(filter, now);
  else if (kind !== undefined && WORTH_HALVING.has(kind)) windows.failed(filter);
}

/** Keeps what was learnt where the next plan finds it, whatever happens to this one. */
function sizeNoter({ windows, archive, table }: FetchInput): () => Promise<void> {
  let noted = windows.size;
  return async () => {
    const { size } = windows;
    if (size.days === noted.days && size.refused?.days === noted.refused?.days) return;
    noted = size;
    await archive.setNote(sizeNote(table), writeSize(size));
  };
}

async function ask(input: FetchInput, filter: Filter): Promise<Answer | RailbirdError> {
  try {
    const options = { priority: input.priority, ...(input.signal ? { signal: input.signal } : {}) };
    return await input.client.query(input.table.code, filter, options);
  } catch (error) {
    // Neither says anything of the service: the person left, or the disk takes no answer.
    const isOurs = error instanceof RailbirdError && ['CANCELLED', 'ARCHIVE_FAILED'].includes(error.code);
    if (error instanceof RailbirdError && !isOurs) return error;
    throw error;
  }
}

const kindOf = (answer: Answer | RailbirdError): FailureKind | undefined =>
  answer instanceof ApiError ? answer.failure.kind : undefined;

function isWorthHalving(answer: Answer | RailbirdError): boolean {
  const kind = kindOf(answer);
  if (answer instanceof RailbirdError) return kind !== undefined && WORTH_HALVING.has(kind);
  // Records outside the filter come back with each half: that is how this service answers.
  const doubts = answer.doubts.filter((doubt) => doubt !== 'outside_filter');
  return ROUND_NUMBERS.has(answered(answer)) || answer.countDiffers || answer.pagingHint || doubts.length > 0;
}

const answered = (answer: Answer): number => answer.records + answer.setAside;

function reasonsOf(filter: Filter, answer: Answer): readonly Incompleteness[] {
  const where = nameOfWindow(filter);
  const reasons: Incompleteness[] = [];
  if (answer.countDiffers) reasons.push({ reason: 'count_differs', where });
  if (answer.pagingHint) reasons.push({ reason: 'paging_hint', where });
  if (ROUND_NUMBERS.has(answered(answer))) reasons.push({ reason: 'round_number', where });
  for (const reason of answer.doubts) reasons.push({ reason, where });
  return reasons;
}

/** A window as the person knows it. */
export function nameOfWindow(filter: Filter): string {
  const { start_racedate: from, end_racedate: to } = filter;
  if (from !== undefined && to !== undefined) return from === to ? from : `${from}-${to}`;
  return filter.racekey ?? filter.horse_id ?? filter.kettonum ?? filter.racedate ?? '';
}
