// The screen of rules: what is refused is said, a look at the checking period is never taken by accident, and nothing
// typed is lost.

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Job } from '#shared/bridge/downloads.ts';
import type { RuleReport } from '#shared/bridge/rules.ts';
import type { Rule } from '#shared/rules/rule.ts';
import { useNavigationStore } from '../../app/navigation/navigation.ts';
import { currentStep } from '../../app/navigation/trail.ts';
import { codedError } from '../../testing/coded-error.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge } from '../../testing/fake-bridge.ts';
import { RulesScreen } from './RulesScreen.tsx';

afterEach(cleanup);

const RULE: Rule = {
  railbird: 'rule',
  version: 2,
  name: 'Best index',
  choosing: { from: '20250101', to: '20251231' },
  checking: { from: '20260101', to: '20261031' },
  filters: [{ column: 'integration_index_rank', text: '1' }],
  bets: [{ bet: 'win', form: 'each', stake: 100 }],
  minutesBeforePost: 10,
};

const figures = (returned: number, interval = { low: 90, high: 130 }) => ({
  races: 500,
  racesHit: 120,
  bets: 500,
  hits: 120,
  stake: 50_000,
  returned,
  refunded: 300,
  interval,
});

const report = (change: Partial<RuleReport> = {}): RuleReport => ({
  period: RULE.choosing,
  of: 'choosing',
  tally: {
    picked: { runners: 505, races: 503, racesInAll: 3400 },
    whole: figures(55_000),
    bets: [figures(55_000)],
    years: [{ year: '2025', figures: figures(55_000) }],
    groups: [],
    moreGroups: false,
    days: [{ racedate: '20250105', stake: 50_000, returned: 55_000 }],
    winners: [
      {
        racedate: '20250105',
        racekey: '05250101',
        bet: 'win',
        combination: '07',
        payoff: 2300,
        returned: 2300,
        runners: [{ number: 7, horse_name: 'ナナ', horse_id: '202010000001' }],
      },
    ],
    losers: [
      {
        racedate: '20250105',
        racekey: '05250102',
        stake: 100,
        runners: [{ number: 3, horse_name: null, horse_id: null }],
      },
    ],
    without: [{ winners: 1, returned: 52_700 }],
    losing: { races: 11, from: '20250201', to: '20250202' },
    unsettled: { races: 3, named: [{ racedate: '20250105', racekey: '05250103' }] },
    notSold: [0],
    lacking: [],
    withoutValue: 0,
    withoutNumber: 0,
    leftOut: 0,
    known: {
      minutesBeforePost: 10,
      recorded: { races: 40, bets: 41 },
      last: { races: 460, bets: 459 },
      changed: 7,
    },
  },
  complete: true,
  reasons: [],
  looks: { rulesTried: 100, looks: 0 },
  ...change,
});

/** Late in the evening in London is the next day in Tokyo. */
const RUN_AT = Date.UTC(2026, 10, 14, 23);

async function open(
  given: {
    readonly looks?: number;
    readonly rules?: readonly Rule[];
    readonly conflicts?: number;
    readonly downloads?: AsyncIterable<{ jobs: readonly Job[]; gone: readonly string[] }>;
  } = {},
) {
  const { looks = 0, rules = [RULE] } = given;
  const run = vi.fn(async ({ period }: { period: Rule['choosing'] }) =>
    period.from === RULE.choosing.from
      ? report()
      : report({ period, of: 'checking', looks: { rulesTried: 1, looks: looks + 1 } }),
  );
  const folder = {
    rules: rules.map((rule, at) => ({ id: at === 0 ? 'best' : `other ${at}`, rule, revision: 'r1' })),
  };
  let conflicts = given.conflicts ?? 0;
  const save = vi.fn(async ({ id = 'copy' }: { id?: string; rule: Rule; basis?: string }) => {
    if ((conflicts -= 1) >= 0) throw codedError('CHANGED_ELSEWHERE', { name: 'Best index' });
    return { id, revision: 'r2' };
  });
  const list = vi.fn(async () => ({
    rules: folder.rules.map((each) => ({
      ...each,
      records: {
        choosing: { period: each.rule.choosing, figures: figures(55_000), complete: false, at: RUN_AT },
      },
    })),
    unreadable: [{ file: 'odd.json', problem: { en: 'The file is not JSON.', ja: '' } }],
    folder: '/data/rules',
  }));
  const looksOf = vi.fn(async (_input: { rule: Rule }) => ({ rulesTried: 1, looks }));
  await draw(
    <RulesScreen />,
    fakeBridge({
      days: { stored: async () => ({ from: '20250101', to: '20261031' }) },
      rules: { list, looks: looksOf, run, save },
      ...(given.downloads && { downloads: { watch: async () => given.downloads } }),
    }),
  );
  return { run, save, list, looksOf, folder, user: userEvent.setup() };
}

const openRule = async (user: ReturnType<typeof userEvent.setup>) =>
  user.click(await screen.findByRole('button', { name: /Best index/ }));

describe('the list', () => {
  it('shows each rule with the return, day and gaps of its last run, and names files that are no rules', async () => {
    await open();
    const entry = await screen.findByRole('button', { name: /Best index/ });
    expect(entry.textContent).toContain(
      'Choosing period: 110.0 %, n=500 · incomplete, run on 2026-11-15 (Sun)',
    );
    expect(screen.getByText(/odd\.json is no rule/)).toBeDefined();
  });
});

