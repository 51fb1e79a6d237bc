// Dragging with the pointer: column headers, edges, rows of a list.

/** Follows the pointer until its button is released. Returns a function that cancels the drag. */
export function followPointer(
  onMove: (event: PointerEvent) => void,
  onEnd: (event: PointerEvent) => void,
): () => void {
  const stop = (): void => {
    window.removeEventListener('pointermove', onMove);
    window.removeEventListener('pointerup', end);
    window.removeEventListener('pointercancel', stop);
  };
  const end = (event: PointerEvent): void => {
    stop();
    onEnd(event);
  };
  window.addEventListener('pointermove', onMove);
  window.addEventListener('pointerup', end);
  window.addEventListener('pointercancel', stop);
  return stop;
}
