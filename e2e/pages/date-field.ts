// Types a date into its field, one segment after another.

import type { Locator } from '@playwright/test';

export async function typeDate(within: Locator, label: string, racedate: string): Promise<void> {
  const field = within.getByRole('group', { name: label, exact: true });
  // The year takes the focus; each complete segment passes it on.
  await field.getByRole('spinbutton').first().click();
  await field.page().keyboard.type(racedate);
}
