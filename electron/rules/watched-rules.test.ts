// What the watched rules pick on a day: a rule that cannot be run is not passed over without a word.

import { expect, it } from 'vitest';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import type { Rule } from '#shared/rules/rule.ts';
import type { Archive } from '../archive/archive.ts';
import { fakeResult, fakeResults } from '../testing/fake-result.ts';
import { watchedRunners } from './watched-rules.ts';

const DAY = '20261115';

const RULE: Rule = {
  railbird: 'rule',
  version: 2,
  name: 'First',
  choosing: { from: '20250101', to: '20251231' },
  filters: [{ column: 'horse_number', text: '1' }],
  bets: [{ bet: 'win', form: 'each', stake: 100 }],
  watch: true,
};

it('a rule that cannot be run says why, and the others pick', async () => {
  const records = ['1', '2'].map((horse_number) => ({
    racedate: DAY,
    racekey: '05264101',
    horse_number,
    horse_name: `馬${horse_number}`,
  }));
  const results = fakeResults(fakeResult({ columns: SUBJECTS.runners.columns, records }));
  const gone: Rule = { ...RULE, filters: [{ column: 'gone', text: '1' }] };
  const archive = {} as Archive;
  const found = await watchedRunners(results, [gone, RULE], DAY, { archive });
  expect(found).toMatchObject([
    { runners: [], problem: { en: expect.stringContaining('“gone”'), ja: expect.stringContaining('gone') } },
    { runners: [{ racekey: '05264101', horse_number: '1' }] },
  ]);
  expect(found[1]).not.toHaveProperty('problem');
});
