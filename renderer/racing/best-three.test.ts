import { describe, expect, it } from 'vitest';
import type { Kind } from '#shared/catalogue/column.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import { sheetOf } from '../testing/sheet-of.ts';
import { bestThree, ranksOf } from './best-three.ts';
import { sheetSource } from '../grid/data/row-source.ts';

const INDEX = { kind: 'decimal' } as const;

describe('the best three of a column', () => {
  it('are the highest, or the lowest if less is better', () => {
    const values = ['10.5', '7', '-3', '22', '08'];
    const best = bestThree(INDEX, values, false);
    expect([best.get(3), best.get(0), best.get(4), best.size]).toEqual([1, 2, 3, 3]);
    expect(bestThree(INDEX, values, true).get(2)).toBe(1);
  });

  it('share a rank when equal', () => {
    const ranks = bestThree(INDEX, ['5', '5', '4', '3'], false);
    expect([ranks.get(0), ranks.get(1), ranks.get(2), ranks.get(3)]).toEqual([1, 1, 3, undefined]);
  });

  it('exclude values that are missing or not numbers', () => {
    const ranks = bestThree(INDEX, [null, '', 'x', undefined, '1', '2'], false);
    expect([ranks.get(5), ranks.get(4), ranks.size]).toEqual([1, 2, 2]);
  });

  it('exclude a zero that means none, but not a gap of zero, which is the winner’s', () => {
    const values = ['0.0', '34.5', '35.0', '36.1'];
    const of = (kind: Kind) => [...bestThree({ kind }, values, true)];
    for (const kind of ['odds', 'tenths', 'rank'] as const)
      expect(of(kind)).toEqual([[1, 1], [2, 2], [3, 3]]); // prettier-ignore
    expect(of('gap')).toEqual([[0, 1], [1, 2], [2, 3]]); // prettier-ignore
  });

  it('exclude horses that are struck through', () => {
    const idm = columnOf('t_ky', 'adjust_idm');
    const source = sheetSource(
      sheetOf(
        [50, 70, 60].map((adjust_idm, at) => ({
          adjust_idm: String(adjust_idm),
          withdrawn_flag: ['0', '1', 'false'][at] ?? null,
        })),
      ),
    );
    const rank = ranksOf(source, new Set(['adjust_idm']), idm === undefined ? [] : [idm], [
      { name: 'withdrawn_flag' },
    ]);
    expect([0, 1, 2].map((row) => rank?.('adjust_idm', row))).toEqual([2, undefined, 1]);
  });

  it('exclude a zero that several have, of values that are best when high', () => {
    const of = (values: readonly string[]) => [...bestThree(INDEX, values, false)];
    expect(of(['2.5', '0.0', '0', '1.0', '-4.0'])).toEqual([[0, 1], [3, 2]]); // prettier-ignore
    // Nor those below: the horses at zero are better.
    expect(of(['0', '0.0', '-4.0', '-8.0'])).toEqual([]);
    // One that is alone at zero is better than those below it.
    expect(of(['2.5', '0.0', '1.0', '-4.0'])).toEqual([[0, 1], [1, 3], [2, 2]]); // prettier-ignore
    expect([...bestThree({ kind: 'gap' }, ['0', '0', '3'], true)]).toEqual([[0, 1], [1, 1], [2, 3]]); // prettier-ignore
  });

  it('do not exist if all are equal', () => {
    expect(bestThree(INDEX, ['0.0', '0.0', '0.0'], false).size).toBe(0);
  });
});
