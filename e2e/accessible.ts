// Expects axe to find nothing serious on a page, for every screen.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** Rows far down are drawn like those above: checking each would take most of the time. */
const ALIKE = [
  '[role="row"]:nth-child(n + 9)',
  'tbody > tr:nth-child(n + 9)',
  '.day-races > li:nth-child(n + 5)',
];

/** Where React Aria speaks: a date field's announcement stays for seconds, and names the field that may be gone by then. */
const SPOKEN = '[data-live-announcer]';

/** The shortened source: each new page has to parse it. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** Fails with the broken rules, of all rules or those named, and the elements that break them. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const serious = await page.evaluate(
    async ([exclude, only]) => {
      const { axe } = window;
      if (axe === undefined) throw new Error('axe is not loaded');
      const { violations, passes, incomplete } = await axe.run(
        { exclude: [...exclude] },
        {
          // Of the other results, one element each shows that the rule was checked; describing all takes seconds.
          resultTypes: ['violations'],
          ...(only === undefined ? {} : { runOnly: { type: 'rule', values: [...only] } }),
        },
      );
      // A page that is not there yet breaks no rule.
      if (violations.length + passes.length + incomplete.length === 0) throw new Error('axe checked nothing');
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, help, nodes }) => ({ id, help, elements: nodes.map((node) => node.html) }));
    },
    [[...ALIKE, SPOKEN], rules] as const,
  );
  expect(serious, 'axe finds nothing serious').toEqual([]);
}
