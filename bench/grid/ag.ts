// Drives AG Grid's page to sort and filter, and measures until that is painted.

import type { Page } from 'playwright';

interface Peer {
  sort(column: string, direction: string): void;
  filter(column: string, text: string): Promise<void>;
  rows(): number;
  at(row: number, column: string): string;
}

export interface Done {
  /** Resolves when it is painted. */
  readonly ms: number;
  /** The number of remaining rows. */
  readonly rows: number;
  /** The column's value in the first of them. */
  readonly first: string;
}

/** An empty text removes a filter. */
export function agDoes(
  page: Page,
  ask: { readonly sort: 'asc' | 'desc' } | { readonly contains: string },
  column: string,
): Promise<Done> {
  return page.evaluate(
    async ([asked, name]) => {
      const { peer } = globalThis as unknown as { peer: Peer };
      const began = performance.now();
      if ('sort' in asked) peer.sort(name, asked.sort);
      else await peer.filter(name, asked.contains);
      // As in painted.ts: a message posted in a frame arrives when the frame has been painted.
      await new Promise((resolve) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', resolve);
          port1.start();
          port2.postMessage('painted');
        }),
      );
      return { ms: performance.now() - began, rows: peer.rows(), first: peer.at(0, name) };
    },
    [ask, column] as const,
  );
}
