/** Who waits for a request: the user in front of the screen, or a download in the background. */
export type Priority = 'interactive' | 'batch';
