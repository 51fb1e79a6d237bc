// Keeps the memory of the main process level while the user browses for hours. V8 knows only its own objects, which are
// few: it lets the space for new ones grow, and collects rarely, while each result of DuckDB that is not collected yet
// holds memory outside V8.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const CHECKED_EVERY_MS = 2_000;
/** A collection takes some tens of milliseconds: it waits until little else is computed. */
const QUIET_MS = 500;
/** Processor time of all threads after which there is something to collect, and after which it waits no longer. */
const WORTH_MS = 2_000;
const OVERDUE_MS = 20_000;

/** Call once the app has started, which allocates a lot. */
export function keepMemorySmall(): void {
  // V8 doubles the space for new objects whenever much of it survives: to 105 MB in ten minutes of browsing. For the
  // worker as well.
  setFlagsFromString('--semi-space-growth-factor=1');
  const collect = garbageCollector();
  let [checked, collected] = [processorMs(), processorMs()];
  const check = () => {
    const now = processorMs();
    const isQuiet = now - checked < QUIET_MS;
    checked = now;
    if (now - collected < (isQuiet ? WORTH_MS : OVERDUE_MS)) return;
    collect();
    collected = processorMs();
  };
  setInterval(check, CHECKED_EVERY_MS).unref();
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** V8's own, which a context has only if it is made while this flag is set. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  return typeof collect === 'function' ? () => void collect() : () => undefined;
}
