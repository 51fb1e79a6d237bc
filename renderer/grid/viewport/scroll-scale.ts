// The position of the scroll bar if all rows together are taller than an element may be. Pure.

/** Chromium's tallest element is 33,554,428 pixels (1.2 million rows of 28); a little is left for the heads. */
const TALLEST = 33_000_000;

/** At both ends a pixel of the bar is a pixel of rows, so that the first and last rows scroll as in any list. */
const EXACT_END = 1_000_000;

/** A step of up to this many pixels comes from a wheel, a key or a finger: rows move by just as much. */
const SMALL_STEP = 4000;

export interface ScrollScale {
  /** Pixels of the scrolled element, at most `TALLEST`. */
  readonly height: number;
  /** Converts an offset of the scrolled element to one of the rows, and back. */
  toRows(offset: number): number;
  toElement(offset: number): number;
  /** The rows' offset after the element was scrolled from a known one. */
  follow(before: { readonly rows: number; readonly element: number }, element: number): number;
}

/** `content` and `view` are heights in pixels: of all rows, and of the visible part. */
export function scrollScale(content: number, view: number): ScrollScale {
  const height = Math.min(content, TALLEST);
  const most = Math.max(0, content - view);
  const mostOfElement = Math.max(0, height - view);
  const within = (offset: number): number => Math.min(most, Math.max(0, offset));
  if (content <= TALLEST) {
    return {
      height,
      toRows: within,
      toElement: within,
      follow: (_before, element) => within(element),
    };
  }
  const ratio = (most - 2 * EXACT_END) / (mostOfElement - 2 * EXACT_END);
  const toRows = (offset: number): number => {
    if (offset <= EXACT_END) return within(offset);
    const fromEnd = mostOfElement - offset;
    if (fromEnd <= EXACT_END) return within(most - fromEnd);
    return EXACT_END + (offset - EXACT_END) * ratio;
  };
  return {
    height,
    toRows,
    toElement: (rows) => {
      const offset = within(rows);
      if (offset <= EXACT_END) return offset;
      if (most - offset <= EXACT_END) return mostOfElement - (most - offset);
      return EXACT_END + (offset - EXACT_END) / ratio;
    },
    follow: (before, element) => {
      const step = element - before.element;
      return Math.abs(step) <= SMALL_STEP ? within(before.rows + step) : toRows(element);
    },
  };
}
