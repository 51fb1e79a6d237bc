// The way into the rows of a screen: the one stop of its table, list or grid that Tab reaches.

const STOP = '[data-stop][tabindex="0"], [role="gridcell"][tabindex="0"]';

/** Puts the focus there; false where nothing of the kind is drawn within `part`. */
export function focusRows(part: ParentNode): boolean {
  const stop = part.querySelector<HTMLElement>(STOP);
  stop?.focus({ preventScroll: true });
  return stop != null;
}
