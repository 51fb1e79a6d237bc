// SQL over what is stored: the editor, what stands beside it, and its result.

import type { Locator, Page } from '@playwright/test';
import { Grid } from './grid.ts';

export class SqlScreen {
  readonly page: Page;
  readonly editor: Locator;
  readonly offered: Locator;
  readonly wrong: Locator;
  readonly beside: Locator;
  readonly run: Locator;
  readonly result: Grid;

  constructor(page: Page) {
    const main = page.getByRole('main');
    this.page = page;
    this.editor = main.getByRole('textbox', { name: 'Query', exact: true });
    this.offered = main.getByRole('listbox', { name: 'Completions' }).getByRole('option');
    this.wrong = main.locator('.cm-lintRange-error');
    this.beside = main.getByRole('complementary', { name: 'Beside the query' });
    this.run = main.getByRole('button', { name: 'Run', exact: true });
    this.result = new Grid(main, 'Result of the query');
  }

  /** Replaces what is written, by keyboard. */
  async write(text: string): Promise<void> {
    await this.editor.focus();
    await this.page.keyboard.press('Control+a');
    await this.page.keyboard.press('Delete');
    await this.page.keyboard.insertText(text);
  }
}
