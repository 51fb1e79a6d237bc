// From a key or a click to a screen that is drawn whole: nothing loading, and nothing that changes any more.

import type { Page } from 'playwright';

/** Counts the calls of the core that wait for a response: run it in the page before anything else. */
export const countCalls = (): void => {
  const count = (waiting: number): void => {
    document.documentElement.dataset['waiting'] = String(waiting);
  };
  const idOf = (message: unknown): string => /^\{"i":"([^"]*)"/.exec(String(message))?.[1] ?? '';
  const READ = /^\{"i":"[^"]*","p":\{"u":"[^"]*\/(?:read|list|conditions|page)"/;
  globalThis.WebSocket = class extends WebSocket {
    readonly #waiting = new Set<string>();
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('message', ({ data }) => this.#over(data));
    }
    override send(message: Parameters<WebSocket['send']>[0]): void {
      // Another message about a call is its end.
      if (READ.test(String(message))) count(this.#waiting.add(idOf(message)).size);
      else this.#over(message);
      super.send(message);
    }
    #over(message: unknown): void {
      if (this.#waiting.delete(idOf(message))) count(this.#waiting.size);
    }
  };
};

/** How many of them wait now. */
export const callsWaiting = (page: Page): Promise<number> =>
  page.evaluate(() => Number(document.documentElement.dataset['waiting'] ?? 0));

/** The screen is whole once it has not changed for this long. */
const QUIET_MS = 250;
const LATE_MS = 30_000;
const LOADING = '.skeleton, .grid-skeleton, [aria-busy="true"]';

/**
 * Milliseconds from the event to the paint of the screen's last change. Rejects if it is not whole within half a
 * minute. The clock in the footer is no part of the screen.
 */
export async function drawnWhole(
  page: Page,
  event: 'keydown' | 'pointerdown',
  act: () => Promise<unknown>,
): Promise<number> {
  const measured = page.evaluate(
    ([type, loading, quiet, late]) =>
      new Promise<number>((resolve, reject) => {
        let began = Number.NaN;
        let painted = Number.NaN;
        /** Changes whose frame has not been painted. */
        let unpainted = 0;
        const main = document.querySelector('main') ?? document.body;
        const give = setTimeout(() => reject(new Error('never whole')), late);
        const check = setInterval(() => {
          const isLoading = [...main.querySelectorAll(loading)].some((each) => each.checkVisibility());
          if (unpainted > 0 || !(performance.now() - painted > quiet) || isLoading) return;
          if (Number(document.documentElement.dataset['waiting'] ?? 0) > 0) return;
          clearInterval(check);
          clearTimeout(give);
          observer.disconnect();
          resolve(painted - began);
        }, 25);
        const isShown = (node: Node): boolean => {
          const element = node instanceof Element ? node : node.parentElement;
          // The panel of a tab that was left has nothing to show of itself, but counts as visible.
          return (
            element?.checkVisibility() === true && getComputedStyle(element).contentVisibility !== 'hidden'
          );
        };
        /** Tabs are drawn ahead out of sight. */
        const isSeen = ({ target, addedNodes, removedNodes }: MutationRecord): boolean =>
          isShown(target) &&
          (addedNodes.length === 0 || removedNodes.length > 0 || [...addedNodes].some(isShown));
        const observer = new MutationObserver((changes) => {
          if (!changes.some(isSeen)) return;
          unpainted += 1;
          requestAnimationFrame(() => {
            // A message posted in a frame arrives when the frame has been painted.
            const { port1, port2 } = new MessageChannel();
            port1.addEventListener('message', () => {
              painted = performance.now();
              unpainted -= 1;
            });
            port1.start();
            port2.postMessage('painted');
          });
        });
        window.addEventListener(
          type,
          () => {
            began = performance.now();
            observer.observe(main, { subtree: true, childList: true, characterData: true, attributes: true });
          },
          { capture: true, once: true },
        );
        document.documentElement.dataset['watching'] = 'true';
      }),
    [event, LOADING, QUIET_MS, LATE_MS] as const,
  );
  await page.locator('html[data-watching="true"]').waitFor();
  await act();
  const ms = await measured;
  await page.evaluate(() => delete document.documentElement.dataset['watching']);
  return ms;
}

/** Resolves when a page that just opened shows its screen, with nothing loading. */
export async function screenIsWhole(page: Page): Promise<void> {
  await page.locator('[data-app-state="ready"]').waitFor();
  const isWhole = (loading: string): boolean => {
    const main = document.querySelector('main');
    const waiting = Number(document.documentElement.dataset['waiting'] ?? 0);
    const isLoading = [...(main?.querySelectorAll(loading) ?? [])].some((each) => each.checkVisibility());
    return main !== null && waiting === 0 && main.textContent !== '' && !isLoading;
  };
  await page.waitForFunction(isWhole, LOADING);
}
