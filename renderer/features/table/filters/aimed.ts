// What is pointed at with the mouse, before it is pressed: what pressing it would show can be got ready.

/** Moving, not being over: what comes to lie under a resting pointer is not aimed at. */
export const aimed = (aim: () => void) => ({ onPointerMove: aim, onPointerDown: aim });
