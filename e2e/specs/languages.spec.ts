// Japanese on every screen, without a restart.

import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';
import { TOUR } from '../pages/tour.ts';
import { pastStops } from '../racing.ts';

/**
 * Texts, names and tooltips that no Japanese reader should see: English words, and keys of missing texts. Codes,
 * keyboard keys, queries and text marked as another language are the same in any language.
 */
const foreign = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const exempt = 'code, kbd, [lang="en"], [translate="no"], script, style, option[value="en"]';
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node.parentElement?.closest(exempt) == null) texts.push(node.textContent ?? '');
    for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder]')) {
      if (element.closest(exempt) !== null) continue;
      for (const name of ['aria-label', 'title', 'placeholder']) texts.push(element.getAttribute(name) ?? '');
    }
    const japanese = /[\u3040-\u30ff\u4e00-\u9fff]/;
    const english = /[A-Za-z]{3,}[ ,.]+[a-z]{2,}/;
    const key = /^[a-z]+(?:[A-Z][a-z]+)+$|^[a-z]+(?:[.:][a-zA-Z]+)+$/;
    return [...new Set(texts.map((text) => text.trim()))].filter(
      (text) => key.test(text) || (english.test(text) && !japanese.test(text)),
    );
  });

test.describe('in a Japanese browser', () => {
  test.use({ locale: 'ja-JP' });

  test('the first screen is Japanese', async ({ page }) => {
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
    await expect(page.getByRole('button', { name: 'サンプルデータ' })).toBeVisible();
    expect(await foreign(page)).toEqual([]);
  });

  test.describe('with the sample', () => {
    test.use({ sharesApp: true });

    test('so is every other screen, and axe finds nothing serious on it', async ({ page, service }) => {
      test.slow();
      const stops = await pastStops(service);
      for (const { name, open } of TOUR) {
        await test.step(name, async () => {
          await open(page, stops);
          expect(await foreign(page)).toEqual([]);
          await expectAccessible(page);
        });
      }
    });
  });
});

test.describe('in an English browser', () => {
  test.use({ sharesApp: true });

  test('the language changes at once in Settings, and back', async ({ page }) => {
    await page.keyboard.press('Control+8');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
    await page.getByLabel('Language').selectOption('ja');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('設定');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('設定');
    await page.getByLabel('言語').selectOption('en');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
    expect(await page.getByText('設定').count()).toBe(0);
  });
});
