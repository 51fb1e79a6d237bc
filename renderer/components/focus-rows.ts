// Focuses the rows of a screen: the tab stop of its table, list or grid.

const STOP = '[data-stop][tabindex="0"], [role="gridcell"][tabindex="0"]';

/** Returns false if `part` contains no such tab stop. */
export function focusRows(part: ParentNode): boolean {
  const stop = part.querySelector<HTMLElement>(STOP);
  stop?.focus({ preventScroll: true });
  return stop != null;
}
