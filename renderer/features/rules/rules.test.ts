// The pure parts of the rules' screen: a new rule's periods, and changes of a bet.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BETS } from '#shared/catalogue/bets.ts';
import { addDays, spanDays } from '#shared/racing/racedate.ts';
import { formsOf, problemsOfRule } from '#shared/rules/rule-problems.ts';
import { asBet, asForm, dividedPeriod, newRule, replaced, withOrder, withTake } from './rule-draft.ts';

const STORED = { from: '20160101', to: '20251231' };
const rule = newRule('New rule', STORED);

it('a new rule can be run as it is, and keeps the later races back', () => {
  expect(problemsOfRule(rule)).toEqual([]);
  expect(rule.checking?.to).toBe(STORED.to);
});

it('divided periods cover every day once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4000 }), (days) => {
      const period = { from: '20160101', to: addDays('20160101', days - 1) };
      const { choosing, checking } = dividedPeriod(period);
      expect(choosing.from).toBe(period.from);
      if (checking === undefined) expect(choosing).toEqual(period);
      else {
        expect(checking).toEqual({ from: addDays(choosing.to, 1), to: period.to });
        expect(spanDays(checking.from, checking.to)).toBeGreaterThan(0);
      }
    }),
  );
});

describe('a bet of the editor', () => {
  const [bet] = rule.bets;
  it('stays one that can be made, whatever is chosen', () => {
    for (const { name } of BETS) {
      const changed = asBet(bet!, name);
      for (const form of formsOf(name)) {
        const made = asForm(changed, form);
        expect(problemsOfRule({ ...rule, bets: [made] }), `${name} ${form}`).toEqual([]);
        expect(problemsOfRule({ ...rule, bets: [asBet(made, 'win')] })).toEqual([]);
      }
    }
  });

  it('orders ranks from the lowest, indices from the highest, and without an order takes all', () => {
    expect(withOrder(bet!, 'integration_index_rank').by?.order).toBe('lowest');
    expect(withOrder(bet!, 'integration_index').by?.order).toBe('highest');
    const taken = withTake(withOrder(bet!, 'integration_index'), 2);
    expect(withOrder(taken, undefined)).toEqual(bet);
    expect(withTake(taken, undefined)).not.toHaveProperty('take');
  });
});

it('a list has one element replaced or removed', () => {
  expect(replaced([1, 2, 3], 1, 9)).toEqual([1, 9, 3]);
  expect(replaced([1, 2, 3], 1, undefined)).toEqual([1, 3]);
});
