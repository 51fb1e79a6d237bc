// Who waits for a request.

/** A person who looks at the screen, or a download that takes its time. */
export type Priority = 'interactive' | 'batch';
