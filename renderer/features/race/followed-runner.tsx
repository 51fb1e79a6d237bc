// A grid of a race's runners follows the selected runner, and selects the runner of the row that the user moves to.

import { useCallback, useLayoutEffect, useRef, useState, type MouseEvent, type RefObject } from 'react';
import { runnerKey, type RecordValues } from '#shared/racing/race-rows.ts';
import { useNavigationStore } from '../../app/navigation/navigation.ts';
import { currentStep } from '../../app/navigation/trail.ts';
import { memoryOfGrid } from '../../grid/viewport/use-kept-memory.ts';
import { useLatest } from '../../components/use-latest.ts';
import { useSelectedRunner, useSelectRunner } from './selected-runner.tsx';

const keyOf = (record: RecordValues | undefined): string | undefined =>
  record === undefined ? undefined : runnerKey(record);

/** The row in which the grid of that name begins: Back restores it. */
function firstRow(memoryName: string): number {
  const kept = currentStep(useNavigationStore.getState().trail).memory[memoryOfGrid(memoryName)];
  return typeof kept === 'object' && kept !== null && 'row' in kept ? Math.max(0, Number(kept.row)) : 0;
}

/** A row that the grid is told to make its current one. */
interface Wanted {
  readonly row: number;
  /** It comes from another tab or another order, not from the grid. */
  readonly isNew: boolean;
}

/** `rows` in their order; a runner can have several, such as works. */
export function useFollowedRunner(memoryName: string, rows: readonly RecordValues[]) {
  const select = useSelectRunner();
  const around = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(() => firstRow(memoryName));
  const [wanted, setWanted] = useState<Wanted>();
  const [shown, setShown] = useState<string>();
  const before = useRef<{ readonly row: number; readonly key: string | undefined }>(undefined);
  const onRow = useLatest((row: number) => {
    const key = keyOf(rows[row]);
    const last = before.current;
    before.current = { row, key };
    setCurrent(row);
    // The row in which the grid begins, and that in which a tab is shown again, nobody has chosen.
    if (last === undefined || (last.row === row && last.key === key)) return;
    setShown(key);
    setWanted({ row, isNew: false });
    select(rows[row]);
  });
  const onClick = (event: MouseEvent): void => {
    const line = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
    const row = Number(line?.dataset['row'] ?? -1);
    if (row >= 0) select(rows[row]);
  };
  const ofShown = shown === undefined ? undefined : rows.find((row) => runnerKey(row) === shown);
  return {
    /** What the selected runner has here, otherwise the current row. */
    record: ofShown ?? rows[current],
    current,
    wanted,
    onRow,
    onWanted: setWanted,
    onShown: setShown,
    around: { ref: around, onClick },
  };
}

interface FollowRunnerProps {
  readonly rows: readonly RecordValues[];
  /** The current row of the grid. */
  readonly current: number;
  readonly wanted: Wanted | undefined;
  readonly onWanted: (wanted: Wanted) => void;
  /** Reports the key of the selected runner; undefined if the rows lack it. */
  readonly onShown: (key: string | undefined) => void;
  readonly around: { readonly ref: RefObject<HTMLDivElement | null> };
}

const STOP = '[role="gridcell"][tabindex="0"]';

/** Draws nothing: of a grid out of sight, only this is drawn again when another runner is selected. */
export function FollowRunner({ rows, current, wanted, onWanted, onShown, around }: FollowRunnerProps) {
  const key = useSelectedRunner();
  const follow = useLatest(() => {
    const row = key === undefined ? -1 : rows.findIndex((each) => runnerKey(each) === key);
    onShown(row < 0 ? undefined : key);
    // Who sorts by a head goes on there.
    const isOnHead = document.activeElement?.closest('[role="columnheader"]') != null;
    if (row >= 0 && !isOnHead && keyOf(rows[current]) !== key) onWanted({ row, isNew: true });
  });
  useLayoutEffect(() => follow(), [follow, key, rows]);
  const show = useCallback(() => {
    const grid = around.ref.current;
    const stop = grid?.querySelector<HTMLElement>(STOP);
    if (stop == null) return;
    const { activeElement } = document;
    const cell = activeElement?.closest('[role="gridcell"]');
    const isInRows = cell != null && grid?.contains(cell) === true;
    // The tab has the focus itself if its grid had no row to give it to.
    const isAround = activeElement?.classList.contains('tab-body') === true && activeElement.contains(grid);
    if ((isInRows && cell !== stop) || isAround) stop.focus({ preventScroll: true });
    stop.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [around.ref]);
  // After the grid has moved: the focus, if it is in the rows, moves along.
  useLayoutEffect(() => {
    if (wanted?.isNew === true) show();
  }, [wanted, show]);
  return null;
}
