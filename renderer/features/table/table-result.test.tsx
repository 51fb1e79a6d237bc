import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useNavigationStore } from '../../app/navigation/navigation.ts';
import { currentStep } from '../../app/navigation/trail.ts';
import { atTheTable, cellOf, filterBy, openTable } from './testing/open-table.tsx';

atTheTable();

describe('a filter', () => {
  it('takes effect, is counted, and has a chip that can be switched off and removed', async () => {
    const { main, user } = await openTable();
    await filterBy(user, 'idm', '>=50');
    await waitFor(() => expect(main.last()?.filters).toEqual([{ column: 'idm', text: '>=50' }]));
    expect(await screen.findByText('312 of 4,056 records')).toBeTruthy();

    await user.click(screen.getByRole('checkbox', { name: 'Filter by IDM' }));
    await waitFor(() => expect(main.last()?.filters).toEqual([]));
    expect(await screen.findByText('4,056 records')).toBeTruthy();
    expect(screen.getByRole('group', { name: 'IDM: >=50' })).toBeTruthy();

    await user.click(screen.getByRole('checkbox', { name: 'Filter by IDM' }));
    await waitFor(() => expect(main.last()?.filters).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Remove the filter on IDM' }));
    // The button is gone, so the focus is in the rows.
    expect(document.activeElement?.closest('[role="grid"]')).not.toBeNull();
    await waitFor(() => expect(main.last()?.filters).toEqual([]));
    expect(screen.queryByRole('group', { name: 'IDM: >=50' })).toBeNull();
  });

  it('is opened from the menu of its column', async () => {
    const { user } = await openTable();
    fireEvent.contextMenu(screen.getByRole('columnheader', { name: 'IDM' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Filter this column/ }));
    expect(await screen.findByRole('dialog', { name: 'Filter IDM' })).toBeTruthy();
  });

  it('that does not parse shows its problem, and its text is kept when it is closed', async () => {
    const { user } = await openTable();
    await user.click(cellOf('idm'));
    await user.type(await screen.findByRole('textbox', { name: 'Condition' }), '>=many');
    expect(screen.getByText(/“many”/)).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(cellOf('idm').textContent).toBe('>=many');
  });

  it('is not closed by the Enter that confirms a Japanese candidate', async () => {
    const { user } = await openTable();
    await user.click(cellOf('horse_name'));
    const field = await screen.findByRole('textbox', { name: 'Condition' });
    fireEvent.change(field, { target: { value: 'こぱの' } });
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    expect(screen.getByRole('dialog')).toBeTruthy();
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is set by ticking values, and by a bar of the histogram', async () => {
    const { main, user } = await openTable();
    await user.click(cellOf('order_of_finish'));
    await user.click(await screen.findByRole('checkbox', { name: /^1 200/ }));
    await user.click(screen.getByRole('checkbox', { name: /^2 112/ }));
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(main.last()?.filters).toEqual([{ column: 'order_of_finish', text: '=1, 2' }]));
    await user.click(cellOf('idm'));
    await user.click(await screen.findByRole('button', { name: '10 to 40: 100' }));
    await waitFor(() => expect(main.last()?.filters.at(-1)).toEqual({ column: 'idm', text: '>=10 <40' }));
  });

  it('is set by a drag over bars of the histogram, wherever it ends', async () => {
    const { main, user } = await openTable();
    await user.click(cellOf('idm'));
    await user.pointer([
      { keys: '[MouseLeft>]', target: await screen.findByRole('button', { name: '40 to 70: 200' }) },
      { target: screen.getByRole('button', { name: '10 to 40: 100' }) },
      { keys: '[/MouseLeft]', target: document.body },
    ]);
    await waitFor(() => expect(main.last()?.filters.at(-1)).toEqual({ column: 'idm', text: '10..70' }));
  });

  it('keeps the end that is there while the other one is typed, which passes through values beyond it', async () => {
    const { user } = await openTable();
    await user.click(cellOf('idm'));
    const condition = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Condition' });
    await user.type(await screen.findByRole('textbox', { name: 'From' }), '30');
    await user.type(screen.getByRole('textbox', { name: 'To' }), '40');
    expect(condition.value).toBe('30..40');
    await user.clear(screen.getByRole('textbox', { name: 'From' }));
    await user.type(screen.getByRole('textbox', { name: 'From' }), '10');
    expect(condition.value).toBe('10..40');
  });

  it('keeps both days while one of them is beyond the other, as while it is typed', async () => {
    const { user } = await openTable();
    await user.click(cellOf('racedate'));
    const condition = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Condition' });
    await user.type(condition, '2026-11-14..2026-11-15');
    for (const name of ['From', 'From', 'To', 'To']) {
      const day = within(screen.getByRole('group', { name })).getByRole('spinbutton', { name: /day/ });
      fireEvent.keyDown(day, { key: 'ArrowUp' });
    }
    expect(condition.value).toBe('2026-11-16..2026-11-17');
    expect(screen.getByText('2 of 2 values, in their order')).toBeTruthy();
  });

  it('leaves a value out of the rows on screen: what is switched off stays without effect', async () => {
    const { main, user } = await openTable();
    await filterBy(user, 'idm', '<50');
    await user.click(screen.getByRole('checkbox', { name: 'Filter by IDM' }));
    await waitFor(() => expect(main.last()?.filters).toEqual([]));
    const [cell] = await screen.findAllByRole('gridcell', { name: '52' });
    fireEvent.contextMenu(cell ?? document.body);
    await user.click(await screen.findByRole('menuitem', { name: 'Exclude this value' }));
    await waitFor(() => expect(main.last()?.filters).toEqual([{ column: 'idm', text: '!=52' }]));
  });

  it('offered in the menu of a cell opens no record: to ask where a row leads is not to go there', async () => {
    await openTable();
    const [cell] = await screen.findAllByRole('gridcell', { name: '52' });
    fireEvent.contextMenu(cell ?? document.body);
    expect(await screen.findByRole('menuitem', { name: 'Exclude this value' })).toBeTruthy();
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(currentStep(useNavigationStore.getState().trail).memory['beside']).toBeUndefined();
  });

  it('opens from the head by a key', async () => {
    const { user } = await openTable();
    act(() => screen.getByRole('columnheader', { name: 'IDM' }).focus());
    await user.keyboard('f');
    expect(await screen.findByRole('dialog', { name: 'Filter IDM' })).toBeTruthy();
  });

  it('is cleared with all others and the search, from the keyboard as well', async () => {
    const { main, user } = await openTable();
    await filterBy(user, 'idm', '>=50');
    await user.click(await screen.findByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(main.last()).toEqual({ sort: [], filters: [] }));
  });
});

