import { describe, expect, it } from 'vitest';
import type { TableCode } from '#shared/catalogue/table.ts';
import type { CoverageUnit, StoredUnit } from './coverage.ts';
import { storedUnit } from '../testing/stored-unit.ts';
import { CoverageIndex } from './coverage-index.ts';

const stored = (unit: CoverageUnit, records: number): StoredUnit => storedUnit(unit, { records });

/** A file whose readings the test lets end. */
function fileOf(content: Map<CoverageUnit, number>) {
  const asked: (readonly CoverageUnit[] | 'all')[] = [];
  let gate = Promise.resolve();
  const read = async (_table: TableCode, units?: readonly CoverageUnit[]) => {
    asked.push(units ?? 'all');
    // What a query sees is decided when it begins.
    const seen = new Map(content);
    await gate;
    return new Map(
      [...seen].filter(([unit]) => units?.includes(unit) ?? true).map(([unit, n]) => [unit, stored(unit, n)]),
    );
  };
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    return resolve;
  };
  return { index: new CoverageIndex(read), asked, content, hold };
}

const records = async (index: CoverageIndex, units: readonly CoverageUnit[]) =>
  [...(await index.of('d_se', units)).values()].map((each) => [each.unit, each.records]);

describe('the coverage in memory', () => {
  it('reads a table once, and leaves out what was never fetched', async () => {
    const { index, asked } = fileOf(
      new Map([
        ['day:1', 5],
        ['day:2', 0],
      ]),
    );
    expect(await records(index, ['day:2', 'day:1', 'day:3'])).toEqual([
      ['day:2', 0],
      ['day:1', 5],
    ]);
    expect(await records(index, ['day:1'])).toEqual([['day:1', 5]]);
    expect(asked).toEqual(['all']);
  });

  it('reads again only what was written, removed units included', async () => {
    const { index, asked, content } = fileOf(
      new Map([
        ['day:1', 5],
        ['day:2', 6],
        ['day:3', 7],
      ]),
    );
    await records(index, ['day:1']);
    content.set('day:1', 50).delete('day:2');
    index.outdate('d_se', ['day:1', 'day:2']);
    expect(await records(index, ['day:3'])).toEqual([['day:3', 7]]);
    expect(await records(index, ['day:1', 'day:2', 'day:3'])).toEqual([
      ['day:1', 50],
      ['day:3', 7],
    ]);
    expect(await records(index, ['day:1', 'day:2'])).toEqual([['day:1', 50]]);
    expect(asked).toEqual(['all', ['day:1', 'day:2']]);
  });

  it('never keeps what was read before a write that came during the reading', async () => {
    const { index, content, hold } = fileOf(new Map([['day:1', 5]]));
    let release = hold();
    const first = records(index, ['day:1']);
    content.set('day:1', 6);
    index.outdate('d_se', ['day:1']);
    release();
    expect(await first).toEqual([['day:1', 6]]);
    content.set('day:1', 7);
    index.outdate('d_se', ['day:1']);
    release = hold();
    const second = records(index, ['day:1']);
    await Promise.resolve();
    content.set('day:1', 8);
    index.outdate('d_se', ['day:1']);
    release();
    expect(await second).toEqual([['day:1', 8]]);
    expect(await records(index, ['day:1'])).toEqual([['day:1', 8]]);
  });

  it('asks again after a failure, and after it was told to forget', async () => {
    let isBroken = true;
    let count = 1;
    const index = new CoverageIndex(async () => {
      if (isBroken) throw new Error('disk');
      return new Map([['day:1', stored('day:1', count)]]);
    });
    await expect(index.of('d_se', ['day:1'])).rejects.toThrow('disk');
    isBroken = false;
    expect(await records(index, ['day:1'])).toEqual([['day:1', 1]]);
    count = 2;
    index.forget(['t_se']);
    expect(await records(index, ['day:1'])).toEqual([['day:1', 1]]);
    index.forget();
    expect(await records(index, ['day:1'])).toEqual([['day:1', 2]]);
  });
});
