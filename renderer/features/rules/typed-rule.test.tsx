// What is typed on the screen of rules: it is saved as it was typed, and nothing of it is lost.

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ruleSchema, ruleText } from '#shared/rules/rule.ts';
import { codedError } from '../../testing/coded-error.ts';
import { openRule, openRules, RULE } from './testing/open-rules.tsx';

afterEach(cleanup);

describe('what was typed', () => {
  it('has a time of decision, which the start is without', async () => {
    const { save, user } = await openRules();
    await openRule(user);
    const decides = screen.getByLabelText<HTMLSelectElement>('By what was known at');
    expect(decides.selectedOptions[0]?.textContent).toBe('10 minutes before the start');
    await user.selectOptions(decides, 'the start');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    const { minutesBeforePost: _before, ...rule } = RULE;
    expect(save.mock.calls[0]?.[0]).toEqual({ id: 'best', rule, basis: 'r1' });
  });

  it('is the stake figure by figure, and is neither run nor saved while it is none', async () => {
    const { run, save, user } = await openRules();
    await openRule(user);
    const stake = screen.getByLabelText<HTMLInputElement>('Yen each');
    await user.type(stake, '50', { initialSelectionStart: 0, initialSelectionEnd: 3 });
    expect(stake.value).toBe('50');
    expect(screen.getByText(/^The stake of each combination is 100 to 1,000,000 yen/)).toBeDefined();
    await user.keyboard('{Control>}{Enter}s{/Control}');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export' }).disabled).toBe(true);
    await user.type(stake, '0');
    expect(screen.queryByText(/^The stake of each/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    expect(save.mock.calls[0]?.[0].rule.bets[0]?.stake).toBe(500);
    expect(run).not.toHaveBeenCalled();
  });

  it('are two periods, which come back as they were when races are kept back again', async () => {
    const { save, user } = await openRules();
    await openRule(user);
    const keepsBack = screen.getByRole('checkbox', { name: 'Keep races back to check it' });
    await user.click(keepsBack);
    expect(screen.getByText('not saved')).toBeDefined();
    await user.click(keepsBack);
    expect(screen.queryByText('not saved')).toBeNull();
    expect(save).not.toHaveBeenCalled();
  });

  it('is one day, of which no races can be kept back', async () => {
    const { checking: _checking, ...rule } = RULE;
    const choosing = { from: '20250105', to: '20250105' };
    const { user } = await openRules({ rules: [{ ...rule, choosing }] });
    await openRule(user);
    const keepsBack = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Keep races back to check it' });
    expect(keepsBack.disabled).toBe(true);
    expect(screen.getByText('One day cannot be divided.')).toBeDefined();
  });

  it('is discarded only after a question', async () => {
    const { user } = await openRules();
    await openRule(user);
    const name = screen.getByLabelText('Name');
    await user.clear(name);
    await user.type(name, 'My rule');
    await user.click(screen.getByRole('button', { name: 'New rule' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard the changes?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('My rule');
  });

  it('stays when a rule is imported', async () => {
    const { adopt, list, user } = await openRules();
    await openRule(user);
    await user.type(screen.getByLabelText('Note'), 'mine');
    const before = list.mock.calls.length;
    await user.upload(screen.getByLabelText('Import'), new File([ruleText(RULE)], 'theirs.railbird-rule'));
    await waitFor(() => expect(list.mock.calls.length).toBeGreaterThan(before));
    expect(adopt).toHaveBeenCalledTimes(1);
    expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('mine');
  });

  it('is saved under the rule’s id', async () => {
    const { save, user } = await openRules();
    await openRule(user);
    await user.type(screen.getByLabelText('Name'), '!');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    expect(save.mock.calls[0]?.[0]).toEqual({
      id: 'best',
      rule: { ...RULE, name: 'Best index!' },
      basis: 'r1',
    });
  });

  it('is saved once it is in the file, which trims the name and has an order of its own', async () => {
    const { save, folder, user } = await openRules();
    await openRule(user);
    await user.type(screen.getByLabelText('Name'), '! ');
    await user.type(screen.getByLabelText('Note'), 'mine');
    await user.selectOptions(screen.getByLabelText('Bet'), 'Place');
    expect(screen.getByText('not saved')).toBeDefined();
    save.mockImplementation(async ({ rule }) => {
      folder.rules = [{ id: 'best', rule: ruleSchema.parse(rule), revision: 'r2' }];
      return { id: 'best', revision: 'r2' };
    });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByText('not saved')).toBeNull());
  });

  it('becomes a rule of its own if another window changed the same', async () => {
    const { save, folder, user } = await openRules({ conflicts: 1 });
    await openRule(user);
    await user.type(screen.getByLabelText('Note'), 'here');
    folder.rules = [{ id: 'best', rule: { ...RULE, note: 'there' }, revision: 'r9' }];
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/was changed in another window.*saved as “Best index 2”/);
    expect(save.mock.calls[1]?.[0]).toEqual({ rule: { ...RULE, note: 'here', name: 'Best index 2' } });
  });

  it('is joined with what another window changed elsewhere in the rule', async () => {
    const { save, folder, user } = await openRules({ conflicts: 1 });
    await openRule(user);
    await user.type(screen.getByLabelText('Note'), 'here');
    folder.rules = [{ id: 'best', rule: { ...RULE, watch: true }, revision: 'r9' }];
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
    expect(save.mock.calls[1]?.[0]).toEqual({
      id: 'best',
      rule: { ...RULE, note: 'here', watch: true },
      basis: 'r9',
    });
    expect(screen.queryByText(/in another window/)).toBeNull();
  });

  it('is saved again if another window deleted the rule', async () => {
    const { save, folder, user } = await openRules({ conflicts: 1 });
    await openRule(user);
    await user.type(screen.getByLabelText('Note'), 'here');
    folder.rules = [];
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/was deleted in another window/);
    expect(save.mock.calls[1]?.[0]).toEqual({ rule: { ...RULE, note: 'here' } });
  });

  it('while it is saved is joined with what another window changed, so that the next save undoes nothing', async () => {
    const { save, folder, user } = await openRules();
    await openRule(user);
    await user.type(screen.getByLabelText('Note'), 'here');
    folder.rules = [{ id: 'best', rule: { ...RULE, watch: true }, revision: 'r9' }];
    const gate = Promise.withResolvers<{ id: string; revision: string }>();
    save.mockRejectedValueOnce(codedError('CHANGED_ELSEWHERE', { name: 'Best index' }));
    save.mockReturnValueOnce(gate.promise);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
    await user.type(screen.getByLabelText('Note'), ' and later');
    folder.rules = [{ id: 'best', rule: { ...RULE, note: 'here', watch: true }, revision: 'r2' }];
    gate.resolve({ id: 'best', revision: 'r2' });
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Mark today/ }).checked).toBe(true)); // prettier-ignore
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(save).toHaveBeenCalledTimes(3));
    expect(save.mock.calls[2]?.[0]).toEqual({
      id: 'best',
      rule: { ...RULE, note: 'here and later', watch: true },
      basis: 'r2',
    });
  });
});

