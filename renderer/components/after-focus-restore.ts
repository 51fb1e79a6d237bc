// A closing dialog or menu restores the focus in the next frame. Code that moves the focus must run after that, or the
// focus would return to where it was, perhaps an element that is gone.

export const onceFocusIsBack = (run: () => void): void => {
  requestAnimationFrame(() => requestAnimationFrame(run));
};
