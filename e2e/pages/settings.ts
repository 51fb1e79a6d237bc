// Settings: connection and appearance.

import type { Locator, Page } from '@playwright/test';
import { ConnectForm } from './welcome.ts';

export class SettingsScreen {
  readonly page: Page;
  readonly connection: Locator;

  constructor(page: Page) {
    this.page = page;
    this.connection = page.getByRole('region', { name: 'Connection' });
  }

  /** The value of a term of the connection. */
  fact(term: string): Locator {
    return this.connection.locator('dt', { hasText: term }).locator('+ dd');
  }

  async form(): Promise<ConnectForm> {
    await this.connection
      .getByRole('button', { name: /Connect your account|Change address or keys/ })
      .click();
    return new ConnectForm(this.page.getByRole('dialog'));
  }

  /** Presses a button that requires confirmation, and confirms. */
  async confirmed(action: 'Forget the key' | 'Disconnect'): Promise<void> {
    await this.connection.getByRole('button', { name: action }).click();
    await this.page.getByRole('dialog', { name: action }).getByRole('button', { name: action }).click();
  }
}