describe('an answer that comes after another rule was opened', () => {
  const TWO = { rules: [RULE, { ...RULE, name: 'Other' }] };

  it('leaves that rule under its own file, when the first one was saved', async () => {
    const { save, list, user } = await openRules(TWO);
    await openRule(user);
    await user.type(screen.getByLabelText('Note'), 'mine');
    const gate = Promise.withResolvers<{ id: string; revision: string }>();
    save.mockReturnValueOnce(gate.promise);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(screen.getByRole('button', { name: /Other/ }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    const before = list.mock.calls.length;
    gate.resolve({ id: 'best', revision: 'r2' });
    await waitFor(() => expect(list.mock.calls.length).toBeGreaterThan(before));
    await user.type(screen.getByLabelText('Note'), 'theirs');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
    expect(save.mock.calls[1]?.[0]).toMatchObject({ id: 'other 1', rule: { name: 'Other', note: 'theirs' } });
  });

  it('leaves that rule open, when the first one was deleted', async () => {
    const { remove, list, user } = await openRules(TWO);
    await openRule(user);
    const gate = Promise.withResolvers<Record<string, never>>();
    remove.mockReturnValueOnce(gate.promise);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete this rule?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await user.click(screen.getByRole('button', { name: /Other/ }));
    const before = list.mock.calls.length;
    gate.resolve({});
    await waitFor(() => expect(list.mock.calls.length).toBeGreaterThan(before));
    await user.type(screen.getByLabelText('Note'), 'theirs');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Other');
  });
});
