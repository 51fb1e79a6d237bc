// Where the keyboard's focus goes on a screen.

const STOP = '[data-stop][tabindex="0"], [role="gridcell"][tabindex="0"]';

/** Around what stands beside the rows of a screen, such as a chart: Tab reaches it, the arrows from the heading do not. */
const ASIDE = '[data-aside]';

/** Whatever keys are typed into. */
export const FIELD =
  'input, textarea, select, [contenteditable="true"], [role="spinbutton"], [role="combobox"]';

/** Whether a field of the screen has the focus. What appears then must not take it: the next keys are meant for the field. */
export const isInField = (): boolean => document.activeElement?.closest(FIELD)?.closest('main') != null;

/** Tabs of a race are drawn ahead, out of sight; what is in them cannot have the focus. */
export const isSeen = (element: Element): boolean => element.closest('[style*="display: none"]') === null;

/** Whether no element that can be seen has the focus: one that was just hidden keeps it until the next frame. */
export function hasLostFocus(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || !isSeen(activeElement);
}

/** Focuses the tab stop of a table, list or grid. Returns false if `part` contains no such tab stop. */
export function focusRows(part: ParentNode): boolean {
  const stop = [...part.querySelectorAll<HTMLElement>(STOP)].find(
    (each) => each.closest(ASIDE) === null && isSeen(each),
  );
  stop?.focus({ preventScroll: true });
  return stop !== undefined;
}

/**
 * A closing dialog or menu restores the focus in the next frame. Code that moves the focus must run after that, or the
 * focus would return to where it was, perhaps an element that is gone.
 */
export const onceFocusIsBack = (run: () => void): void => {
  requestAnimationFrame(() => requestAnimationFrame(run));
};

/** The element that has the focus; null if it is no HTML element. */
export const focusedElement = (): HTMLElement | null =>
  document.activeElement instanceof HTMLElement ? document.activeElement : null;
