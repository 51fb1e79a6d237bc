// Chromium's process that draws with the graphics card: done without, and counted when it crashes.

import { app } from 'electron';

/** Call before the app is ready. Chromium then draws with the processor. */
export function withoutGpu(): void {
  app.disableHardwareAcceleration();
  // Not even for finding out what the card can do: some drivers crash on that.
  app.commandLine.appendSwitch('disable-gpu');
}

export function onGpuCrash(crashed: () => void): void {
  app.on('child-process-gone', (_event, { type, reason }) => {
    if (type === 'GPU' && reason !== 'clean-exit' && reason !== 'killed') crashed();
  });
}
