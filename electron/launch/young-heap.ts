// The main process allocates little that lives long: V8's space for new objects is kept as small as it starts.

import { setFlagsFromString } from 'node:v8';

/**
 * Call once the app has started, which allocates a lot. V8 doubles the space whenever much of it survives, up to 128 MB,
 * and gives it back only when the process has nothing to do: that was a third of the app's memory after ten minutes of
 * browsing. It holds for the worker as well.
 */
export const keepYoungHeapSmall = (): void => setFlagsFromString('--semi-space-growth-factor=1');
