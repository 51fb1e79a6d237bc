import { expect, it } from 'vitest';
import { personPeriod } from './person-period.ts';

it('is twelve months up to today unless chosen, the leap day included', () => {
  expect(personPeriod({}, '20261123')).toEqual({ from: '20251124', to: '20261123' });
  expect(personPeriod({}, '20280229')).toEqual({ from: '20270301', to: '20280229' });
  expect(personPeriod({ from: '20260101' }, '20261123')).toEqual({ from: '20251124', to: '20261123' });
});

it('is what was chosen; days to come have no outcome and are in none', () => {
  expect(personPeriod({ from: '20240101', to: '20241231' }, '20261123')).toEqual({
    from: '20240101',
    to: '20241231',
  });
  expect(personPeriod({ period: 'all' }, '20261123')).toEqual({ to: '20261123' });
});
