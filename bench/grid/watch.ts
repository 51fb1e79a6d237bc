// Watches a page while it is scrolled: frames a second, long tasks, and how long cells were blank.

import type { Page } from 'playwright';

export interface Watched {
  readonly seconds: number;
  /** Animation frames a second; 60 is the maximum of this display. */
  readonly framesPerSecond: number;
  /** Share of the seconds without a task longer than 50 ms. */
  readonly smoothSeconds: number;
  readonly longestTaskMs: number;
  /** The longest time for which some cell on screen was blank. */
  readonly longestBlankMs: number;
}

declare global {
  interface Window {
    railbirdWatch?: { stop(): Watched };
  }
}

/**
 * Starts watching. `cell` selects a cell that shows its value: at points spread over the page there must be one,
 * otherwise something there is blank.
 */
async function begin(page: Page, cell: string | undefined): Promise<void> {
  await page.evaluate((selector) => {
    const points = [0.15, 0.35, 0.55, 0.75, 0.95].flatMap((x) =>
      [0.45, 0.65, 0.85].map((y) => [x, y] as const),
    );
    const isBlank = (): boolean =>
      selector !== undefined &&
      points.some(([x, y]) => !document.elementFromPoint(x * innerWidth, y * innerHeight)?.closest(selector));
    const started = performance.now();
    let frames = 0;
    let running = true;
    let blankSince: number | undefined;
    let longestBlankMs = 0;
    const tasks: { at: number; ms: number }[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) tasks.push({ at: entry.startTime, ms: entry.duration });
    });
    observer.observe({ entryTypes: ['longtask'] });
    const frame = (): void => {
      if (!running) return;
      frames += 1;
      if (isBlank()) {
        blankSince ??= performance.now();
        longestBlankMs = Math.max(longestBlankMs, performance.now() - blankSince);
      } else blankSince = undefined;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    window.railbirdWatch = {
      stop() {
        running = false;
        for (const entry of observer.takeRecords()) tasks.push({ at: entry.startTime, ms: entry.duration });
        observer.disconnect();
        const seconds = (performance.now() - started) / 1000;
        const cached = new Set(
          tasks.filter(({ at }) => at >= started).map(({ at }) => Math.floor((at - started) / 1000)),
        );
        return {
          seconds,
          framesPerSecond: frames / seconds,
          smoothSeconds: 1 - cached.size / Math.ceil(seconds),
          longestTaskMs: Math.max(0, ...tasks.map(({ ms }) => ms)),
          longestBlankMs,
        };
      },
    };
  }, cell);
}

/** The effect of `act` on the page. */
export async function watching(
  page: Page,
  cell: string | undefined,
  act: () => Promise<void>,
): Promise<Watched> {
  await begin(page, cell);
  await act();
  return page.evaluate(() => {
    const watched = window.railbirdWatch?.stop();
    if (watched === undefined) throw new Error('the page was left');
    return watched;
  });
}
