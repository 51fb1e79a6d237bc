// Opens sources, and keeps the last few of them open for the window and for exports.

import { RailbirdError } from '#shared/errors.ts';
import type { PayoffFigures } from '#shared/bridge/payoffs.ts';
import type { LoadedInMemory, Renewed } from '#shared/bridge/results.ts';
import { isRecordSource, type ResultSource } from '#shared/bridge/source.ts';
import { addDays, isRacedate } from '#shared/racing/racedate.ts';
import type { ServiceRequests } from '../service-client/api-client.ts';
import { InFlight } from '../downloads/in-flight.ts';
import { QueryEngine } from '../query-engine/query-engine.ts';
import type { OpenContext, QueryContext } from '../downloads/query-context.ts';
import type { QueryOptions } from '../downloads/query.ts';
import { horseRuns } from './horse-runs.ts';
import { fetchNeighbors } from './neighbors.ts';
import { OpenResult, type Contents } from './open-result.ts';
import { reasonsAgain } from './reasons-again.ts';
import { firstWithRecords, tableSources } from './record-tables.ts';
import type { Anchor, OpenOptions, Result, Results } from './result.ts';
import { sqlContents, type RunSql } from './sql-contents.ts';
import { subjectContents } from './subject-contents.ts';
import { tableContents, type Extent } from './table-contents.ts';
import { unpaidRaces } from './unpaid-races.ts';

/**
 * How many results stay open, and how many sheets; the least recently used one is evicted first. The page of a race reads ten
 * sheets: a few races must not evict the rows of ten years, which take seconds to be opened again.
 */
const MOST_OPEN = 40;
/**
 * The most cells that results have in memory, some 40 MB: payoffs over other days each time are a result each, of up to
 * 300,000 cells. Sheets are of a few rows.
 */
const MOST_CELLS_IN_MEMORY = 2_000_000;

export interface ResultsOptions {
  readonly context: OpenContext;
  readonly newId: () => string;
  /** Runs a SQL query over an archive. */
  readonly runSql: RunSql;
  /** Called with errors of background work. */
  readonly report: (error: unknown) => void;
}

export interface OpenResults extends Results {
  /**
   * The result, with rows that can be read: those that the archive has stopped holding are read again. Errors:
   * RESULT_CLOSED, also if they have changed since; those of reading.
   */
  awake(resultId: string): Promise<Result>;
  /** What the payoffs that pass amount to; `above`: thresholds in yen. Errors: RESULT_CLOSED. */
  payoffFigures(resultId: string, above: readonly number[], signal?: AbortSignal): Promise<PayoffFigures>;
  /** Reads the source again from the archive only, under the same row query. Errors: RESULT_CLOSED, those of `open`. */
  renew(resultId: string, anchor?: Anchor): Promise<Renewed>;
  /** The memory that the open results use. */
  stored(): LoadedInMemory;
  /** Closes everything and stops background work. */
  closeAll(): Promise<void>;
}

interface Open {
  readonly result: OpenResult;
  readonly background: AbortController;
  readonly isSheet: boolean;
}

