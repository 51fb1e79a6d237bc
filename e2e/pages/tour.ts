// A tour of every screen, for properties that hold on all of them.

import { expect, type Locator, type Page } from '@playwright/test';
import { RACE_TABS } from '../../renderer/features/race/race-tabs.ts';

/** What the tour opens; in any language, so nothing here depends on the words on screen. */
export interface Stops {
  /** YYYYMMDD, with results. */
  readonly racedate: string;
  readonly racekey: string;
  readonly horseId: string;
}

export interface Tour {
  readonly name: string;
  readonly open: (page: Page, stops: Stops) => Promise<void>;
}

/** Uses the palette, which accepts dates, keys and table codes in every language. */
export async function jump(page: Page, query: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const input = page.getByRole('dialog').getByRole('combobox');
  await input.fill(query);
  await expect(page.getByRole('dialog').getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await input.press('Enter');
  await expect(input).toBeHidden();
  // The chosen action runs once the focus is back, two frames later.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });
}

/** The screen shows what it was opened for: nothing is still loading. */
async function settled(page: Page, sign: Locator): Promise<void> {
  await expect(sign.first()).toBeVisible();
  await expect(
    page
      .locator('.skeleton, .grid-skeleton, .card-past-loading, [role="progressbar"]')
      // A tab that is drawn ahead, out of sight, reads nothing before it is shown.
      .filter({ visible: true }),
  ).toHaveCount(0);
}

/** The open race's tab, by its number. */
async function tab(page: Page, { racekey }: Stops, number: number): Promise<void> {
  await jump(page, racekey);
  await settled(page, page.getByRole('tab'));
  // The palette opens a race at its card, a moment after closing.
  await expect(page.getByRole('tab').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press(String(number));
  await expect(page.getByRole('tab').nth(number - 1)).toHaveAttribute('aria-selected', 'true');
  await settled(page, page.getByRole('tabpanel').locator('table, [role="grid"]'));
}

export const TOUR: readonly Tour[] = [
  {
    name: 'day',
    async open(page, { racedate }) {
      await jump(page, racedate);
      // The winners' names arrive last.
      await settled(page, page.locator('.race-row-result').filter({ hasText: /[ァ-ヶー]{2,}/ }));
    },
  },
  ...RACE_TABS.map((name, at): Tour => ({
    name: `race-${name}`,
    open: (page, stops) => tab(page, stops, at + 1),
  })),
  {
    name: 'horse',
    async open(page, { horseId }) {
      await jump(page, horseId);
      await settled(page, page.getByRole('grid'));
    },
  },
  {
    name: 'person',
    async open(page, { racekey }) {
      await jump(page, racekey);
      // Beside the horse is its jockey.
      await page.locator('table.card tbody tr').first().getByRole('link').nth(1).click();
      await settled(page, page.locator('.record-figures dd'));
      await settled(page, page.getByRole('gridcell'));
    },
  },
  {
    name: 'tables',
    async open(page) {
      await jump(page, 'm_uk');
      await settled(page, page.getByRole('main').getByRole('listitem'));
    },
  },
  {
    name: 'table',
    async open(page) {
      await jump(page, 'd_ky');
      await settled(page, page.getByRole('main').getByRole('form'));
      // The proposed dates arrive with the calendar.
      const form = page.getByRole('main').getByRole('form');
      await expect(form.locator('[role="spinbutton"][aria-valuenow]')).toHaveCount(6);
      await form.getByRole('button').last().press('Control+Enter');
      await settled(page, page.getByRole('gridcell'));
    },
  },
  {
    name: 'record',
    async open(page) {
      await page.getByRole('gridcell').first().press('Enter');
      await page.getByRole('grid').press('Enter');
      await settled(page, page.getByRole('complementary').locator('dd'));
    },
  },
  {
    name: 'payoffs',
    async open(page) {
      await page.keyboard.press('Control+3');
      await settled(page, page.getByRole('gridcell'));
    },
  },
  {
    name: 'export',
    async open(page) {
      await page.getByRole('main').locator('.table-result-bar').getByRole('button').last().click();
      await settled(page, page.getByRole('dialog').getByRole('radio'));
    },
  },
  {
    name: 'downloads',
    async open(page) {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await page.keyboard.press('Control+7');
      await settled(page, page.locator('.stored-cell, .empty-state'));
      await expect(page.locator('.downloads-table').first()).toHaveAttribute('aria-busy', 'false');
    },
  },
  {
    name: 'bets',
    async open(page, { racekey }) {
      await page.keyboard.press('Control+4');
      await page
        .getByRole('main')
        .locator('textarea')
        .fill(`${racekey} 単 1 500\n${racekey} ワ BOX 1,2,3\n単`);
      await settled(page, page.locator('.bets-sums dd'));
      await settled(page, page.getByRole('main').locator('.is-bad'));
    },
  },
  {
    name: 'rules',
    async open(page) {
      await page.keyboard.press('Control+5');
      await settled(page, page.locator('.empty-state'));
      await page.keyboard.press('n');
      await settled(page, page.locator('.rule-editor'));
      await page.keyboard.press('Control+Enter');
      await settled(page, page.locator('.rule-result h2'));
    },
  },
  {
    name: 'sql',
    async open(page, { racekey }) {
      await page.keyboard.press('Control+6');
      const editor = page.getByRole('main').getByRole('textbox').first();
      await editor.click();
      await page.keyboard.insertText(
        `select order_of_finish, horse_number, horse_name, time_record, confirmed_win_odds\nfrom typed.d_se\nwhere racekey = '${racekey}'\norder by order_of_finish`,
      );
      await page.keyboard.press('Control+Enter');
      await settled(page, page.getByRole('gridcell'));
    },
  },
  {
    name: 'settings',
    async open(page) {
      await page.keyboard.press('Control+8');
      await settled(page, page.getByRole('main').getByRole('combobox'));
    },
  },
  {
    name: 'palette',
    async open(page) {
      await page.keyboard.press('Control+k');
      await settled(page, page.getByRole('dialog').getByRole('option'));
    },
  },
];
