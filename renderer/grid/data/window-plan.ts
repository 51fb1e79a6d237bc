// Which pages of rows a grid needs now, which soon, and which it may forget. Pure.

/** Rows asked for at once: about two screens, so that a page is seldom left before it is read. */
export const PAGE_ROWS = 100;

/** Pages read ahead in the direction of scrolling, and kept ready behind. */
const AHEAD = 2;
const BEHIND = 1;

/** Pages on either side of the viewport that are held; those farther away are dropped. */
export const CACHED_AROUND = 12;

export interface Visible {
  /** First row on screen. */
  readonly from: number;
  /** Row after the last on screen. */
  readonly to: number;
  /** 1 when scrolling down, -1 when up. */
  readonly direction: 1 | -1;
}

export const pageOf = (row: number): number => Math.floor(row / PAGE_ROWS);

/** Pages of the rows on screen. */
export function onScreenPages({ from, to }: Pick<Visible, 'from' | 'to'>, rows: number): number[] {
  if (rows === 0 || to <= from) return [];
  const first = pageOf(Math.max(0, from));
  const last = pageOf(Math.min(to, rows) - 1);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}

/** Pages to hold, most urgent first: those on screen, those ahead, the one behind. Never one without rows. */
export function wantedPages({ from, to, direction }: Visible, rows: number): number[] {
  if (rows === 0 || to <= from) return [];
  const first = pageOf(Math.max(0, from));
  const last = pageOf(Math.min(to, rows) - 1);
  const onScreen = onScreenPages({ from, to }, rows);
  const down = (count: number): number[] => Array.from({ length: count }, (_, at) => last + 1 + at);
  const up = (count: number): number[] => Array.from({ length: count }, (_, at) => first - 1 - at);
  const around = direction === 1 ? [...down(AHEAD), ...up(BEHIND)] : [...up(AHEAD), ...down(BEHIND)];
  const lastPage = pageOf(rows - 1);
  return [...onScreen, ...around].filter((page) => page >= 0 && page <= lastPage);
}

/** Held pages that are too far from the screen to be worth their memory. */
export function farPages(held: Iterable<number>, { from, to }: Visible): number[] {
  const first = pageOf(from) - CACHED_AROUND;
  const last = pageOf(Math.max(from, to - 1)) + CACHED_AROUND;
  return [...held].filter((page) => page < first || page > last);
}