describe('a run', () => {
  it('shows the return beside the pay-out rate, what chance alone brings, and what is left out', async () => {
    const { run, user } = await open();
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
    expect(result.textContent).toContain('3 races, because a result or the payoffs are not stored');
    expect(result.textContent).toContain('Refunded 300 yen');
    expect(result.textContent).toContain(
      '40 races (41 bets) were decided by values recorded no later than 10 minutes before the start. In 7 races',
    );
    expect(result.textContent).toContain('460 races (459 bets): what was known then was not recorded');
    expect(result.textContent).toContain('Without the best winner: 105.4 %');
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
    const { run, user } = await open();
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
    const { run, user } = await open();
    run.mockResolvedValue({ ...none, tally: { ...none.tally, whole: { ...figures(0), stake: 0, bets: 0 } } });
    await openRule(user);
    await user.keyboard('{Control>}{Enter}{/Control}');
    const result = await screen.findByRole('region', { name: 'Result' });
    expect(result.querySelector('.rule-headline strong')?.textContent).toBe('–');
  });

  it('is marked once the rule was changed after it', async () => {
    const { user } = await open();
    await openRule(user);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByRole('region', { name: 'Result' });
    await user.type(screen.getByLabelText('Filter of Overall index, rank'), '..2');
    expect(await screen.findByText('The rule was changed after this run.')).toBeDefined();
  });

  it('is marked once a period was changed after it', async () => {
    const { user } = await open();
    await openRule(user);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByRole('region', { name: 'Result' });
    expect(screen.queryByText('The rule was changed after this run.')).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Keep races back to check it' }));
    expect(await screen.findByText('The rule was changed after this run.')).toBeDefined();
  });

  it('is marked once a download has brought more of its days, and by none of other days', async () => {
    const job: Job = {
      id: 'j1',
      kind: 'period',
      tables: ['d_hj'],
      from: '20240101',
      to: '20241231',
      state: 'running',
      windowsDone: 3,
      windowsTotal: 9,
      records: 0,
      bytes: 0,
      recordsPerSecond: 0,
      reasons: [],
      createdAt: 1,
    };
    const [ended, drawn] = [Promise.withResolvers<Job>(), Promise.withResolvers<void>()];
    async function* downloads() {
      yield { jobs: [job], gone: [] };
      // The next one is asked for once this one is in the window.
      drawn.resolve();
      yield { jobs: [await ended.promise], gone: [] };
    }
    const { user } = await open({ downloads: downloads() });
    await openRule(user);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByRole('region', { name: 'Result' });
    await drawn.promise;
    await user.tab();
    expect(screen.queryByText('More of these days was downloaded after this run.')).toBeNull();
    ended.resolve({ ...job, to: '20250105', state: 'done', windowsDone: 9, finishedAt: Date.now() });
    expect(await screen.findByText('More of these days was downloaded after this run.')).toBeDefined();
  });

  it('that answers after its rule was left is shown under no other', async () => {
    const { run, list, user } = await open({ rules: [RULE, { ...RULE, name: 'Other' }] });
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
    const { run, user } = await open();
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
    const { run, user } = await open({ rules: [reads] });
    await openRule(user);
    expect(screen.getByText(/known only after the race/)).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Run' }).disabled).toBe(true);
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(run).not.toHaveBeenCalled();
  });
});

describe('the checking period', () => {
  it('is looked at once without a question', async () => {
    const { run, user } = await open();
    await openRule(user);
    await screen.findByText('not looked at yet');
    await user.click(screen.getByRole('button', { name: 'Look at the checking period' }));
    const result = await screen.findByRole('region', { name: 'Result' });
    expect(result.textContent).toContain('looked at once');
    expect(run.mock.calls[0]?.[0]).toMatchObject({ period: RULE.checking });
  });

  it('is not looked at while the count of the looks at it arrives', async () => {
    const other: Rule = { ...RULE, name: 'Other', checking: { from: '20260201', to: '20260228' } };
    const { run, looksOf, user } = await open({ rules: [RULE, other] });
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
    const { run, user } = await open({ looks: 2 });
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

describe('what was typed', () => {
  it('has a time of decision, which the start is without', async () => {
    const { save, user } = await open();
    await openRule(user);
    const decides = screen.getByLabelText<HTMLSelectElement>('By what was known at');
    expect(decides.selectedOptions[0]?.textContent).toBe('10 minutes before the start');
    await user.selectOptions(decides, 'the start');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    const { minutesBeforePost: _before, ...rule } = RULE;
    expect(save.mock.calls[0]?.[0]).toEqual({ id: 'best', rule, basis: 'r1' });
  });

  it('is discarded only after a question', async () => {
    const { user } = await open();
    await openRule(user);
    const name = screen.getByLabelText('Name');
    await user.clear(name);
    await user.type(name, 'My rule');
    await user.click(screen.getByRole('button', { name: 'New rule' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard the changes?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('My rule');
  });

  it('is saved under the rule’s id', async () => {
    const { save, user } = await open();
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

  it('becomes a rule of its own if another window changed the same', async () => {
    const { save, folder, user } = await open({ conflicts: 1 });
    await openRule(user);
    await user.type(screen.getByLabelText('Note'), 'here');
    folder.rules = [{ id: 'best', rule: { ...RULE, note: 'there' }, revision: 'r9' }];
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/was changed in another window.*saved as “Best index 2”/);
    expect(save.mock.calls[1]?.[0]).toEqual({ rule: { ...RULE, note: 'here', name: 'Best index 2' } });
  });

  it('is joined with what another window changed elsewhere in the rule', async () => {
    const { save, folder, user } = await open({ conflicts: 1 });
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
    const { save, folder, user } = await open({ conflicts: 1 });
    await openRule(user);
    await user.type(screen.getByLabelText('Note'), 'here');
    folder.rules = [];
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/was deleted in another window/);
    expect(save.mock.calls[1]?.[0]).toEqual({ rule: { ...RULE, note: 'here' } });
  });
});
