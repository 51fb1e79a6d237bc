import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { Grid } from '../grid/Grid.tsx';
import type { RowSource } from '../grid/data/row-source.ts';
import { draw } from '../testing/draw.tsx';
import { fakeBridge } from '../testing/fake-bridge.ts';
import { RememberedCopyChoice } from './RememberedCopyChoice.tsx';

const SOURCE: RowSource = {
  rows: 3,
  cell: (row) => String(row),
  show: () => undefined,
  subscribe: () => () => undefined,
  version: () => 0,
  rowVersion: () => 0,
};

/** A window over these stored settings, with its copy menu open. */
async function openMenu(stored: Map<string, string>) {
  const client = fakeBridge({
    settings: {
      recall: async ({ key }: { key: string }) => ({ json: stored.get(key) }),
      remember: async ({ key, json }: { key: string; json: string }) => {
        stored.set(key, json);
        return {};
      },
    },
  });
  const columns = TABLES.d_ky.columns.slice(0, 3);
  const grid = <Grid label="Card" source={SOURCE} columns={columns} virtual={false} />;
  await draw(<RememberedCopyChoice>{grid}</RememberedCopyChoice>, client);
  const [cell] = screen.getAllByRole('gridcell');
  if (cell !== undefined) fireEvent.click(cell);
  await userEvent.keyboard('{Control>}{Shift>}c{/Shift}{/Control}');
  await screen.findByRole('menu', { name: 'Copy as…' });
}

const ticked = (): (string | null)[] =>
  screen
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent)
    .filter((text) => text?.startsWith('✓'));

afterEach(cleanup);

it('ticks the default at first, and stores another choice', async () => {
  const stored = new Map<string, string>();
  await openMenu(stored);
  expect(ticked()).toEqual([expect.stringMatching(/^✓TSV \(/)]);
  await userEvent.click(screen.getByRole('menuitem', { name: /^CSV, raw codes with field names/ }));
  await screen.findByText('1 cell copied');
  expect(stored.get('copy')).toBe(JSON.stringify({ format: 'csv', withHeads: true, values: 'raw' }));
});

it('ticks the stored choice after a restart', async () => {
  const json = JSON.stringify({ format: 'markdown', withHeads: true, values: 'label' });
  await openMenu(new Map([['copy', json]]));
  expect(ticked()).toEqual([expect.stringMatching(/^✓Markdown with column names/)]);
});
