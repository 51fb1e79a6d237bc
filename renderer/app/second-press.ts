// A double click where one click opens a screen: the second press was aimed at what the first one replaced. On the new
// screen it would press whatever lies under the pointer, or select text, so it does nothing there.

/** In milliseconds and pixels, as systems count the clicks of a double click by default. */
const SOON = 500;
const NEAR = 5;

const REST_OF_A_PRESS = ['pointerup', 'mousedown', 'mouseup', 'click', 'dblclick', 'auxclick'] as const;

interface Press {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly step: number;
  /** Weakly, so that a field with a key is not kept in memory by its button. */
  readonly target: WeakRef<EventTarget> | undefined;
}

function isGone(target: Press['target']): boolean {
  if (target === undefined) return false;
  const element = target.deref();
  return !(element instanceof Node) || !element.isConnected;
}

/** Listens until the returned function is called. `shownStep` is the id of the step on screen (navigation). */
export function ignoreSecondPress(window: Window, shownStep: () => number): () => void {
  let last: Press | undefined;
  let isIgnored = false;

  const ignore = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const onPointerDown = (event: PointerEvent): void => {
    const { timeStamp: at, clientX: x, clientY: y, target } = event;
    const weakly = target === null ? undefined : new WeakRef(target);
    const press: Press = { at, x, y, step: shownStep(), target: weakly };
    isIgnored =
      last !== undefined &&
      last.step !== press.step &&
      // What stays, such as the Back button, may be pressed as fast as anyone likes.
      isGone(last.target) &&
      press.at - last.at <= SOON &&
      Math.abs(press.x - last.x) <= NEAR &&
      Math.abs(press.y - last.y) <= NEAR;
    if (isIgnored) ignore(event);
    else last = press;
  };
  const onRest = (event: Event): void => {
    if (isIgnored) ignore(event);
  };

  window.addEventListener('pointerdown', onPointerDown, { capture: true });
  for (const name of REST_OF_A_PRESS) window.addEventListener(name, onRest, { capture: true });
  return () => {
    window.removeEventListener('pointerdown', onPointerDown, { capture: true });
    for (const name of REST_OF_A_PRESS) window.removeEventListener(name, onRest, { capture: true });
  };
}