describe('the quick search', () => {
  it('searches the visible columns, is reached by "/", and left without losing its text', async () => {
    const { main, user } = await openTable();
    act(() => screen.getByRole('columnheader', { name: 'IDM' }).focus());
    await user.keyboard('/');
    const field = screen.getByRole('searchbox', { name: 'Search the visible columns' });
    expect(document.activeElement).toBe(field);
    await user.type(field, 'コパノ{Escape}');
    await waitFor(() => expect(main.last()?.quick?.text).toBe('コパノ'));
    expect(main.last()?.quick?.columns).toContain('horse_name');
    expect((field as HTMLInputElement).value).toBe('コパノ');
    expect(document.activeElement).not.toBe(field);
  });
});

describe('a concurrent download', () => {
  it('is shown automatically, with the focused record in its place', async () => {
    const { main } = await openTable();
    main.write();
    await waitFor(() => expect(main.anchors).toEqual([0]), { timeout: 5000 });
    expect(screen.queryByRole('button', { name: /^New data/ })).toBeNull();
  });

  it('is announced while cells are selected, and shown on request', async () => {
    const { main, user } = await openTable();
    act(() => screen.getAllByRole('gridcell', { name: '52' })[0]?.focus());
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    expect(screen.queryByRole('button', { name: /^New data/ })).toBeNull();
    main.write();
    await user.click(await screen.findByRole('button', { name: 'New data: show it' }));
    await waitFor(() => expect(main.anchors).toEqual([1]));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^New data/ })).toBeNull());
  });

  it('leaves rows that cannot be read again, which are not called complete any more', async () => {
    const { main } = await openTable();
    expect(screen.getByText('Complete')).toBeTruthy();
    main.goOffline();
    main.write();
    expect(await screen.findByRole('alert', {}, { timeout: 5000 })).toBeTruthy();
    expect(screen.getByText('Out of date')).toBeTruthy();
    expect(screen.queryByText('Complete')).toBeNull();
    expect(screen.getAllByRole('gridcell', { name: '52' }).length).toBeGreaterThan(0);
  });
});