export function createResults(options: ResultsOptions): OpenResults {
  const open = new Map<string, Open>();
  const following = new Set<Promise<void>>();
  const engine = new QueryEngine();

  function find(resultId: string): Open {
    const found = open.get(resultId);
    // The window opens its source again.
    if (found?.result.isLost === true || (found?.result.isAsleep === true && found.result.hasChanged))
      evict(resultId);
    if (!found || found.result.isLost || found.result.isAsleep) throw new RailbirdError('RESULT_CLOSED');
    found.result.wanted();
    // It was just used, so it will be evicted last.
    open.delete(resultId);
    open.set(resultId, found);
    return found;
  }

  /** Reads rows that the archive has stopped holding again, if none of them was written since. Errors: those of reading. */
  async function wake({ result }: Open): Promise<void> {
    if (!result.isAsleep || result.hasChanged || result.source.kind === 'sql') return;
    const { records } = result.summary;
    const contents = await contentsAgain(result);
    if (result.isReleased || result.hasChanged || contents.records !== records) return contents.release();
    await result.wake(contents);
  }

  /**
   * What the result was opened from, read from the archive only. Errors: RESULT_CLOSED if that is another one by now; those
   * of reading.
   */
  async function contentsAgain(result: OpenResult): Promise<Contents> {
    const { source, summary } = result;
    const context = storedOnly(await options.context());
    const contents = await contentsOf(context, source, {}, {}, options.runSql);
    try {
      if (!result.isOf(contents.origin)) throw new RailbirdError('RESULT_CLOSED');
      const reasons = await reasonsAgain(context, source, contents.account.reasons, summary.reasons);
      return { ...contents, account: { ...contents.account, reasons } };
    } catch (error) {
      contents.release();
      throw error;
    }
  }

  /** `error`: what those are told who follow its changes. */
  function close(resultId: string, error?: RailbirdError): void {
    const found = open.get(resultId);
    if (!found) return;
    open.delete(resultId);
    found.background.abort();
    found.result.release(error);
  }

  /** Closes one that the window may still show. */
  const evict = (resultId: string): void => close(resultId, new RailbirdError('RESULT_CLOSED'));

  const waking = new Map<string, Promise<void>>();

  async function awake(resultId: string): Promise<OpenResult> {
    const found = open.get(resultId);
    if (found?.result.isAsleep === true) {
      const woken = waking.get(resultId) ?? wake(found).finally(() => waking.delete(resultId));
      waking.set(resultId, woken);
      await woken;
    }
    return find(resultId).result;
  }

  function keep(entry: Open): void {
    open.set(entry.result.summary.resultId, entry);
    const alike = [...open].filter(([, { isSheet }]) => isSheet === entry.isSheet);
    let cells = 0;
    for (const [at, [resultId, { result }]] of alike.toReversed().entries()) {
      const { cellsInMemory } = result;
      cells += cellsInMemory;
      const isTooMuch = at > 0 && cellsInMemory > 0 && cells > MOST_CELLS_IN_MEMORY;
      if (at >= MOST_OPEN || isTooMuch) evict(resultId);
    }
  }

  function follow(context: QueryContext, { result, background }: Open): void {
    if (result.source.kind !== 'table' || result.source.filter.racekey === undefined) return;
    const run = fetchNeighbors(context, result.source, background.signal, options.report);
    following.add(run);
    void run.finally(() => following.delete(run));
  }

  async function openOne(
    context: QueryContext,
    source: ResultSource,
    query: QueryOptions,
    extent: Extent,
  ): Promise<OpenResult> {
    if (mayBeLarge(source)) engine.prepare();
    const contents = await contentsOf(context, source, query, extent, options.runSql);
    if (query.signal?.aborted) {
      contents.release();
      throw new RailbirdError('CANCELLED');
    }
    return new OpenResult(options.newId(), source, contents, engine);
  }

  return {
    async open(
      source,
      { alone = false, isSheet, only, archive, stored = false, ...query }: OpenOptions = {},
    ) {
      const connected = await options.context();
      const context = stored ? storedOnly(connected) : connected;
      if (archive !== undefined && archive !== context.archive) throw new RailbirdError('SERVICE_CHANGED');
      const extent = { ...(isSheet && { isSheet }), ...(only && { only }) };
      const result = isRecordSource(source)
        ? await firstWithRecords(
            await tableSources(context, source),
            (each) => openOne(context, each, query, extent),
            (opened) => opened.release(),
          )
        : await openOne(context, source, query, extent);
      const entry = { result, background: new AbortController(), isSheet: isSheet === true };
      keep(entry);
      if (!alone && !stored) follow(context, entry);
      return result;
    },
    get: (resultId) => find(resultId).result,
    awake,
    close: (resultId) => close(resultId),
    async renew(resultId, anchor) {
      const found = open.get(resultId);
      if (found?.result.isAsleep === true && found.result.hasChanged && !found.result.isLost)
        return found.result.renew(await contentsAgain(found.result), anchor);
      const result = await awake(resultId);
      return result.renew(await contentsAgain(result), anchor);
    },
    stored: () => ({
      bytes: engine.memory.bytes,
      budget: engine.memory.budget,
      results: [...open.values()].map(({ result }) => result.stored()),
    }),
    async payoffFigures(resultId, above, signal) {
      const result = await awake(resultId);
      const { archive } = await options.context();
      if (!result.isOf(archive)) throw new RailbirdError('RESULT_CLOSED');
      const [figures, unpaid] = await Promise.all([
        result.query('payoffs', { above }, signal),
        unpaidRaces(archive, result.source),
      ]);
      return { ...figures, unpaid };
    },
    async closeAll() {
      for (const resultId of open.keys()) close(resultId);
      await Promise.allSettled(following);
      await engine.stop();
    },
  };
}

const LONG_DAYS = 100;

/** An absent end is open. */
const isLong = (from: string | undefined, to: string | undefined): boolean =>
  from === undefined || to === undefined || (isRacedate(from) && addDays(from, LONG_DAYS) <= to);

/** Whether the period is long enough to start the worker before its records arrive. */
function mayBeLarge(source: ResultSource): boolean {
  if (source.kind === 'sql') return true;
  if (source.kind === 'subject') {
    const { from, to, racekey, horse_id } = source;
    return racekey === undefined && horse_id === undefined && isLong(from, to);
  }
  if (source.kind !== 'table') return false;
  const { start_racedate: from, end_racedate: to } = source.filter;
  return from !== undefined && to !== undefined && isLong(from, to);
}

const NOBODY: ServiceRequests = {
  query: () => Promise.reject(new RailbirdError('OFFLINE_NOT_STORED')),
};

/** Requests nothing, and shares no request with those that do. */
const storedOnly = (context: QueryContext): QueryContext => ({
  ...context,
  client: NOBODY,
  inFlight: new InFlight(),
});

/**
 * Damage may be found only as the rows are read, after coverage said that they are stored: it is all read again then, so
 * that the result names the days that were lost.
 */
async function contentsOf(
  context: QueryContext,
  source: ResultSource,
  options: QueryOptions,
  extent: Extent,
  runSql: RunSql,
): Promise<Contents> {
  for (;;) {
    const { salvages } = context.archive;
    const contents = await readContents(context, source, options, extent, runSql);
    if (context.archive.salvages === salvages) return contents;
    contents.release();
  }
}

function readContents(
  context: QueryContext,
  source: ResultSource,
  options: QueryOptions,
  extent: Extent,
  runSql: RunSql,
): Promise<Contents> {
  switch (source.kind) {
    case 'table':
      return tableContents(context, source, options, extent);
    case 'subject': {
      const { horse_id } = source;
      return source.subject === 'runs' && horse_id !== undefined
        ? horseRuns(context, { ...source, horse_id }, options, extent)
        : subjectContents(context, source, options);
    }
    case 'sql':
      return sqlContents(context, source, options, runSql);
  }
}
