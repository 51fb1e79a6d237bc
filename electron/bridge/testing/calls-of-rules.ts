// The expected answers of the `rules` procedures: part of the contract suite. The stand-in app has two runners of a race
// without payoffs, and no rule at first.

import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { ruleText, type Rule } from '#shared/rules/rule.ts';
import { expectCoded, failureOf } from './coded-failure.ts';
import type { Calls } from './call.ts';

const RULE: Rule = {
  railbird: 'rule',
  version: 2,
  name: '指数1位',
  choosing: { from: '20261101', to: '20261130' },
  filters: [{ column: 'integration_index_rank', text: '1' }],
  bets: [{ bet: 'win', form: 'each', stake: 100 }],
  watch: true,
};

export const RULES_CALLS: Calls = {
  'rules.list': async ({ rules }) => {
    expect(await rules.list()).toMatchObject({ rules: [], unreadable: [], folder: expect.any(String) });
  },
  'rules.save': async ({ rules }) => {
    const { id, revision: basis } = await rules.save({ rule: RULE });
    const rule = { ...RULE, note: '芝だけ' };
    const { revision } = await rules.save({ id, rule, basis });
    expect((await rules.list()).rules).toEqual([{ id, rule, revision, records: {} }]);
    // One window is quicker than another that began with the same rule.
    const late = { id, rule: { ...RULE, note: 'ダート' }, basis };
    expectCoded(await failureOf(rules.save(late)), { code: 'CHANGED_ELSEWHERE' });
    expectCoded(await failureOf(rules.remove({ id, basis })), { code: 'CHANGED_ELSEWHERE' });
    expect((await rules.list()).rules).toMatchObject([{ rule }]);
  },
  'rules.remove': async ({ rules }) => {
    const { id, revision } = await rules.save({ rule: RULE });
    await rules.remove({ id, basis: revision });
    expect((await rules.list()).rules).toEqual([]);
  },
  'rules.run': async ({ rules }) => {
    expect(await rules.run({ rule: RULE, period: RULE.choosing })).toMatchObject({
      of: 'choosing',
      tally: { picked: { runners: 1, races: 1 }, whole: { bets: 0 }, unsettled: { races: 1 } },
      looks: { rulesTried: 1, looks: 0 },
    });
  },
  'rules.looks': async ({ rules }) => {
    expect(await rules.looks({ rule: RULE })).toEqual({ rulesTried: 1, looks: 0 });
  },
  'rules.watched': async ({ rules }) => {
    const { id } = await rules.save({ rule: RULE });
    expect(await rules.watched({ racedate: '20261115' })).toMatchObject([
      { id, name: '指数1位', runners: [{ racekey: '05264101', horse_number: '2', horse_name: '馬2' }] },
    ]);
  },
  'rules.write': async ({ rules }) => {
    const written = await rules.write({ rule: RULE, language: 'en' });
    expect(written).toMatchObject({ download: expect.any(String) });
    expect(await readFile(written.path ?? '', 'utf8')).toBe(ruleText(RULE));
  },
  'rules.adopt': async ({ rules }) => {
    const { id } = await rules.adopt({ name: 'theirs.json', text: ruleText(RULE) });
    expect((await rules.list()).rules).toMatchObject([{ id, rule: { name: '指数1位' } }]);
    await expect(rules.adopt({ name: 'x', text: '{}' })).rejects.toMatchObject({
      data: { code: 'RULE_INVALID' },
    });
  },
};
