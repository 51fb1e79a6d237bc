// The export, from its button to the file.

import { expect, type Download, type Locator, type Page } from '@playwright/test';

export class ExportDialog {
  readonly page: Page;
  readonly dialog: Locator;
  readonly start: Locator;
  readonly path: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'Export as a file' });
    this.start = this.dialog.getByRole('button', { name: 'Export', exact: true });
    this.path = this.dialog.locator('dt', { hasText: /^File$/ }).locator('+ dd');
  }

  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'Export…' }).click();
  }

  /** Not `check`: the choice is shown once the window has stored it, a moment after the click. */
  async choose(question: string, answer: string): Promise<void> {
    const option = this.dialog.getByRole('group', { name: question }).getByLabel(answer);
    await option.click();
    await expect(option).toBeChecked();
  }

  async download(): Promise<Download> {
    const download = this.page.waitForEvent('download');
    await this.dialog.getByRole('link', { name: 'Download the file' }).click();
    return await download;
  }

  async close(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Close' }).click();
    await expect(this.dialog).toBeHidden();
  }
}
