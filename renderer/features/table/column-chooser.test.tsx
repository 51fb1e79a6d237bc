import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { placementOf, screenOrder, slicesOf, type ColumnState } from '../../grid/columns/column-state.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge } from '../../testing/fake-bridge.ts';
import { ColumnChooser } from './ColumnChooser.tsx';

const { columns } = TABLES.d_se;
const PINNED = ['horse_number'];
/** Not in the order of the catalogue, with a column pinned at each side. */
const MOVED: ColumnState = {
  shown: ['horse_number', 'idm', 'horse_name', 'racedate'],
  widths: {},
  pinnedEnd: ['racedate'],
};

afterEach(cleanup);

/** The chooser, and the columns that the grid would show. */
async function open(first: ColumnState = MOVED) {
  let latest = first;
  function Chooser() {
    const [columnState, setColumnState] = useState(first);
    const change = (next: ColumnState) => {
      latest = next;
      setColumnState(next);
    };
    return (
      <ColumnChooser
        columns={columns}
        fresh={new Set()}
        columnState={columnState}
        pinned={PINNED}
        onChange={change}
        onHideEmpty={() => undefined}
        takesFocus={false}
        onClose={() => undefined}
      />
    );
  }
  await draw(<Chooser />, fakeBridge());
  const user = userEvent.setup();
  const onScreen = () => screenOrder(placementOf(slicesOf(columns, latest, { pinned: PINNED })));
  return { user, onScreen };
}

const inOrder = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Shown, in order' }));
const rows = (): HTMLElement[] => screen.getAllByRole('listitem');
const listed = (): (string | undefined)[] => rows().map((row) => row.dataset['column']);
const nameOf = (name: string): HTMLElement => {
  const row = rows().find(({ dataset }) => dataset['column'] === name);
  const [button] = row === undefined ? [] : within(row).getAllByRole('button');
  if (button === undefined) throw new Error(`${name} is not listed`);
  return button;
};

describe('the order of the shown columns', () => {
  it('is the screen order, with pinned columns at the ends', async () => {
    const { user, onScreen } = await open();
    await inOrder(user);
    expect(listed()).toEqual(['horse_number', 'idm', 'horse_name', 'racedate']);
    expect(listed()).toEqual(onScreen());
    expect(nameOf('horse_number').textContent).toMatch(/left/);
    expect(nameOf('racedate').textContent).toMatch(/right/);
  });

  it('is changed by keys and announced, and the focus follows', async () => {
    const { user, onScreen } = await open();
    await inOrder(user);
    await user.click(nameOf('idm'));
    await user.keyboard('{Control>}{Shift>}{ArrowDown}{/Shift}{/Control}');
    expect(onScreen()).toEqual(['horse_number', 'horse_name', 'idm', 'racedate']);
    expect(screen.getByText('IDM: 3 of 4')).toBeTruthy();
    expect(document.activeElement).toBe(nameOf('idm'));
    await user.keyboard('{ArrowUp}{Control>}{Shift>}{ArrowUp}{/Shift}{/Control}');
    expect(onScreen()).toEqual(['horse_number', 'horse_name', 'idm', 'racedate']);
    expect(nameOf('horse_name').textContent).toMatch(/left/);
  });

  it('loses a column by a key or its button, and the focus goes to the next one', async () => {
    const { user, onScreen } = await open();
    await inOrder(user);
    await user.click(nameOf('idm'));
    await user.keyboard('{Delete}');
    expect(onScreen()).toEqual(['horse_number', 'horse_name', 'racedate']);
    expect(document.activeElement).toBe(nameOf('horse_name'));
    await user.click(screen.getByRole('button', { name: 'Hide Race date' }));
    expect(onScreen()).toEqual(['horse_number', 'horse_name']);
    expect(document.activeElement).toBe(nameOf('horse_name'));
  });

  it('cannot be changed while a search leaves some out', async () => {
    const { user, onScreen } = await open();
    await inOrder(user);
    await user.type(screen.getByRole('searchbox', { name: 'Find a column' }), 'horse');
    expect(listed()).toEqual(['horse_number', 'horse_name']);
    expect(screen.getByText('Clear the search to reorder columns.')).toBeTruthy();
    await user.click(nameOf('horse_name'));
    await user.keyboard('{Control>}{Shift>}{ArrowUp}{/Shift}{/Control}');
    expect(onScreen()).toEqual(['horse_number', 'idm', 'horse_name', 'racedate']);
  });

  it('is kept when the found columns are shown or hidden together', async () => {
    const { user, onScreen } = await open();
    const field = screen.getByRole('searchbox', { name: 'Find a column' });
    await user.type(field, 'time_record');
    await user.click(screen.getByRole('button', { name: 'Show these' }));
    expect(onScreen()).toContain('time_record');
    expect(onScreen().filter((name) => name !== 'time_record')).toEqual(MOVED.shown);
    await user.click(screen.getByRole('button', { name: 'Hide these' }));
    expect(onScreen()).toEqual(['horse_number', 'idm', 'horse_name', 'racedate']);
  });
});
