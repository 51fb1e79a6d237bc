// From a click to what it changed on screen: begun at the event, ended at the frame that shows it.

import type { Locator, Page } from '@playwright/test';

/**
 * Milliseconds from the click on `target` to the frame after `texts` (cells, by a selector) first read otherwise than
 * before it. Rejects when nothing changes within half a minute.
 */
export async function clickToChanged(page: Page, target: Locator, texts: string): Promise<number> {
  const measured = page.evaluate(
    (selector) =>
      new Promise<number>((resolve, reject) => {
        const read = (): string =>
          [...document.querySelectorAll(selector)].map((element) => element.textContent).join('|');
        const before = read();
        const late = setTimeout(() => reject(new Error('nothing changed')), 30_000);
        const watch = (began: number): void => {
          const now = read();
          if (now === before || now.replaceAll('|', '') === '') requestAnimationFrame(() => watch(began));
          else {
            clearTimeout(late);
            requestAnimationFrame(() => {
              performance.mark('painted');
              resolve(performance.now() - began);
            });
          }
        };
        window.addEventListener('click', () => watch(performance.now()), { capture: true, once: true });
        document.documentElement.dataset['watching'] = 'true';
      }),
    texts,
  );
  await page.locator('html[data-watching="true"]').waitFor();
  await target.click();
  const ms = await measured;
  await page.evaluate(() => delete document.documentElement.dataset['watching']);
  return ms;
}

/** Milliseconds from the end of the last answer of a procedure of the bridge to the change that was last waited for. */
export const sinceAnswer = (page: Page, procedure: string): Promise<number> =>
  page.evaluate((name) => {
    const answers = performance
      .getEntriesByType('resource')
      .filter((entry) => entry.name.includes(name))
      .map((entry) => entry.startTime + entry.duration);
    const painted = performance.getEntriesByName('painted').at(-1)?.startTime ?? Number.NaN;
    return painted - Math.max(...answers);
  }, procedure);

/** Of an odd number of runs the middle one. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
