// The first-run screen and the form that connects an account, which Settings shows as well.

import { expect, type Locator, type Page } from '@playwright/test';
import { DayScreen } from './day.ts';

export class ConnectForm {
  readonly address: Locator;
  readonly apiKey: Locator;
  readonly userKey: Locator;
  readonly connect: Locator;
  readonly problem: Locator;

  constructor(within: Page | Locator) {
    this.address = within.getByLabel('Service address');
    this.apiKey = within.getByLabel('Application key');
    this.userKey = within.getByLabel('User key');
    this.connect = within.getByRole('button', { name: 'Connect', exact: true });
    this.problem = within.getByRole('alert');
  }

  async send(keys: {
    readonly url: string;
    readonly apiKey: string;
    readonly userKey: string;
  }): Promise<void> {
    await this.address.fill(keys.url);
    await this.apiKey.fill(keys.apiKey);
    await this.userKey.fill(keys.userKey);
    await this.connect.click();
  }
}

export class WelcomeScreen {
  readonly page: Page;
  readonly trySample: Locator;
  readonly form: ConnectForm;

  constructor(page: Page) {
    this.page = page;
    this.trySample = page.getByRole('button', { name: 'Try it with sample data' });
    this.form = new ConnectForm(page);
  }

  /** Chooses the sample data; its race days are then on screen. */
  async startSample(): Promise<void> {
    await this.trySample.click();
    await expect(new DayScreen(this.page).strip).toBeVisible();
  }
}
