import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortSchema } from '#shared/bridge/source.ts';
import { nextSort } from './next-sort.ts';

const up = (column: string) => ({ column, direction: 'ascending' }) as const;
const down = (column: string) => ({ column, direction: 'descending' }) as const;

describe('a click on a head', () => {
  it('goes from ascending to descending to the original order', () => {
    expect(nextSort([], 'a', false)).toEqual([up('a')]);
    expect(nextSort([up('a')], 'a', false)).toEqual([down('a')]);
    expect(nextSort([down('a')], 'a', false)).toEqual([]);
  });

  it('sorts descending first if high values are best', () => {
    expect(nextSort([up('a')], 'idm', false, 'descending')).toEqual([down('idm')]);
    expect(nextSort([down('idm')], 'idm', false, 'descending')).toEqual([up('idm')]);
    expect(nextSort([up('idm')], 'idm', false, 'descending')).toEqual([]);
  });

  it('drops the other columns unless it adds', () => {
    expect(nextSort([up('a'), up('b')], 'c', false)).toEqual([up('c')]);
    expect(nextSort([up('a'), up('b')], 'c', true)).toEqual([up('a'), up('b'), up('c')]);
    expect(nextSort([up('a'), up('b')], 'a', true)).toEqual([down('a'), up('b')]);
    expect(nextSort([down('a'), up('b')], 'a', true)).toEqual([up('b')]);
  });

  it('always results in an order that the bridge accepts, with each column once', () => {
    const choice = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), fc.boolean());
    fc.assert(
      fc.property(fc.array(choice, { maxLength: 30 }), (choices) => {
        let sort = sortSchema.parse([]);
        for (const [column, add] of choices) sort = nextSort(sort, column, add);
        expect(sortSchema.safeParse(sort).success).toBe(true);
        expect(new Set(sort.map((each) => each.column)).size).toBe(sort.length);
      }),
    );
  });
});
