// A closing dialog or menu gives the focus back in the next frame. What moves the focus on must come after, or the
// focus would return to where it was, perhaps an element that is gone.

export const onceFocusIsBack = (run: () => void): void => {
  requestAnimationFrame(() => requestAnimationFrame(run));
};
