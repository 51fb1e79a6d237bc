// The screen of rules: what is refused is said, and a look at the checking period is never taken by accident.

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Job } from '#shared/bridge/downloads.ts';
import type { RuleReport, RuleTally } from '#shared/bridge/rules.ts';
import type { Rule } from '#shared/rules/rule.ts';
import { useNavigationStore } from '../../app/navigation/navigation.ts';
import { currentStep } from '../../app/navigation/trail.ts';
import { codedError } from '../../testing/coded-error.ts';
import { figures, openRule, openRules, report, RULE } from './testing/open-rules.tsx';

afterEach(cleanup);

const OLDER = 'More of these days was downloaded after this run.';

const LACKING = [{ column: 'integration_index_rank', races: 2, named: [] }];

describe('the list', () => {
  it('shows each rule with the return, day and gaps of its last run, and names files that are no rules', async () => {
    await openRules();
    const entry = await screen.findByRole('button', { name: /Best index/ });
    expect(entry.textContent).toContain(
      'Choosing period: 110.0 %, n=500 · incomplete, run on 2026-11-15 (Sun)',
    );
    expect(screen.getByText(/odd\.json is no rule/)).toBeDefined();
  });
});

describe('the file of a rule', () => {
  it('that cannot be written is said', async () => {
    const { write, user } = await openRules();
    await openRule(user);
    write.mockRejectedValue(codedError('FILE_FAILED', { path: '/exports/Best index.railbird-rule' }));
    await user.click(screen.getByRole('button', { name: 'Export' }));
    expect((await screen.findByRole('alert')).textContent).toContain('/exports/Best index.railbird-rule');
  });
});

