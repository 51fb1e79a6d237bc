// Expects axe to find nothing serious on a page, for every screen.

import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Rows far down are drawn like those above: checking each would take most of the time. */
const ALIKE = [
  '[role="row"]:nth-child(n + 9)',
  'tbody > tr:nth-child(n + 9)',
  '.day-races > li:nth-child(n + 5)',
];

/** Fails with the broken rules, of all rules or those named, and the elements that break them. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  const builder = new AxeBuilder({ page });
  if (rules !== undefined) builder.withRules([...rules]);
  for (const rows of ALIKE) builder.exclude(rows);
  const { violations } = await builder.analyze();
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => ({ id, help, elements: nodes.map((node) => node.html) }));
  expect(serious, 'axe finds nothing serious').toEqual([]);
}
