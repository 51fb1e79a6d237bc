// The pure parts of the rules' screen: a new rule's periods, changes of a bet, and the line of its balance.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BETS } from '#shared/catalogue/bets.ts';
import { addDays, spanDays } from '#shared/racing/racedate.ts';
import { formsOf, problemsOfRule } from '#shared/rules/rule-problems.ts';
import { balances, pointsOf, rangeOf, ticksOf } from './balance.ts';
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

describe('the balance', () => {
  const days = [
    { racedate: '20260104', stake: 1000, returned: 0 },
    { racedate: '20260105', stake: 1000, returned: 3500 },
    { racedate: '20260111', stake: 2000, returned: 0 },
  ];

  it('adds what each day won or lost', () => {
    expect(balances(days).map(({ yen }) => yen)).toEqual([-1000, 1500, -500]);
    expect(rangeOf(balances(days))).toEqual({ low: -1000, high: 1500 });
    expect(rangeOf([])).toEqual({ low: 0, high: 0 });
  });

  it('starts at zero at the left and ends at the right', () => {
    expect(pointsOf(balances(days), { width: 300, height: 250 })).toBe(
      '0.0,150.0 100.0,250.0 200.0,0.0 300.0,200.0',
    );
  });

  it('has a few round ticks, zero among them', () => {
    expect(ticksOf({ low: -1000, high: 1500 })).toEqual([-1000, 0, 1000]);
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.nat(10_000_000), (below, high) => {
        const ticks = ticksOf({ low: -below, high });
        expect(ticks).toContain(0);
        expect(ticks.length).toBeLessThanOrEqual(6);
        expect(ticks.every((tick) => tick >= -below && tick <= high)).toBe(true);
      }),
    );
  });
});
