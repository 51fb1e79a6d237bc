// The screen of rules over a folder of rules, for its tests.

import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import type { Job } from '#shared/bridge/downloads.ts';
import type { RuleReport } from '#shared/bridge/rules.ts';
import type { Rule } from '#shared/rules/rule.ts';
import { codedError } from '../../../testing/coded-error.ts';
import { draw } from '../../../testing/draw.tsx';
import { fakeBridge } from '../../../testing/fake-bridge.ts';
import { RulesScreen } from '../RulesScreen.tsx';

/** A rule that can be run. */
export const RULE: Rule = {
  railbird: 'rule',
  version: 2,
  name: 'Best index',
  choosing: { from: '20250101', to: '20251231' },
  checking: { from: '20260101', to: '20261031' },
  filters: [{ column: 'integration_index_rank', text: '1' }],
  bets: [{ bet: 'win', form: 'each', stake: 100 }],
  minutesBeforePost: 10,
};

export const figures = (returned: number, interval = { low: 90, high: 130 }) => ({
  races: 500,
  racesHit: 120,
  bets: 500,
  hits: 120,
  stake: 50_000,
  returned,
  refunded: 300,
  interval,
});

export const report = (change: Partial<RuleReport> = {}): RuleReport => ({
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
        stake: 4500,
        returned: 300,
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

/** Draws the screen of rules over a folder of rules, whose saves can fail. */
export async function openRules(
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
  const remove = vi.fn(async (_input: { id: string; basis: string }) => ({}));
  const adopt = vi.fn(async () => ({ id: 'theirs' }));
  const write = vi.fn(async () => ({ path: '/exports/Best index.railbird-rule' }));
  const looksOf = vi.fn(async (_input: { rule: Rule }) => ({ rulesTried: 1, looks }));
  await draw(
    <RulesScreen />,
    fakeBridge({
      days: { stored: async () => ({ from: '20250101', to: '20261031' }) },
      rules: { list, looks: looksOf, run, save, remove, adopt, write },
      ...(given.downloads && { downloads: { watch: async () => given.downloads } }),
    }),
  );
  return { run, save, remove, adopt, write, list, looksOf, folder, user: userEvent.setup() };
}

/** Opens the first rule of the folder. */
export const openRule = async (user: ReturnType<typeof userEvent.setup>) =>
  user.click(await screen.findByRole('button', { name: /Best index/ }));
