// Runs the steps of a plan: fetches the reference tables and the query's own table, and checks each against the tables
// before it once these are stored.

import type { Priority } from '../../service-client/priority.ts';
import type { PlannedWindows, ReferencePlan, Step } from '../plan/query-plan.ts';
import { Windows } from '../plan/windows.ts';
import type { QueryContext } from '../query-context.ts';
import { shortDaysOf } from '../verify/shortfalls.ts';
import { WindowFetch } from './fetch.ts';
import { sumProgress, type Fetched, type FetchFigures, type FetchInput } from './fetched.ts';

/** How long stored records are withheld from the user while the service does not answer. */
const PATIENCE_MS = 3_000;

export interface RunOptions<P> {
  readonly priority: Priority;
  /** Cancels requests in flight. */
  readonly signal?: AbortSignal;
  /** Starts no further window; requests in flight still finish. */
  readonly stop?: AbortSignal;
  readonly onProgress?: (progress: FetchFigures) => void;
  /** Progress of the reference tables. */
  readonly onReferences?: (progress: FetchFigures) => void;
  /**
   * Whether another fetch has stored a window of the query's own table by the time its turn comes. Only for plans in
   * turn.
   */
  readonly isStored?: (prepared: P) => FetchInput['isStored'];
  /**
   * Called when the query's own table is fetched, except for plans in turn. May throw, and the rest is not waited for.
   */
  readonly accept?: (prepared: P, fetched: Fetched) => Promise<void>;
  /**
   * Whether stored records are shown without waiting long for the references if nothing of the query's own table was
   * fetched.
   */
  readonly isImpatient?: boolean;
}

export interface RanPlan<P> {
  readonly prepared: P;
  readonly fetched: Fetched;
  /** One for each reference step that ran. Their failures are not failures of the query. */
  readonly references: readonly Fetched[];
}

/** Errors: CANCELLED, ARCHIVE_FAILED, those of `accept`. Errors of the service are in the result. */
export const runPlan = <P extends PlannedWindows>(
  context: QueryContext,
  own: Step<P>,
  references: ReferencePlan,
  options: RunOptions<P>,
): Promise<RanPlan<P>> =>
  references.order === 'in turn'
    ? runInTurn(context, own, references, options)
    : runSideBySide(context, own, references, options);

async function runInTurn<P extends PlannedWindows>(
  context: QueryContext,
  own: Step<P>,
  plan: ReferencePlan,
  options: RunOptions<P>,
): Promise<RanPlan<P>> {
  const { priority, signal, stop, onReferences: onProgress } = options;
  const references = await fetchReferences(context, plan, { priority, signal, stop, onProgress });
  const prepared = await own.prepare();
  const isStored = options.isStored?.(prepared);
  const fetch = begin(context, own, prepared, { ...options, isStored, isCheckedAtOnce: true });
  try {
    return { prepared, fetched: await fetch.fetch(), references };
  } finally {
    fetch.end();
  }
}

async function runSideBySide<P extends PlannedWindows>(
  context: QueryContext,
  own: Step<P>,
  plan: ReferencePlan,
  options: RunOptions<P>,
): Promise<RanPlan<P>> {
  const { signal } = options;
  const stop = new AbortController();
  const fetching = fetchReferences(context, plan, {
    priority: options.priority,
    signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal,
    stop: options.stop,
    onProgress: options.onReferences,
  });
  // A failure is handled where `fetching` is awaited, if that is reached.
  fetching.catch(() => undefined);
  let fetch: WindowFetch | undefined;
  try {
    const prepared = await own.prepare();
    const isCheckedAtOnce = plan.groups.length === 0;
    fetch = begin(context, own, prepared, { ...options, isStored: undefined, isCheckedAtOnce });
    const fetched = await fetch.fetch();
    await options.accept?.(prepared, fetched);
    const isShown = options.isImpatient === true && fetched.answered === 0;
    const timer = isShown ? setTimeout(() => stop.abort(), PATIENCE_MS) : undefined;
    let references: readonly Fetched[] = [];
    try {
      references = await fetching;
    } catch (error) {
      if (!stop.signal.aborted || signal?.aborted === true) throw error;
    } finally {
      clearTimeout(timer);
    }
    if (isCheckedAtOnce) return { prepared, fetched, references };
    return { prepared, fetched: await fetch.crossCheck(shortDaysOf(context, own.table)), references };
  } finally {
    fetch?.end();
    // Without the query's own records the references are not needed.
    stop.abort();
    await Promise.allSettled([fetching]);
  }
}

