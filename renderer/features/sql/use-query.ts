// The query of this step: what is written, what was run last, and its result. What runs is remembered in the history.

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { LONGEST_SQL, type ResultSource } from '#shared/bridge/source.ts';
import { useStepMemory } from '../../app/navigation/navigation.ts';
import { useBridge } from '../../client/bridge.tsx';
import { failureOf } from '../../client/failure.ts';
import { summaryKey, useOpenResult, type OpenResultState } from '../../grid/data/use-open-result.ts';
import { memoryOfGrid } from '../../grid/viewport/use-kept-memory.ts';
import { GRID_MEMORY, ROWS_MEMORY } from '../table/table-state.ts';
import type { QueryProblem } from './SqlEditor.tsx';

export interface SqlQuery {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** How many characters there are too many. */
  readonly isTooLong: boolean;
  readonly opened: OpenResultState | undefined;
  readonly isRunning: boolean;
  /** Nothing is shown because it was stopped. */
  readonly isStopped: boolean;
  readonly run: () => void;
  readonly stop: () => void;
  /** The error of the text as it is now. */
  readonly problem: QueryProblem | undefined;
}

export function useSqlQuery(): SqlQuery {
  const { client, queries } = useBridge();
  const cache = useQueryClient();
  const [ran, setRan] = useStepMemory<string | undefined>('asked', undefined);
  // Only what differs from the query that was run: a step stores little.
  const [draft, setDraft] = useStepMemory<string | undefined>('draft', undefined);
  const [isStopped, setStopped] = useState(false);
  const forgetRows = useRowsForgotten();
  const text = draft ?? ran ?? '';
  const source = useMemo(
    (): ResultSource | undefined => (ran === undefined ? undefined : { kind: 'sql', sql: ran }),
    [ran],
  );
  const opened = useOpenResult(source);
  const isRunning = opened?.state === 'opening' || (opened?.state === 'open' && opened.renewal !== undefined);
  /** The query that was run here and has not ended yet. */
  const pending = useRef<string>(undefined);
  const remember = (sql: string, rows?: number): void => {
    pending.current = undefined;
    // A history that cannot be written costs no result.
    client.sql
      .remember({ sql, ...(rows === undefined ? {} : { rows }) })
      .then(() => cache.invalidateQueries({ queryKey: queries.sql.history.key() }))
      .catch(() => undefined);
  };
  const ended = isRunning || opened === undefined ? undefined : opened;
  useEffect(() => {
    const { current } = pending;
    if (current === undefined || ended === undefined) return;
    if (ended.state === 'open' && ended.failed === undefined) remember(current, ended.summary.records);
    else remember(current);
  });

  const wanted = text.trim();
  const run = (): void => {
    if (wanted === '' || wanted.length > LONGEST_SQL || isRunning) return;
    pending.current = wanted;
    if (wanted === ran) {
      if (opened?.state === 'open') opened.refresh();
      else if (opened?.state === 'failed' || opened?.state === 'cancelled') opened.again();
      return;
    }
    setStopped(false);
    forgetRows();
    // What it had before is for Back: to run it is to ask again.
    const asked: ResultSource = { kind: 'sql', sql: wanted };
    cache.removeQueries({ queryKey: summaryKey(queries.results.open.key(), asked), exact: true });
    setRan(wanted);
  };
  /** A query that was stopped does not run again because the screen is opened again. */
  const stop = (): void => {
    const isSame = opened?.state === 'open' && isOf(opened.source, ran);
    if (opened?.state === 'opening') opened.cancel();
    else if (opened?.state === 'open') opened.renewal?.cancel();
    if (ran !== undefined) remember(ran);
    if (isSame) return;
    setDraft(text);
    setRan(undefined);
    setStopped(true);
  };
  const thrown =
    opened?.state === 'failed' ? opened.thrown : opened?.state === 'open' ? opened.failed : undefined;
  const problem = useMemo((): QueryProblem | undefined => {
    if (thrown === undefined || wanted !== ran) return undefined;
    const { code, values } = failureOf(thrown);
    if (code !== 'SQL_REFUSED') return undefined;
    const at = Number(values['at'] ?? -1);
    // The place is one of the query without the blanks before it.
    const before = text.length - text.trimStart().length;
    return { at: at < 0 ? at : at + before, message: String(values['problem']) };
  }, [thrown, wanted, ran, text]);
  return {
    text,
    setText: (next) => setDraft(next === ran ? undefined : next),
    isTooLong: wanted.length > LONGEST_SQL,
    opened,
    isRunning,
    isStopped,
    run,
    stop,
    problem,
  };
}

const isOf = (source: ResultSource, sql: string | undefined): boolean =>
  source.kind === 'sql' && source.sql === sql;

/** Another query has other columns: order, filters and columns of the one before are not its own. */
function useRowsForgotten(): () => void {
  const [, setRows] = useStepMemory<unknown>(ROWS_MEMORY, undefined);
  const [, setColumns] = useStepMemory<unknown>('columns', undefined);
  const [, setGrid] = useStepMemory<unknown>(memoryOfGrid(GRID_MEMORY), undefined);
  const [, setGrouping] = useStepMemory<unknown>('grouping', undefined);
  return () => {
    for (const set of [setRows, setColumns, setGrid, setGrouping]) set(undefined);
  };
}