describe('a run', () => {
  it('shows the return beside the pay-out rate, what chance alone brings, and what is left out', async () => {
    const { run, user } = await openRules();
    await openRule(user);
    await user.keyboard('{Control>}{Enter}{/Control}');
    const result = await screen.findByRole('region', { name: 'Result' });
    expect(run).toHaveBeenCalledTimes(1);
    expect(run.mock.calls[0]?.[0]).toMatchObject({ period: RULE.choosing });
    expect(result.textContent).toContain('110.0 %');
    expect(result.textContent).toContain('Pay-out rate 80.0 %');
    expect(result.textContent).toContain('The whole interval lies above the pay-out rate.');
    expect(result.textContent).toContain('100 different rules tried');
    expect(result.textContent).toContain('about 2.5 would have an interval above');
    expect(result.textContent).toContain(
      '3 races have bets that are in no figure: a result, the brackets or the payoffs are not stored',
    );
    expect(result.textContent).toContain('Refunded 300 yen');
    expect(result.textContent).toContain(
      '40 races (41 bets) were decided by values recorded no later than 10 minutes before the start. In 7 races',
    );
    expect(result.textContent).toContain('460 races (459 bets): what was known then was not recorded');
    expect(result.textContent).toContain('Without the best winner: 105.4 %');
    expect(result.textContent).toContain('−4,200 yen');
    expect(result.textContent).toContain('After 1 day the balance is +5,000 yen. It never fell.');
    // The winner, the loser and the race that is left out open their races, the winner its horse.
    expect(within(result).getAllByRole('link')).toHaveLength(4);
    await user.click(within(result).getByRole('link', { name: 'ナナ' }));
    expect(currentStep(useNavigationStore.getState().trail).route).toEqual({
      screen: 'horse',
      horse_id: '202010000001',
    });
  });

  it('of days that are not stored has no figures, and leads to their download', async () => {
    const nothing = { runners: 0, races: 0, racesInAll: 0 };
    const empty = report({
      complete: false,
      reasons: [{ reason: 'not_fetched', where: '20250101-20251231' }],
    });
    const { run, user } = await openRules();
    run.mockResolvedValue({ ...empty, tally: { ...empty.tally, picked: nothing } });
    await openRule(user);
    await user.keyboard('{Control>}{Enter}{/Control}');
    const result = await screen.findByRole('region', { name: 'Result' });
    expect(result.textContent).toContain('No race of these days is stored');
    expect(within(result).queryByRole('table')).toBeNull();
    await user.click(within(result).getByRole('button', { name: 'Download these days' }));
    expect(currentStep(useNavigationStore.getState().trail).route).toMatchObject({
      screen: 'downloads',
      from: RULE.choosing.from,
    });
  });

  it('without a stake has a dash for its return, not a share', async () => {
    const none = report();
    const { run, user } = await openRules();
    run.mockResolvedValue({ ...none, tally: { ...none.tally, whole: { ...figures(0), stake: 0, bets: 0 } } });
    await openRule(user);
    await user.keyboard('{Control>}{Enter}{/Control}');
    const result = await screen.findByRole('region', { name: 'Result' });
    expect(result.querySelector('.rule-headline strong')?.textContent).toBe('–');
  });

  it('shows no winner of an earlier one, also where one combination won in two bets of a kind', async () => {
    const { run, user } = await openRules();
    const { tally } = report();
    run.mockResolvedValueOnce(report({ tally: { ...tally, winners: [...tally.winners, ...tally.winners] } }));
    await openRule(user);
    await user.keyboard('{Control>}{Enter}{/Control}');
    const shown = await screen.findByRole('region', { name: 'What decided it' });
    expect(within(shown).getAllByText('2,300 yen')).toHaveLength(2);
    const other = tally.winners.map((winner) => ({ ...winner, racekey: '05250109', returned: 1100 }));
    run.mockResolvedValueOnce(report({ tally: { ...tally, winners: other } }));
    await user.keyboard('{Control>}{Enter}{/Control}');
    await within(shown).findByText('1,100 yen');
    expect(within(shown).queryByText('2,300 yen')).toBeNull();
  });

  it.each<[Partial<RuleTally>, string, string?]>([
    [{ withoutValue: 1 }, '1 picked runner has no value that a bet orders by'],
    [{ withoutValue: 2 }, '2 picked runners have no value that a bet orders by'],
    [{ leftOut: 1 }, '1 runner is left out: your mark or note was changed after 10 minutes before the start'],
    [{ leftOut: 3 }, '3 runners are left out: your marks or notes were changed'],
    [{ lacking: LACKING }, 'Overall index, rank: no value in 2 races, so the rule picks nothing there: '],
    [{ lacking: LACKING }, 'no value in 2 races; a blank passes the filter there: ', '!1'],
  ])('says of %j what it comes to', async (change, words, text = '1') => {
    const filters = [{ column: 'integration_index_rank', text }];
    const { run, user } = await openRules({ rules: [{ ...RULE, filters }] });
    run.mockResolvedValue(report({ tally: { ...report().tally, ...change } }));
    await openRule(user);
    await user.keyboard('{Control>}{Enter}{/Control}');
    const left = await screen.findByRole('region', { name: 'Mind also' });
    expect(left.textContent).toContain(words);
  });

  it('is marked once the rule was changed after it', async () => {
    const { user } = await openRules();
    await openRule(user);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByRole('region', { name: 'Result' });
    await user.type(screen.getByLabelText('Filter of Overall index, rank'), '..2');
    expect(await screen.findByText('The rule was changed after this run.')).toBeDefined();
  });

  it('is marked once a period was changed after it', async () => {
    const { user } = await openRules();
    await openRule(user);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByRole('region', { name: 'Result' });
    expect(screen.queryByText('The rule was changed after this run.')).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Keep races back to check it' }));
    expect(await screen.findByText('The rule was changed after this run.')).toBeDefined();
  });

  it.each<[string, Partial<Job>, Partial<Job>, isMarked: boolean]>([
    ['has brought more', {}, { windowsDone: 4 }, true],
    ['has brought more and is paused', {}, { windowsDone: 4, state: 'paused' }, true],
    ['has brought more and waits for the service', {}, { windowsDone: 4, state: 'parked' }, true],
    ['is new and has brought some', {}, { id: 'j2', windowsDone: 1 }, true],
    ['is new and has brought none', {}, { id: 'j2', windowsDone: 0 }, false],
    ['brings none since', {}, {}, false],
    ['has ended without more', {}, { state: 'done', finishedAt: Date.now() + 60_000 }, false],
    ['is of tables that it does not read', { tables: ['d_zk'] }, { tables: ['d_zk'], windowsDone: 4 }, false],
    ['is of other days', { to: '20241231' }, { to: '20241231', windowsDone: 4 }, false],
  ])('beside a download of its days that %s', async (_name, before, after, isMarked) => {
    const job: Job = {
      id: 'j1',
      kind: 'period',
      tables: ['d_hj'],
      from: '20240101',
      to: '20250105',
      state: 'running',
      windowsDone: 3,
      windowsTotal: 9,
      records: 0,
      bytes: 0,
      recordsPerSecond: 0,
      reasons: [],
      createdAt: 1,
    };
    const [known, changed, drawn] = [1, 2, 3].map(() => Promise.withResolvers<void>());
    async function* downloads() {
      yield { jobs: [{ ...job, ...before }], gone: [] };
      // The next one is asked for once this one is in the window.
      known?.resolve();
      await changed?.promise;
      yield { jobs: [{ ...job, ...after }], gone: [] };
      drawn?.resolve();
      await Promise.withResolvers<void>().promise;
    }
    const { user } = await openRules({ downloads: downloads() });
    await openRule(user);
    await known?.promise;
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByRole('region', { name: 'Result' });
    expect(screen.queryByText(OLDER)).toBeNull();
    changed?.resolve();
    await drawn?.promise;
    await user.tab();
    expect(screen.queryByText(OLDER) !== null).toBe(isMarked);
  });

  it('that answers after its rule was left is shown under no other', async () => {
    const { run, list, user } = await openRules({ rules: [RULE, { ...RULE, name: 'Other' }] });
    const gate = Promise.withResolvers<RuleReport>();
    run.mockReturnValueOnce(gate.promise);
    await openRule(user);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await user.click(screen.getByRole('button', { name: /Other/ }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Run' }).disabled).toBe(false);
    const before = list.mock.calls.length;
    gate.resolve(report());
    // The run is counted, so that the list is read again.
    await waitFor(() => expect(list.mock.calls.length).toBeGreaterThan(before));
    expect(screen.getByText('Press Run to see what the rule returned.')).toBeDefined();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByRole('region', { name: 'Result' })).toBeDefined();
  });

  it('is one, however often it is asked for while it is in progress', async () => {
    const { run, user } = await openRules();
    const gate = Promise.withResolvers<RuleReport>();
    run.mockReturnValueOnce(gate.promise);
    await openRule(user);
    await user.keyboard('{Control>}{Enter}{Enter}{Enter}{/Control}');
    gate.resolve(report());
    await screen.findByRole('region', { name: 'Result' });
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('is refused for a filter that cannot be read, and for a column of the result, in words', async () => {
    const reads = { ...RULE, filters: [{ column: 'confirmed_win_odds', text: '>=10' }] };
    const { run, user } = await openRules({ rules: [reads] });
    await openRule(user);
    expect(screen.getByText(/known only after the race/)).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Run' }).disabled).toBe(true);
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(run).not.toHaveBeenCalled();
  });
});

describe('the checking period', () => {
  it('is looked at once without a question', async () => {
    const { run, user } = await openRules();
    await openRule(user);
    await screen.findByText('not looked at yet');
    await user.click(screen.getByRole('button', { name: 'Look at the checking period' }));
    const result = await screen.findByRole('region', { name: 'Result' });
    expect(result.textContent).toContain('looked at once');
    expect(run.mock.calls[0]?.[0]).toMatchObject({ period: RULE.checking });
  });

  it('is not looked at while the count of the looks at it arrives', async () => {
    const other: Rule = { ...RULE, name: 'Other', checking: { from: '20260201', to: '20260228' } };
    const { run, looksOf, user } = await openRules({ rules: [RULE, other] });
    await openRule(user);
    await screen.findByText('not looked at yet');
    const gate = Promise.withResolvers<{ rulesTried: number; looks: number }>();
    looksOf.mockReturnValueOnce(gate.promise);
    await user.click(screen.getByRole('button', { name: /Other/ }));
    expect(screen.queryByText('not looked at yet')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Look at the checking period' }));
    gate.resolve({ rulesTried: 1, looks: 3 });
    await screen.findByText('looked at 3 times');
    expect(run).not.toHaveBeenCalled();
  });

  it('asks before a further look, which can be left', async () => {
    const { run, user } = await openRules({ looks: 2 });
    await openRule(user);
    await screen.findByText('looked at 2 times');
    await user.click(screen.getByRole('button', { name: 'Look at the checking period' }));
    const dialog = await screen.findByRole('dialog', { name: 'Look again?' });
    expect(dialog.textContent).toContain('looked at before (2)');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(run).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Look at the checking period' }));
    await user.click(await screen.findByRole('button', { name: 'Look again' }));
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
  });
});
