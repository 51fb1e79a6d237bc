// Work that can wait until what was just changed is on screen.

/** A window that is not in sight paints nothing: then it is not waited for. */
const AT_MOST_MS = 50;

export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, AT_MOST_MS);
    // A timer set in a frame runs when the frame has been painted.
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(timer);
        resolve();
      }),
    );
  });
