// The tabs of the window.

import type { Locator, Page } from '@playwright/test';

export class TabStrip {
  readonly strip: Locator;
  readonly tabs: Locator;
  readonly shown: Locator;

  constructor(page: Page) {
    this.strip = page.getByRole('tablist', { name: 'Tabs' });
    this.tabs = this.strip.getByRole('tab');
    this.shown = this.strip.getByRole('tab', { selected: true });
  }
}
