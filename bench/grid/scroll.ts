// Ways in which users scroll, as real input to any grid that scrolls an element.

import type { Page } from 'playwright';

/** Turns the wheel over the middle of the page, about sixty times a second. */
export async function wheel(page: Page, seconds: number, by: { x?: number; y?: number }): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.mouse.move(width / 2, height / 2);
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const next = performance.now() + 16;
    await page.mouse.wheel(by.x ?? 0, by.y ?? 0);
    const left = next - performance.now();
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
  }
}

/** Drags the scroll bar: sets the element to distant offsets, a new one each frame, with occasional rests. */
export async function drag(page: Page, scroller: string, seconds: number): Promise<void> {
  await page.evaluate(
    async ({ selector, ms }) => {
      const element = document.querySelector(selector);
      if (element === null) throw new Error(`no ${selector}`);
      const most = element.scrollHeight - element.clientHeight;
      const started = performance.now();
      const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
      for (let step = 0; performance.now() - started < ms; step += 1) {
        // A sweep through everything and back; a rest of a third of a second at its turns.
        const phase = (step % 120) / 60;
        element.scrollTop = most * (phase < 1 ? phase : 2 - phase);
        await frame();
        if (step % 60 === 0) await new Promise((resolve) => setTimeout(resolve, 300));
      }
    },
    { selector: scroller, ms: seconds * 1000 },
  );
}

/** Through all columns from the first to the last, in this many seconds. */
export async function sideways(page: Page, scroller: string, seconds: number): Promise<void> {
  await page.evaluate(
    async ({ selector, ms }) => {
      const element = document.querySelector(selector);
      if (element === null) throw new Error(`no ${selector}`);
      const most = element.scrollWidth - element.clientWidth;
      const started = performance.now();
      for (let part = 0; part < 1; part = (performance.now() - started) / ms) {
        element.scrollLeft = most * part;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      element.scrollLeft = most;
    },
    { selector: scroller, ms: seconds * 1000 },
  );
}
