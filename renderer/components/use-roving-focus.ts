// Roving focus among the links of a table: one of them is in the tab order, and Back restores it.
// A stop is an element with `data-stop="row,column"`.

import {
  useEffect,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type FocusEvent,
  type RefObject,
} from 'react';
import { useStepMemory } from '../app/navigation/navigation.ts';

export interface Stop {
  readonly row: number;
  readonly column: number;
}

interface Kept extends Stop {
  /** Whether the focus was here, so that Back restores it. */
  readonly focused: boolean;
}

/** The headers are not stops; arrow down moves from them to the first row. */
const HEADS: Stop = { row: -1, column: 0 };

const FIRST: Kept = { row: 0, column: 0, focused: false };

/** The stop that a key leads to from another; undefined where the key does not move or nothing lies there. Pure. */
export function stopAfter(stops: readonly Stop[], from: Stop, key: string): Stop | undefined {
  const inRow = (row: number): readonly Stop[] => stops.filter((stop) => stop.row === row);
  const nearest = (row: number | undefined): Stop | undefined =>
    row === undefined
      ? undefined
      : inRow(row).toSorted((a, b) => Math.abs(a.column - from.column) - Math.abs(b.column - from.column))[0];
  const rows = [...new Set(stops.map((stop) => stop.row))].toSorted((a, b) => a - b);
  const columns = inRow(from.row).toSorted((a, b) => a.column - b.column);
  switch (key) {
    case 'ArrowDown':
      return nearest(rows.find((row) => row > from.row));
    case 'ArrowUp':
      return nearest(rows.findLast((row) => row < from.row));
    case 'ArrowRight':
      return columns.find((stop) => stop.column > from.column);
    case 'ArrowLeft':
      return columns.findLast((stop) => stop.column < from.column);
    case 'PageUp':
      return nearest(rows[0]);
    case 'PageDown':
      return nearest(rows.at(-1));
    case 'Home':
      return columns[0];
    case 'End':
      return columns.at(-1);
    default:
      return undefined;
  }
}

function stopOf(element: Element | null): Stop | undefined {
  const at = element?.getAttribute('data-stop');
  if (at == null) return undefined;
  const [row, column] = at.split(',').map(Number);
  return row === undefined || column === undefined ? undefined : { row, column };
}

/** What makes an element a stop. */
export interface StopProps {
  readonly 'data-stop': string;
  readonly tabIndex: 0 | -1;
}

/** The same object for the same stop, so that what has it need not be drawn again. */
const STOPS = new Map<string, StopProps>();

function stopProps({ row, column }: Stop, tabIndex: 0 | -1): StopProps {
  const key = `${row},${column} ${tabIndex}`;
  const props = STOPS.get(key) ?? { 'data-stop': `${row},${column}`, tabIndex };
  STOPS.set(key, props);
  return props;
}

interface Roving {
  /** For the element around the stops. */
  readonly around: {
    readonly ref: RefObject<HTMLDivElement | null>;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onFocus: (event: FocusEvent) => void;
    readonly onBlur: (event: FocusEvent) => void;
  };
  /** The row that last had the focus. */
  readonly row: number;
  /** For a stop: its place in the table, and whether Tab reaches it. */
  readonly stop: (row: number, column: number) => StopProps;
}

/** `name` per place and table; the table appears with its content. */
export function useRovingFocus(name: string): Roving {
  const ref = useRef<HTMLDivElement>(null);
  const [stored, store] = useStepMemory<Kept>(name, FIRST);
  const start = useRef(stored);

  const find = ({ row, column }: Stop): HTMLElement | null =>
    ref.current?.querySelector<HTMLElement>(`[data-stop="${row},${column}"]`) ?? null;
  useLayoutEffect(() => {
    const { focused, row, column } = start.current;
    if (focused) {
      ref.current
        ?.querySelector<HTMLElement>(`[data-stop="${row},${column}"]`)
        ?.focus({ preventScroll: true });
    }
  }, []);
  useEffect(() => {
    // After a sort there may be no stop at the last position; Tab must still reach the table.
    const all = ref.current;
    if (all === null || all.querySelector('[data-stop][tabindex="0"]') !== null) return;
    const first = stopOf(all.querySelector('[data-stop]'));
    if (first !== undefined) store({ ...first, focused: false });
  });

  return {
    around: {
      ref,
      onKeyDown(event) {
        if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
        const from = stopOf(document.activeElement) ?? HEADS;
        const elements = [...(ref.current?.querySelectorAll('[data-stop]') ?? [])];
        const stops = elements.flatMap((element) => stopOf(element) ?? []);
        const to = stopAfter(stops, from, event.key);
        if (to === undefined) return;
        event.preventDefault();
        const element = find(to);
        element?.focus({ preventScroll: true });
        element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      },
      onFocus(event) {
        const at = stopOf(event.target);
        if (at !== undefined) store({ ...at, focused: true });
      },
      onBlur(event) {
        // Without a new target, the window lost the focus or the screen was left: coming back restores it here.
        const to = event.relatedTarget;
        if (to !== null && ref.current?.contains(to) === false) store({ ...stored, focused: false });
      },
    },
    row: stored.row,
    stop: (row, column) =>
      stopProps({ row, column }, row === stored.row && column === stored.column ? 0 : -1),
  };
}