describe('the summary', () => {
  it('describes the current column, and a count opens its rows', async () => {
    const { main, user } = await openTable();
    act(() => screen.getByRole('columnheader', { name: 'IDM' }).focus());
    await user.keyboard('s');
    const panel = await screen.findByRole('complementary', { name: 'Summary' });
    expect(await within(panel).findByText('decimal number')).toBeTruthy();
    expect(within(panel).getByText('of 312 (96.2%)')).toBeTruthy();
    await user.click(within(panel).getByRole('button', { name: '52: open 9 records' }));
    await waitFor(() => expect(main.last()?.filters).toEqual([{ column: 'idm', text: '=52' }]));
  });

  it('is of the rows that pass, so its counts narrow the filter of their column', async () => {
    const { main, user } = await openTable();
    await filterBy(user, 'idm', '>=50');
    await waitFor(() => expect(main.last()?.filters).toEqual([{ column: 'idm', text: '>=50' }]));
    act(() => screen.getByRole('columnheader', { name: 'IDM' }).focus());
    await user.keyboard('s');
    const panel = await screen.findByRole('complementary', { name: 'Summary' });
    await user.click(await within(panel).findByRole('button', { name: '300' }));
    await waitFor(() => expect(main.last()?.filters).toEqual([{ column: 'idm', text: '>=50 !=' }]));
  });

  it('is closed by Esc after what is unfolded over it, wherever the focus is', async () => {
    const { user } = await openTable();
    act(() => screen.getByRole('columnheader', { name: 'IDM' }).focus());
    await user.keyboard('s');
    const panel = await screen.findByRole('complementary', { name: 'Summary' });
    const unfolded = document.createElement('details');
    unfolded.dataset['unfoldsOver'] = '';
    document.body.append(unfolded);
    const inPanel = within(panel).getByRole('button', { name: /^Close/ });
    for (const focused of [screen.getByRole('columnheader', { name: 'IDM' }), inPanel]) {
      unfolded.open = true;
      act(() => focused.focus());
      await user.keyboard('{Escape}');
      expect(unfolded.open).toBe(false);
      expect(panel.isConnected).toBe(true);
    }
    await user.keyboard('{Escape}');
    await waitFor(() => expect(panel.isConnected).toBe(false));
    unfolded.remove();
  });

  it('groups rows, with n beside the rates, and a total opens its rows', async () => {
    const { main, user } = await openTable();
    await user.click(screen.getByRole('button', { name: 'Summary' }));
    await user.click(await screen.findByRole('button', { name: 'Groups' }));
    const total = await screen.findByRole('button', { name: /open 44 records/ });
    const row = total.closest('tr');
    const cells = within(row ?? document.body).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent)).toEqual(['44', '14.1', '40', '25.0', '50.0', '62.5']);
    await user.click(total);
    await waitFor(() => expect(main.last()?.filters).toEqual([{ column: 'idm', text: '52' }]));
  });

  it('takes the focus when it is opened, not when the user comes back to it', async () => {
    const { user } = await openTable();
    await user.click(screen.getByRole('button', { name: /^Columns: / }));
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Find a column' }));
    await user.click(screen.getByRole('button', { name: 'leave' }));
    await user.click(screen.getByRole('button', { name: 'come back' }));
    const field = await screen.findByRole('searchbox', { name: 'Find a column' });
    expect(document.activeElement).not.toBe(field);
  });

  it('hides columns that are empty here, and shows them again', async () => {
    const { user } = await openTable();
    const before = screen.getAllByRole('columnheader').length;
    await user.click(screen.getByRole('button', { name: /^Columns: / }));
    await user.click(await screen.findByRole('button', { name: 'Hide empty columns' }));
    expect(await screen.findByText('1 empty column hidden')).toBeTruthy();
    expect(screen.getAllByRole('columnheader')).toHaveLength(before - 1);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(screen.getAllByRole('columnheader')).toHaveLength(before));
  });

  it('hides empty columns beside what the user does meanwhile, and none of rows that are others by then', async () => {
    const { main, user } = await openTable();
    const heads = () => screen.getAllByRole('columnheader').filter((head) => head.hasAttribute('aria-sort'));
    const names = (): string[] => heads().map(({ textContent }) => textContent);
    const before = names();
    const hideDuring = async (meanwhile: () => Promise<void>): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      main.hold('emptyColumns', promise);
      await user.click(await screen.findByRole('button', { name: 'Hide empty columns' }));
      await meanwhile();
      resolve();
      await act(() => promise);
    };
    await user.click(screen.getByRole('button', { name: /^Columns: / }));
    await hideDuring(() => user.click(screen.getByRole('checkbox', { name: /^IDM .*idm$/ })));
    expect(await screen.findByText('1 empty column hidden')).toBeTruthy();
    expect(heads()).toHaveLength(before.length - 2);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(names()).toEqual(before.filter((name) => !name.startsWith('IDM'))));
    await hideDuring(() => filterBy(user, 'horse_name', 'コパノ'));
    expect(screen.getByRole('group', { name: 'Horse: コパノ' })).toBeTruthy();
    expect(heads()).toHaveLength(before.length - 1);
    expect(screen.queryByText('1 empty column hidden')).toBeNull();
  });
});
