// Failures in a page that the test itself does not see: console errors, exceptions, failed requests.

import type { Page } from '@playwright/test';

export interface Trouble {
  /** Allows a failure that the test provokes on purpose. */
  allow(pattern: RegExp): void;
  /** The failures that were not allowed, a line each. */
  found(): readonly string[];
  /** Listens to another page as well. */
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
        // The page itself cancels requests when it is left or when a query is withdrawn.
        if (reason !== 'net::ERR_ABORTED')
          lines.push(`request: ${request.method()} ${request.url()} ${reason}`);
      });
    },
  };
}
