// Measures from a click to the change it makes on screen: from the event to the frame that shows it.

import type { Locator, Page } from 'playwright';

/**
 * Milliseconds from the click on `target` until the resulting change of `texts` (cells, by a selector) is painted.
 * Rejects if nothing changes within half a minute.
 */
export const clickToChanged = (page: Page, target: Locator, texts: string): Promise<number> =>
  changedBy(page, 'click', () => target.click(), texts);

/** As `clickToChanged`, for other events. */
export async function changedBy(
  page: Page,
  event: 'click' | 'change' | 'pointerdown',
  act: () => Promise<unknown>,
  texts: string,
): Promise<number> {
  const measured = page.evaluate(
    ([type = '', selector = '']) =>
      new Promise<number>((resolve, reject) => {
        const read = (): string =>
          [...document.querySelectorAll(selector)].map((element) => element.textContent).join('|');
        const before = read();
        let began = Number.NaN;
        const late = setTimeout(() => reject(new Error('nothing changed')), 30_000);
        const observer = new MutationObserver(() => {
          const now = read();
          if (now === before || now.replaceAll('|', '') === '') return;
          observer.disconnect();
          clearTimeout(late);
          // A message posted in a frame arrives when the frame has been painted.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.addEventListener('message', () => {
              performance.mark('painted');
              resolve(performance.now() - began);
            });
            port1.start();
            port2.postMessage('painted');
          });
        });
        const begin = (): void => {
          began = performance.now();
          observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        };
        window.addEventListener(type, begin, { capture: true, once: true });
        document.documentElement.dataset['watching'] = 'true';
      }),
    [event, texts],
  );
  await page.locator('html[data-watching="true"]').waitFor();
  await act();
  const ms = await measured;
  await page.evaluate(() => delete document.documentElement.dataset['watching']);
  return ms;
}

/** Milliseconds from the end of the last answer of a bridge procedure to the last awaited change. */
export const sinceAnswer = (page: Page, procedure: string): Promise<number> =>
  page.evaluate((name) => {
    const answers = performance
      .getEntriesByType('resource')
      .filter((entry) => entry.name.includes(name))
      .map((entry) => entry.startTime + entry.duration);
    const painted = performance.getEntriesByName('painted').at(-1)?.startTime ?? Number.NaN;
    return painted - Math.max(...answers);
  }, procedure);
