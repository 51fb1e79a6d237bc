import { act, screen, waitFor } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { sameContent, type SavedView } from '#shared/saved-views/view.ts';
import { writeViews } from '#shared/saved-views/views-file.ts';
import { addressPath } from '../../app/navigation/address.ts';
import { navigation, useNavigationStore } from '../../app/navigation/navigation.ts';
import { currentStep } from '../../app/navigation/trail.ts';
import { atTheTable, filterBy, openTable } from './testing/open-table.tsx';

atTheTable();

const PACE: SavedView = {
  id: 'pace',
  table: 'd_se',
  name: 'My pace',
  content: {
    columns: { shown: ['horse_name', 'idm'], widths: {} },
    sort: [{ column: 'idm', direction: 'descending' }],
    filters: [{ column: 'idm', text: '>=50', on: false }],
    quick: '',
  },
};

const choose = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
  await user.click(screen.getByRole('button', { name: /^View: / }));
  await user.click(await screen.findByRole('menuitemradio', { name }));
};

describe('views', () => {
  it('set columns, order and filters, and show if the table differs from them', async () => {
    const { main, user } = await openTable([PACE]);
    await choose(user, 'My pace');
    const heads = () => screen.getAllByRole('columnheader').filter((head) => head.hasAttribute('aria-sort'));
    await waitFor(() => expect(heads()).toHaveLength(2));
    expect(main.last()).toEqual({ sort: PACE.content.sort, filters: [] });
    expect(screen.getByRole('button', { name: 'View: My pace' })).toBeTruthy();

    await user.click(screen.getByRole('checkbox', { name: 'Filter by IDM' }));
    expect(await screen.findByRole('button', { name: 'View: My pace (changed)' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Revert to saved' }));
    expect(await screen.findByRole('button', { name: 'View: My pace' })).toBeTruthy();
    await waitFor(() => expect(main.last()?.filters).toEqual([]));
  });

  it('that filter by a column that the table lacks say so once', async () => {
    const filters = [{ column: 'no_such', text: '>=50', on: true }];
    const { user } = await openTable([{ ...PACE, content: { ...PACE.content, filters } }]);
    await choose(user, 'My pace');
    const chip = await screen.findByRole('group', { name: 'no_such: >=50' });
    await waitFor(() => expect(chip.className).toContain('is-wrong'));
    expect(chip.textContent).toBe('no_such >=50 (not in this result)×');
  });

  it('are saved under a name, with filters that are switched off', async () => {
    const { main, user } = await openTable();
    await filterBy(user, 'idm', '>=50');
    await user.click(screen.getByRole('checkbox', { name: 'Filter by IDM' }));
    await user.click(screen.getByRole('button', { name: 'Save as…' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' 展開 {Enter}');
    expect(await screen.findByRole('button', { name: 'View: 展開' })).toBeTruthy();
    const [saved] = main.views();
    expect(saved).toMatchObject({ name: '展開', table: 'd_se' });
    expect(saved?.content.filters).toEqual([{ column: 'idm', text: '>=50', on: false }]);
    expect(saved?.content.query).toBeUndefined();
  });

  it('keep their unsaved columns until they are restored as saved', async () => {
    const { user } = await openTable([PACE]);
    const heads = () => screen.getAllByRole('columnheader').filter((head) => head.hasAttribute('aria-sort'));
    await choose(user, 'My pace');
    await waitFor(() => expect(heads()).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: /^Columns: / }));
    await user.click(await screen.findByRole('checkbox', { name: /^IDM .*idm$/ }));
    await waitFor(() => expect(heads()).toHaveLength(1));
    await choose(user, 'Result');
    await waitFor(() => expect(heads().length).toBeGreaterThan(2));
    await choose(user, 'My pace');
    await waitFor(() => expect(heads()).toHaveLength(1));
    expect(screen.getByRole('button', { name: 'View: My pace (changed)' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Revert to saved' }));
    await waitFor(() => expect(heads()).toHaveLength(2));
    await choose(user, 'Result');
    await choose(user, 'My pace');
    expect(await screen.findByRole('button', { name: 'View: My pace' })).toBeTruthy();
  });

  it('keep their unsaved columns though the table opens with its default view meanwhile', async () => {
    const { user } = await openTable([PACE]);
    const heads = () => screen.getAllByRole('columnheader').filter((head) => head.hasAttribute('aria-sort'));
    await choose(user, 'My pace');
    await user.click(screen.getByRole('button', { name: 'View actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Make default for this table' }));
    await choose(user, 'Result');
    await waitFor(() => expect(heads().length).toBeGreaterThan(2));
    await user.click(screen.getByRole('button', { name: /^Columns: / }));
    await user.click(await screen.findByRole('checkbox', { name: /^IDM .*idm$/ }));
    const count = heads().length;
    act(() => navigation.go({ screen: 'table', table: 'd_se', filter: { racedate: '20261115' } }));
    await waitFor(() => expect(heads()).toHaveLength(2));
    await user.click(heads()[1] ?? document.body);
    await choose(user, 'Result');
    expect(await screen.findByRole('button', { name: 'View: Result (changed)' })).toBeTruthy();
    expect(heads()).toHaveLength(count);
  });

  it('that are saved leave what the user does meanwhile: a filter stays, and another view is not replaced', async () => {
    const { main, user } = await openTable([PACE]);
    await choose(user, 'My pace');
    await user.click(screen.getByRole('checkbox', { name: 'Filter by IDM' }));
    const duringSave = async (on: () => Promise<void>): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      main.hold('save', promise);
      await user.click(screen.getByRole('button', { name: 'Save' }));
      await on();
      resolve();
      await act(() => promise);
    };
    await duringSave(() => filterBy(user, 'horse_name', 'コパノ'));
    await waitFor(() => expect(main.views()[0]?.content.filters).toMatchObject([{ on: true }]));
    expect(await screen.findByRole('group', { name: 'Horse: コパノ' })).toBeTruthy();
    await duringSave(() => choose(user, 'Result'));
    await waitFor(() => expect(main.views()[0]?.content.filters).toHaveLength(2));
    expect(await screen.findByRole('button', { name: 'View: Result' })).toBeTruthy();
  });

  it('are offered with a name that can be typed over', async () => {
    const { user } = await openTable([PACE]);
    await choose(user, 'My pace');
    await user.click(screen.getByRole('button', { name: 'View actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Rename…' }));
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
    expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe('My pace');
  });

  it('can be restored after they were deleted', async () => {
    const { main, user } = await openTable([PACE]);
    await choose(user, 'My pace');
    await user.click(screen.getByRole('button', { name: 'View actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(await screen.findByText('View “My pace” deleted.')).toBeTruthy();
    expect(main.views()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('button', { name: 'View: My pace' })).toBeTruthy();
    expect(main.views()).toEqual([PACE]);
  });

  it('keep the way to undo the last action when an earlier one ends after it', async () => {
    const { main, user } = await openTable([PACE]);
    const { promise, resolve } = Promise.withResolvers<void>();
    main.hold('setDefault', promise);
    await choose(user, 'My pace');
    for (const name of ['Make default for this table', 'Delete']) {
      await user.click(screen.getByRole('button', { name: 'View actions' }));
      await user.click(await screen.findByRole('menuitem', { name }));
    }
    const undo = await screen.findByRole('button', { name: 'Undo' });
    resolve();
    await act(() => promise);
    await waitFor(() => expect(main.views()).toEqual([]));
    expect(undo.isConnected).toBe(true);
  });

  const THEIRS: SavedView = {
    ...PACE,
    name: 'Their pace',
    content: { ...PACE.content, columns: { shown: ['horse_name', 'racedate'], widths: {} } },
  };

  it('keep what another window saved meanwhile: this one is saved beside it, once more if it was deleted', async () => {
    const { main, user } = await openTable([PACE]);
    await choose(user, 'My pace');
    await user.click(screen.getByRole('checkbox', { name: 'Filter by IDM' }));
    main.elsewhere('pace', THEIRS);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/“Their pace” was changed in another window.*saved as “My pace”/);
    const [theirs, own] = main.views();
    expect(theirs).toEqual(THEIRS);
    expect(own).toMatchObject({ name: 'My pace', content: { filters: [{ text: '>=50', on: true }] } });
    // The window goes on with its own.
    expect(await screen.findByRole('button', { name: 'View: My pace' })).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: 'Filter by IDM' }));
    main.elsewhere(own?.id ?? '', undefined);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/“My pace” was deleted in another window. It was saved again/);
    expect(main.views().map(({ name }) => name)).toEqual(['Their pace', 'My pace']);
  });

  it('are based on what was applied, even if what another window saved was listed since', async () => {
    const { main, user } = await openTable([PACE]);
    await choose(user, 'My pace');
    await user.click(screen.getByRole('checkbox', { name: 'Filter by IDM' }));
    main.elsewhere('pace', { ...THEIRS, name: 'My pace' });
    act(() => void globalThis.dispatchEvent(new Event('focus')));
    await user.click(screen.getByRole('button', { name: 'View actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Make default for this table' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/saved as “My pace \(2\)”/);
    expect(main.views()).toHaveLength(2);
  });

  it('that a table opens with by default are in its address, in the words of what they show', async () => {
    const { user } = await openTable([PACE]);
    await choose(user, 'My pace');
    await user.click(screen.getByRole('button', { name: 'View actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Make default for this table' }));
    act(() => navigation.go({ screen: 'table', table: 'd_se' }));
    const address = () => addressPath(currentStep(useNavigationStore.getState().trail));
    await waitFor(() => expect(address()).toBe('table/d_se?off.idm=%3E%3D50&sort=idm-'));
  });

  it('that another window has changed are renamed with that change, and not deleted', async () => {
    const { main, user } = await openTable([PACE]);
    await choose(user, 'My pace');
    main.elsewhere('pace', { ...THEIRS, name: 'My pace' });
    await user.click(screen.getByRole('button', { name: 'View actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Rename…' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' 2{Enter}');
    await waitFor(() => expect(main.views()).toEqual([{ ...THEIRS, name: 'My pace 2' }]));
    main.elsewhere('pace', THEIRS);
    await user.click(screen.getByRole('button', { name: 'View actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await screen.findByText('Another window has changed it meanwhile');
    expect(main.views()).toEqual([THEIRS]);
  });

  it('are added from a file, and an invalid file is reported with its problem', async () => {
    const { main, user } = await openTable();
    const input = screen.getByLabelText('Add views from a file…');
    await user.upload(input, new File(['{"format"'], 'views.json', { type: 'application/json' }));
    expect(await screen.findByText(/not valid JSON, or it is truncated/)).toBeTruthy();
    await user.upload(input, new File([writeViews([PACE], [])], 'views.json', { type: 'application/json' }));
    expect(await screen.findByText(/Added. Views: 1, layouts: 0/)).toBeTruthy();
    await user.upload(input, new File([writeViews([PACE], [])], 'views.json', { type: 'application/json' }));
    expect(await screen.findByText(/Added. Views: 0, layouts: 0. 1 was here already./)).toBeTruthy();
    const [added] = main.views();
    expect(added !== undefined && sameContent(added.content, PACE.content)).toBe(true);
  });
});
