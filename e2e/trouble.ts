// What goes wrong in a page without the test seeing it: console errors, exceptions, failed requests.

import type { Page } from '@playwright/test';

export interface Trouble {
  /** Lets a trouble pass that the test provokes on purpose. */
  allow(pattern: RegExp): void;
  /** What nobody allowed, a line each. */
  found(): readonly string[];
  /** Listens to one more page. */
  watch(page: Page): void;
}

export function watchTrouble(): Trouble {
  const lines: string[] = [];
  const allowed: RegExp[] = [];
  return {
    allow: (pattern) => void allowed.push(pattern),
    found: () => lines.filter((line) => !allowed.some((pattern) => pattern.test(line))),
    watch: (page) => {
      page.on('console', (message) => {
        if (message.type() === 'error') lines.push(`console: ${message.text()} (${message.location().url})`);
      });
      page.on('pageerror', (error) => lines.push(`exception: ${error.stack ?? error.message}`));
      page.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? '';
        // The page itself gives up requests when it is left or when a question is withdrawn.
        if (reason !== 'net::ERR_ABORTED')
          lines.push(`request: ${request.method()} ${request.url()} ${reason}`);
      });
    },
  };
}
