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

  choose(question: string, answer: string): Promise<void> {
    return this.dialog.getByRole('group', { name: question }).getByLabel(answer).check();
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
