// The parts around every screen: navigation, back, the palette, the location of the focus.

import { expect, type Locator, type Page } from '@playwright/test';

export type Screen = 'Race day' | 'Tables' | 'Payoffs' | 'Bets' | 'Rules' | 'SQL' | 'Downloads' | 'Settings';

export class Frame {
  readonly page: Page;
  readonly heading: Locator;
  readonly status: Locator;
  readonly back: Locator;
  readonly palette: Locator;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole('heading', { level: 1 });
    this.status = page.getByRole('contentinfo');
    this.back = page.getByRole('button', { name: 'Back', exact: true });
    this.palette = page.getByRole('combobox', { name: 'Search commands' });
  }

  async open(screen: Screen): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('button', { name: screen })
      .click();
  }

  /** Runs the palette's first result for a query, by keyboard. */
  async command(query: string): Promise<void> {
    await this.page.keyboard.press('Control+k');
    await this.palette.fill(query);
    const found = this.page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
    await expect(found.first()).toHaveAttribute('aria-selected', 'true');
    await this.palette.press('Enter');
    await expect(this.palette).toBeHidden();
  }
}

/** A description of the focused element: for "exactly where it was". */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    return at === null ? '' : `${at.tagName} ${at.getAttribute('aria-label') ?? ''} ${at.textContent}`;
  });

export interface Offset {
  readonly top: number;
  readonly left: number;
}

/** The scroll offset of the element, or of its scrolling ancestor. */
export const offsetOf = (element: Locator): Promise<Offset> =>
  element.evaluate((from) => {
    let at: Element | null = from;
    while (at !== null && at.scrollTop === 0 && at.scrollLeft === 0) at = at.parentElement;
    return { top: Math.round(at?.scrollTop ?? 0), left: Math.round(at?.scrollLeft ?? 0) };
  });

/** Clicks without scrolling first, as a user who sees it does. */
export async function clickWhereItIs(element: Locator): Promise<void> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('There is nothing to click on.');
  await element.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}
