// AG Grid's page asked to sort and filter, and when that is painted.

import type { Page } from '@playwright/test';

interface Peer {
  sort(column: string, direction: string): void;
  filter(column: string, text: string): Promise<void>;
  rows(): number;
}

/** Milliseconds until it is painted; `rows` are left. An empty text takes a filter away again. */
export function agDoes(
  page: Page,
  ask: { readonly sort: 'asc' | 'desc' } | { readonly contains: string },
  column: string,
): Promise<{ readonly ms: number; readonly rows: number }> {
  return page.evaluate(
    async ([asked, name]) => {
      const { peer } = globalThis as unknown as { peer: Peer };
      const began = performance.now();
      if ('sort' in asked) peer.sort(name, asked.sort);
      else await peer.filter(name, asked.contains);
      // As painted.ts has it: what is posted in a frame is heard when the frame has been painted.
      await new Promise((resolve) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', resolve);
          port1.start();
          port2.postMessage('painted');
        }),
      );
      return { ms: performance.now() - began, rows: peer.rows() };
    },
    [ask, column] as const,
  );
}