interface ReferenceOptions {
  readonly priority: Priority;
  readonly signal?: AbortSignal | undefined;
  readonly stop?: AbortSignal | undefined;
  readonly onProgress?: ((progress: FetchFigures) => void) | undefined;
}

/** Errors: CANCELLED, ARCHIVE_FAILED. Errors of the service are in the result. */
export async function fetchReferences(
  context: QueryContext,
  plan: ReferencePlan,
  options: ReferenceOptions,
): Promise<readonly Fetched[]> {
  if (plan.groups.length === 0) return [];
  if (plan.sharedAs === undefined) return runGroups(context, plan, options);
  const { value, release } = await context.inFlight.references.join(plan.sharedAs, options.signal, (signal) =>
    runGroups(context, plan, { ...options, signal }),
  );
  release();
  return value;
}

function runGroups(
  context: QueryContext,
  plan: ReferencePlan,
  { onProgress, ...options }: ReferenceOptions,
): Promise<Fetched[]> {
  const together = sumProgress(onProgress);
  const beginStep = async (step: Step, isCheckedAtOnce: boolean) => ({
    step,
    fetch: begin(context, step, await step.prepare(), {
      ...options,
      onProgress: together(),
      isCheckedAtOnce,
    }),
  });
  return plan.order === 'side by side'
    ? groupsSideBySide(context, plan, beginStep)
    : groupsInTurn(plan, beginStep);
}

type BeginStep = (step: Step, isCheckedAtOnce: boolean) => Promise<{ step: Step; fetch: WindowFetch }>;

async function groupsInTurn(
  { groups, order, isFound }: ReferencePlan,
  beginStep: BeginStep,
): Promise<Fetched[]> {
  const all: Fetched[] = [];
  for (const group of groups) {
    const fetched = await settled(
      group.map(async (step) => {
        const { fetch } = await beginStep(step, true);
        return fetch.fetch().finally(() => fetch.end());
      }),
    );
    all.push(...fetched);
    if (await isFound?.()) break;
    // The error that ended one group would end the next.
    if (order === 'in turn' && fetched.some(({ ended }) => ended)) break;
  }
  return all;
}

async function groupsSideBySide(
  context: QueryContext,
  { groups }: ReferencePlan,
  beginStep: BeginStep,
): Promise<Fetched[]> {
  const begun = await settled(groups.flatMap((group, at) => group.map((step) => beginStep(step, at === 0))));
  try {
    const fetched = await settled(begun.map(({ fetch }) => fetch.fetch()));
    const first = groups[0]?.length ?? 0;
    // The first group has been checked already.
    return await settled(
      begun.map(({ step, fetch }, at) =>
        at < first ? (fetched[at] as Fetched) : fetch.crossCheck(shortDaysOf(context, step.table)),
      ),
    );
  } finally {
    for (const { fetch } of begun) fetch.end();
  }
}

/** As `Promise.all`, but no promise is left running when one of them fails. */
async function settled<T>(promises: readonly (T | Promise<T>)[]): Promise<T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/** `isCheckedAtOnce`: everything that the table is checked against is stored by now. */
function begin(
  context: QueryContext,
  { table }: Step,
  { plan, size }: PlannedWindows,
  options: ReferenceOptions & {
    readonly isStored?: FetchInput['isStored'] | undefined;
    readonly isCheckedAtOnce: boolean;
  },
): WindowFetch {
  const { priority, signal, stop, onProgress, isStored, isCheckedAtOnce } = options;
  const { client, archive, now, inFlight } = context;
  return new WindowFetch({
    client,
    archive,
    now,
    table,
    windows: new Windows(table, plan.toRequest, size),
    findings: inFlight.findingsOf(archive.path),
    priority,
    ...(signal ? { signal } : {}),
    ...(stop ? { stop } : {}),
    ...(onProgress ? { onProgress } : {}),
    ...(isStored ? { isStored } : {}),
    ...(isCheckedAtOnce ? { shortDays: shortDaysOf(context, table) } : {}),
  });
}
