// AG Grid's page asked to sort and filter, and when that is painted.

import type { Page } from 'playwright';

interface Peer {
  sort(column: string, direction: string): void;
  filter(column: string, text: string): Promise<void>;
  rows(): number;
  at(row: number, column: string): string;
}

export interface Done {
  /** Until it is painted. */
  readonly ms: number;
  /** How many are left. */
  readonly rows: number;
  /** The column's value in the first of them. */
  readonly first: string;
}

/** An empty text takes a filter away again. */
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
      // As painted.ts has it: what is posted in a frame is heard when the frame has been painted.
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
