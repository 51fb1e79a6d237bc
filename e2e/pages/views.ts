// The views of a table: the current one, choosing another, saving, and the menu with the other actions.

import { expect, type Locator, type Page } from '@playwright/test';

export class Views {
  readonly page: Page;
  readonly bar: Locator;
  readonly file: Locator;

  constructor(page: Page) {
    this.page = page;
    this.bar = page.getByRole('group', { name: 'Views' });
    this.file = this.bar.getByLabel('Add views from a file…');
  }

  /** The button of the table's current view. */
  shows(name: string, changed = false): Locator {
    return this.bar.getByRole('button', { name: `View: ${name}${changed ? ' (changed)' : ''}`, exact: true });
  }

  async choose(name: string): Promise<void> {
    await this.bar.getByRole('button', { name: /^View: / }).click();
    await this.page.getByRole('searchbox', { name: 'Find a view' }).fill(name);
    await this.page.getByRole('menuitemradio', { name, exact: true }).click();
    await expect(this.shows(name)).toBeVisible();
  }

  async act(name: string): Promise<void> {
    await this.bar.getByRole('button', { name: 'View actions' }).click();
    await this.page.getByRole('menuitem', { name, exact: true }).click();
  }

  /** Fills in the dialog that asks for a name. */
  async name(dialog: string, name: string): Promise<void> {
    const question = this.page.getByRole('dialog', { name: dialog.replace(/…$/, '') });
    await question.getByRole('textbox', { name: 'Name' }).fill(name);
    await this.page.keyboard.press('Enter');
    await expect(question).toBeHidden();
  }

  async saveAs(name: string): Promise<void> {
    await this.act('Save as…');
    await this.name('Save as…', name);
    await expect(this.shows(name)).toBeVisible();
  }
}
