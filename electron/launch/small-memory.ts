// Keeps the memory of the main process level while the user browses for hours. V8 knows only its own objects, which are
// few: it lets the space for new ones grow, and collects rarely, while each result of DuckDB that is not collected yet
// holds memory outside V8, 5 MB for a single row of a wide table.

import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const CHECKED_EVERY_MS = 1_000;
/** Checks after a collection until DuckDB has given back what it freed. */
const SETTLING_CHECKS = 3;
/**
 * A thorough collection stops the core for 100 ms, and for 300 at ten years: it waits until the user does nothing, in a
 * larger heap for longer. What a person opens takes more processor time than this in each second.
 */
const IDLE_MS = 20;
const LARGE_HEAP_BYTES = 96 * 1024 ** 2;
const idleChecksBefore = (isLarge: boolean): number => (isLarge ? 2 : 1);
/** By how much the process has grown when there is something to collect, and when that waits for no quiet moment. */
const WORTH_BYTES = 16 * 1024 ** 2;
const OVERDUE_BYTES = 40 * 1024 ** 2;
/** A larger heap takes longer to collect, which then has to be worth more: these parts of it. */
const WORTH_PART = 1 / 8;
const OVERDUE_PART = 1 / 2;
/** What is released is read again by those who need it. */
const RELEASED_EVERY_MS = 30_000;
/** A thorough collection takes twice as long: one that is overdue is thorough only if the process is this large, but its heap small. */
const THOROUGH_BYTES = 300 * 1024 ** 2;
/** The space for new objects: the start, which loads all of the code, makes it grow to 34 MB. */
const NEW_SPACE_BYTES = 8 * 1024 ** 2;

/**
 * Call once the app has started, which allocates a lot. `release` is called in quiet moments, after garbage has been
 * collected: what has memory outside V8 gives back what it can do without. `everyMs`: how often it looks, in milliseconds.
 */
export function keepMemorySmall(
  release: () => Promise<void> = async () => undefined,
  everyMs = CHECKED_EVERY_MS,
): void {
  // V8 doubles the space for new objects whenever much of it survives: to 105 MB in ten minutes of browsing. For the
  // worker as well.
  mayNewSpaceGrow(false);
  const collect = garbageCollector();
  let checkedAt = processorMs();
  let idleChecks = 0;
  /** The least that the process has taken since the last collection. */
  let least = 0;
  let checks = 0;
  let releasedAt = Number.NEGATIVE_INFINITY;
  /** The start is followed by a thorough collection, however little the process has grown. */
  let isShrunk = false;
  const check = () => {
    const now = processorMs();
    const spent = now - checkedAt;
    checkedAt = now;
    idleChecks = spent < IDLE_MS ? idleChecks + 1 : 0;
    const bytes = process.memoryUsage.rss();
    checks += 1;
    least = checks <= SETTLING_CHECKS ? bytes : Math.min(least, bytes);
    const { used_heap_size: used } = getHeapStatistics();
    const isLarge = used > LARGE_HEAP_BYTES;
    const isQuiet = idleChecks >= idleChecksBefore(isLarge);
    const isThorough = isQuiet || (!isLarge && bytes > THOROUGH_BYTES);
    const worth = isQuiet
      ? Math.max(WORTH_BYTES, used * WORTH_PART)
      : Math.max(OVERDUE_BYTES, used * OVERDUE_PART);
    const isFirst = isQuiet && !isShrunk;
    if (!isFirst && bytes - least < worth) return;
    if (isThorough) collectAll(collect);
    else collect({ type: 'major' });
    isShrunk ||= isThorough;
    if (isThorough && performance.now() >= releasedAt + RELEASED_EVERY_MS) {
      releasedAt = performance.now();
      // A failure concerns nobody: the next quiet moment comes.
      release().catch(() => undefined);
    }
    checks = 0;
  };
  setInterval(check, everyMs).unref();
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const mayNewSpaceGrow = (may: boolean): void =>
  setFlagsFromString(`--semi-space-growth-factor=${may ? 2 : 1}`);

const newSpaceBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;

/**
 * V8 keeps the pages of its heap that are empty, 80 MB of them after some minutes of browsing, and gives them back in its
 * most thorough collection alone. That one also shrinks the space for new objects to 1 MB, with which it would collect
 * all the time; V8 lets it grow while much of it survives, as this list does.
 */
function collectAll(collect: Collect): void {
  collect({ type: 'major', flavor: 'last-resort' });
  mayNewSpaceGrow(true);
  const surviving: object[] = [];
  while (newSpaceBytes() < NEW_SPACE_BYTES && surviving.length < MOST_SURVIVING)
    for (let n = 0; n < 1000; n += 1) surviving.push({ n });
  mayNewSpaceGrow(false);
}

/** 20 MB. */
const MOST_SURVIVING = 500_000;

/** Without options, or with undefined ones, V8 might collect new objects alone. */
type Collect = (options: { readonly type: 'major'; readonly flavor?: 'last-resort' }) => void;

/** V8's own, which a context has only if it is made while this flag is set. */
function garbageCollector(): Collect {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  return typeof collect === 'function' ? (options) => void collect(options) : () => undefined;
}
