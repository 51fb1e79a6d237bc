// The scrolled element as the grid sees it: where the rows stand and how much of them is seen, told to those who
// draw. Nothing in it is scrolled by the browser: what is on screen is put there by its offset, so that it is never
// seen half empty.

import { scrollScale, type ScrollScale } from './scroll-scale.ts';

export interface ScrollOffset {
  /** Pixels of rows above the view; may be more than an element can be scrolled. */
  readonly top: number;
  /** Pixels of the unpinned columns left of the view. */
  readonly left: number;
}

export interface Viewport extends ScrollOffset {
  /** Of the element's inside, heads included. */
  readonly width: number;
  readonly height: number;
}

export type Heading = -1 | 0 | 1;

/** Before an element is laid out. */
const UNMEASURED = { width: 1200, height: 600 };

export interface Scroller {
  /** Begins to follow an element; returns how to end it. */
  attach(element: HTMLElement): () => void;
  /** The same object until something changed. */
  view(): Viewport;
  /** To which side it was moved last: 1 right, -1 left, 0 while it was not. */
  heading(): Heading;
  /** Height of all rows and of the heads above them, in pixels; answers what the scrolled element must be high. */
  fit(rows: number, heads: number): number;
  scrollTo(to: Partial<ScrollOffset>): void;
  subscribe(listener: () => void): () => void;
}

export function makeScroller(start: ScrollOffset): Scroller {
  const listeners = new Set<() => void>();
  let element: HTMLElement | undefined;
  let view: Viewport = { ...start, ...UNMEASURED };
  let rowsHeight = 0;
  let headsHeight = 0;
  let scale: ScrollScale = scrollScale(0, 0);
  /** The element's own offset that `view.top` stands for. */
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
  /** Small steps of a scaled bar add up: when it rests it is put where it belongs. */
  const settle = (): void => {
    if (element === undefined || rowsHeight === scale.height) return;
    element.scrollTop = scale.toElement(view.top);
    known = element.scrollTop;
  };
  const measure = (): void => {
    if (element === undefined) return;
    const width = element.clientWidth || UNMEASURED.width;
    const height = element.clientHeight || UNMEASURED.height;
    // The pane is as large as what is seen; container units would count the scroll bars in.
    element.style.setProperty('--seen-width', `${width}px`);
    element.style.setProperty('--seen-height', `${height}px`);
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
        // The element rounds; the rows need not.
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
