// Roving focus among the runners of a race, a row for each: the current row is that of the selected runner, in whatever
// order and on whatever tab it was chosen.

import { useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { useLatest } from '../../components/use-latest.ts';
import { useRovingFocus, type StopProps } from '../../components/use-roving-focus.ts';
import { useSelectedRow, useSelectRunner } from './selected-runner.tsx';

const rowOf = (target: EventTarget | null): number | undefined => {
  if (!(target instanceof Element)) return undefined;
  const stop = target.closest('[data-stop]') ?? target.closest('tr')?.querySelector('[data-stop]');
  const row = Number.parseInt(stop?.getAttribute('data-stop') ?? '', 10);
  return Number.isNaN(row) ? undefined : row;
};

/** The same object for the same stop, so that a memoized cell is not drawn again for it. */
const FIRST_STOPS = new Map<string, StopProps>();

function stopWith({ 'data-stop': at }: StopProps, tabIndex: 0 | -1): StopProps {
  const key = `${at} ${tabIndex}`;
  const props = FIRST_STOPS.get(key) ?? { 'data-stop': at, tabIndex };
  FIRST_STOPS.set(key, props);
  return props;
}

/** `runners` in the order of the rows; stop 0 of a row is the link to its horse. */
export function useRunnerRoving(name: string, runners: readonly RecordValues[]) {
  const wanted = useSelectedRow(runners);
  const select = useSelectRunner();
  // Back, and a tab that is shown again, give the focus to where it was last on this tab. That is no choice.
  const isRestoring = useRef(false);
  useLayoutEffect(() => {
    isRestoring.current = true;
  }, []);
  const roving = useRovingFocus(name);
  const { around } = roving;
  const { ref } = around;
  const isElsewhere = useLatest(() => wanted !== undefined && wanted !== roving.row);
  useLayoutEffect(() => {
    isRestoring.current = false;
    const stop = ref.current?.querySelector<HTMLElement>('[data-stop][tabindex="0"]');
    if (stop == null) return;
    const { activeElement } = document;
    const isHere = activeElement?.hasAttribute('data-stop') === true && ref.current?.contains(activeElement);
    if (isHere === true && activeElement !== stop) stop.focus({ preventScroll: true });
    if (isElsewhere()) stop.closest('tr')?.scrollIntoView({ block: 'nearest' });
  }, [ref, isElsewhere]);
  const isMoving = useRef(false);

  // A runner without a page has no link, and its row no first stop.
  const hasLink = wanted !== undefined && !!runners[wanted]?.['horse_id']?.trim();
  const row = hasLink ? wanted : roving.row;
  return {
    row,
    around: {
      ...around,
      onKeyDown(event: KeyboardEvent) {
        isMoving.current = true;
        around.onKeyDown(event);
        isMoving.current = false;
      },
      onFocus(event: FocusEvent) {
        const at = rowOf(event.target);
        if (isRestoring.current) return;
        around.onFocus(event);
        if (at !== undefined && (isMoving.current || at !== row)) select(runners[at]);
      },
      onClick(event: MouseEvent) {
        const at = rowOf(event.target);
        if (at !== undefined) select(runners[at]);
      },
    },
    stop(at: number, column: number): StopProps {
      const stop = roving.stop(at, column);
      return row === roving.row ? stop : stopWith(stop, at === row && column === 0 ? 0 : -1);
    },
  };
}

export type RunnerRoving = ReturnType<typeof useRunnerRoving>;
