// The scrolled element: the offset of the rows and the size of the visible part, with listeners. The browser itself
// scrolls no cells: they are moved to the offset, so that the screen is never
// half empty.

import { scrollScale, type ScrollScale } from './scroll-scale.ts';

export interface ScrollOffset {
  /** Pixels of rows above the viewport; may be more than an element can be scrolled. */
  readonly top: number;
  /** Pixels of unpinned columns to the left of the viewport. */
  readonly left: number;
}

export interface Viewport extends ScrollOffset {
  /** The element's inner size, heads included. */
  readonly width: number;
  readonly height: number;
}

export type Heading = -1 | 0 | 1;

/** Before an element is laid out. */
const UNMEASURED = { width: 1200, height: 600 };

export interface Scroller {
  /** Starts to follow an element; returns a function that stops it. */
  attach(element: HTMLElement): () => void;
  /** The same object until something changes. */
  view(): Viewport;
  /** The direction of the last sideways scroll: 1 right, -1 left, 0 before the first. */
  heading(): Heading;
  /** Sets the heights of all rows and of the heads, in pixels; returns the height of the scrolled element. */
  fit(rows: number, heads: number): number;
  scrollTo(to: Partial<ScrollOffset>): void;
  /** Takes over the element's present position, before its event does. */
  follow(): void;
  subscribe(listener: () => void): () => void;
}

/** Sets a style only if it changes: setting the same value again still makes the browser restyle the element. */
function setStyle({ style }: HTMLElement, name: string, value: string): void {
  if (style.getPropertyValue(name) !== value) style.setProperty(name, value);
}

export function makeScroller(start: ScrollOffset): Scroller {
  const listeners = new Set<() => void>();
  let element: HTMLElement | undefined;
  let view: Viewport = { ...start, ...UNMEASURED };
  let rowsHeight = 0;
  let headsHeight = 0;
  let scale: ScrollScale = scrollScale(0, 0);
  /** The element's own offset that corresponds to `view.top`. */
  let known = start.top;
  let heading: Heading = 0;

  const change = (next: Partial<Viewport>): void => {
    if (Object.entries(next).every(([key, value]) => view[key as keyof Viewport] === value)) return;
    if (next.left !== undefined && next.left !== view.left) heading = next.left > view.left ? 1 : -1;
    view = { ...view, ...next };
    for (const listener of listeners) listener();
  };
  const rescale = (): void => {
    scale = scrollScale(rowsHeight, Math.max(0, view.height - headsHeight));
  };
  const onScroll = (): void => {
    if (element === undefined) return;
    const { scrollTop, scrollLeft } = element;
    const top = scale.follow({ rows: view.top, element: known }, scrollTop);
    known = scrollTop;
    change({ top, left: scrollLeft });
  };
  /** Small steps of a scaled bar add up to an error, which is corrected when it rests. */
  const settle = (): void => {
    if (element === undefined || rowsHeight === scale.height) return;
    element.scrollTop = scale.toElement(view.top);
    known = element.scrollTop;
  };
  const measure = (): void => {
    if (element === undefined) return;
    const width = element.clientWidth || UNMEASURED.width;
    const height = element.clientHeight || UNMEASURED.height;
    // The pane has the size of the visible part; container units would include the scroll bars.
    setStyle(element, '--seen-width', `${width}px`);
    setStyle(element, '--seen-height', `${height}px`);
    if (width === view.width && height === view.height) return;
    change({ width, height });
    rescale();
  };

  return {
    view: () => view,
    heading: () => heading,
    attach(next) {
      element = next;
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(next);
      next.addEventListener('scroll', onScroll, { passive: true });
      next.addEventListener('scrollend', settle);
      return () => {
        observer.disconnect();
        next.removeEventListener('scroll', onScroll);
        next.removeEventListener('scrollend', settle);
        element = undefined;
      };
    },
    follow: onScroll,
    fit(rows, heads) {
      if (rows !== rowsHeight || heads !== headsHeight) {
        rowsHeight = rows;
        headsHeight = heads;
        rescale();
      }
      return scale.height + heads;
    },
    scrollTo({ top, left }) {
      if (element === undefined) return;
      const next: { top?: number; left?: number } = {};
      if (top !== undefined) {
        const rows = scale.toRows(scale.toElement(top));
        element.scrollTop = scale.toElement(top);
        known = element.scrollTop;
        // The element rounds its offset; the rows need not.
        next.top = rowsHeight === scale.height ? element.scrollTop : rows;
      }
      if (left !== undefined) {
        element.scrollLeft = left;
        next.left = element.scrollLeft;
      }
      change(next);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
