import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TableCode } from '#shared/catalogue/table.ts';
import type { CoverageUnit, StoredUnit } from './coverage.ts';
import { storedUnit } from '../testing/stored-unit.ts';
import { CoverageIndex } from './coverage-index.ts';

const stored = (unit: CoverageUnit, records: number): StoredUnit => storedUnit(unit, { records });

/** A file whose readings the test lets end. */
function fileOf(content: Map<CoverageUnit, number>) {
  const reads: (readonly CoverageUnit[] | 'all')[] = [];
  let gate = Promise.resolve();
  const read = async (_table: TableCode, units?: readonly CoverageUnit[]) => {
    reads.push(units ?? 'all');
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
  return { index: new CoverageIndex(read), reads, content, hold };
}

const records = async (index: CoverageIndex, units: readonly CoverageUnit[]) =>
  [...(await index.of('d_se', units)).values()].map((each) => [each.unit, each.records]);

describe('the coverage in memory', () => {
  it('reads a table once, and leaves out what was never fetched', async () => {
    const { index, reads } = fileOf(
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
    expect(reads).toEqual(['all']);
  });

  it('reads again only what was written, removed units included', async () => {
    const { index, reads, content } = fileOf(
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
    expect(reads).toEqual(['all', ['day:1', 'day:2']]);
  });

  it('never keeps what was read of a day before one of its races was written', async () => {
    const { index, content, hold } = fileOf(new Map([['day:1', 5]]));
    const release = hold();
    const first = records(index, ['day:1']);
    content.set('day:1', 6);
    index.outdate('d_se', ['race:1'], [stored('race:1', 1), stored('day:1', 6)]);
    release();
    expect(await first).toEqual([['day:1', 6]]);
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

  it('takes over what was written, if it is told, without reading', async () => {
    const { index, reads, content } = fileOf(new Map([['day:1', 5]]));
    await records(index, ['day:1']);
    content.set('day:2', 6);
    index.outdate('d_se', ['day:2'], [stored('day:2', 6)]);
    expect(await records(index, ['day:1', 'day:2'])).toEqual([
      ['day:1', 5],
      ['day:2', 6],
    ]);
    expect(reads).toEqual(['all']);
  });

  const units = ['day:1', 'day:2', 'day:3'];
  const write = fc.record({
    unit: fc.constantFrom(...units),
    /** Undefined: the unit is removed. */
    count: fc.option(fc.nat({ max: 2 }), { nil: undefined }),
    isTold: fc.boolean(),
    /** Whether something reads meanwhile. */
    isRead: fc.boolean(),
    wanted: fc.option(fc.subarray(units), { nil: undefined }),
  });

  it('is what the file has, and knows the days with records, after any writes and readings', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(write, { maxLength: 12 }), async (writes) => {
        const { index, content, hold } = fileOf(new Map([['day:1', 1]]));
        for (const { unit, count, isTold, isRead, wanted } of writes) {
          const release = hold();
          const reading = isRead ? index.of('d_se', wanted ?? units) : undefined;
          if (count === undefined) content.delete(unit);
          else content.set(unit, count);
          index.outdate('d_se', [unit], isTold && count !== undefined ? [stored(unit, count)] : undefined);
          release();
          await reading;
          if (wanted !== undefined)
            expect(await records(index, wanted)).toEqual(
              wanted.flatMap((each) => (content.has(each) ? [[each, content.get(each)]] : [])),
            );
        }
        const all = [...(await index.all('d_se')).values()].map((each) => [each.unit, each.records]);
        expect(new Map(all as [string, number][])).toEqual(content);
        expect(await index.racedOf(['1', '2', '3'])).toEqual(
          new Set(['1', '2', '3'].filter((day) => (content.get(`day:${day}`) ?? 0) > 0)),
        );
      }),
    );
  });
});
