import { cleanup, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { columnOf } from '#shared/catalogue/tables.ts';
import { draw } from '../testing/draw.tsx';
import { fakeBridge } from '../testing/fake-bridge.ts';
import { RacingGrid } from './RacingGrid.tsx';
import { recordSource } from './sorted-rows.ts';

const NAMES = ['bracket_number', 'idm', 'race_back_1_idm', 'racekey'];
const columns = NAMES.flatMap(
  (name) => columnOf('d_se', name) ?? columnOf('d_zk', name) ?? columnOf('d_ky', name) ?? [],
);
const RUN = { order_of_finish: '03', bracket_number: '5', race_back_1_idm: '50', race_back_2_idm: '40' };
const source = recordSource([
  { ...RUN, idm: '41.0', racekey: '05264101' },
  { ...RUN, idm: '38.5', racekey: '05264101' },
  { ...RUN, idm: '', racekey: '05264101' },
]);

const cell = (row: number, name: string): HTMLElement => {
  const index = columns.findIndex((column) => column.name === name);
  const found = document.querySelector<HTMLElement>(`[data-row="${row}"] [data-index="${index}"]`);
  if (found === null) throw new Error(`no cell ${row}, ${name}`);
  return found;
};

afterEach(cleanup);

async function drawGrid(onSort = vi.fn()) {
  await draw(
    <RacingGrid
      label="Card"
      source={source}
      columns={columns}
      virtual={false}
      rankedColumns={new Set(['idm'])}
      onSort={onSort}
    />,
    fakeBridge(),
  );
  return onSort;
}

it('numbers the best three of a ranked column, and sorts its largest values to the top', async () => {
  const onSort = await drawGrid();
  expect([0, 1, 2].map((row) => cell(row, 'idm').querySelector('.grid-rank')?.textContent)).toEqual([
    '1',
    '2',
    undefined,
  ]);
  fireEvent.click(cell(-1, 'idm'));
  expect(onSort).toHaveBeenLastCalledWith([{ column: 'idm', direction: 'descending' }]);
});

it('draws brackets in their colors, past runs as a line, and marks an index that is still to come', async () => {
  await drawGrid();
  expect(cell(0, 'bracket_number').firstElementChild?.className).toContain('bracket');
  expect(cell(0, 'race_back_1_idm').querySelector('svg')).not.toBeNull();
  expect(cell(0, 'idm').querySelector('svg')).toBeNull();
  await waitFor(() => expect(cell(2, 'idm').className).toContain('is-to-come'));
});
