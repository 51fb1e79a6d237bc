// Where the keyboard's focus goes on a screen.

const STOP = '[data-stop][tabindex="0"], [role="gridcell"][tabindex="0"]';

/** Focuses the tab stop of a table, list or grid. Returns false if `part` contains no such tab stop. */
export function focusRows(part: ParentNode): boolean {
  const stop = part.querySelector<HTMLElement>(STOP);
  stop?.focus({ preventScroll: true });
  return stop != null;
}

/**
 * A closing dialog or menu restores the focus in the next frame. Code that moves the focus must run after that, or the
 * focus would return to where it was, perhaps an element that is gone.
 */
export const onceFocusIsBack = (run: () => void): void => {
  requestAnimationFrame(() => requestAnimationFrame(run));
};
