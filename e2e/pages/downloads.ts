// The downloads screen: what to download, the plan, the jobs, the calendar of stored days, the disk.

import type { Locator, Page } from '@playwright/test';

export class DownloadsScreen {
  readonly plan: Locator;
  readonly jobs: Locator;
  readonly stored: Locator;
  readonly disk: Locator;
  readonly start: Locator;
  readonly fillGaps: Locator;

  constructor(page: Page) {
    const section = (name: string): Locator => page.getByRole('region', { name });
    this.plan = section('Plan');
    this.jobs = section('Jobs');
    this.stored = section('Stored days');
    this.disk = section('Disk');
    this.fillGaps = this.stored.getByRole('button', { name: /^Fill gaps/ });
    this.start = this.plan.getByRole('button', { name: 'Download', exact: true });
  }

  /** The figures of a table's row in a section, without its actions. */
  async line(section: Locator, name: string | RegExp): Promise<string[]> {
    const row = section.getByRole('row', { name });
    return (await row.getByRole('cell').allTextContents()).map((text) => text.trim());
  }

  /** Presses a toggle, a table or a period, so that it is or is not selected. */
  async choose(page: Page, name: string, chosen: boolean): Promise<void> {
    const toggle = page
      .getByRole('group', { name: 'Tables and dates' })
      .getByRole('button', { name, exact: true });
    if (((await toggle.getAttribute('aria-pressed')) === 'true') !== chosen) await toggle.click();
  }
}
