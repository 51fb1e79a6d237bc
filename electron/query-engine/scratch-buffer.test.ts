import { describe, expect, it } from 'vitest';
import { scratch } from './scratch-buffer.ts';

describe('the scratch buffer', () => {
  it('hands out parts that do not overlap, whatever their lengths', () => {
    const [words, bytes] = [scratch.words('numbers', 3), scratch.bytes('letters', 5)];
    const more = scratch.words('more', 70_000_000 / 4);
    words.fill(1);
    bytes.fill(2);
    more.fill(3);
    expect([...words, ...bytes]).toEqual([1, 1, 1, 2, 2, 2, 2, 2]);
    scratch.release();
  });

  it('hands out the same part for a name, and another one if it has to be longer', () => {
    const words = scratch.words('numbers', 3);
    words.fill(7);
    expect([...scratch.words('numbers', 2)]).toEqual([7, 7]);
    expect(scratch.words('numbers', 2).buffer).toBe(words.buffer);
    scratch.words('numbers', 100).fill(0);
    expect([...words]).toEqual([7, 7, 7]);
    scratch.release();
  });

  it('hands out the room of parts that are no longer needed, and of shorter ones of the same name', () => {
    const table = scratch.words('table', 48).fill(1);
    const bounds = scratch.words('bounds', 16).fill(2);
    scratch.done('table');
    scratch.done('never handed out');
    const [order, codes] = [scratch.words('order', 16).fill(3), scratch.words('codes', 20).fill(4)];
    expect([...table.subarray(0, 16), ...table.subarray(16, 36)]).toEqual([...order, ...codes]);
    const longer = scratch.words('bounds', 40).fill(5);
    expect(scratch.words('more', 16).fill(6)).toEqual(bounds);
    expect([...order, ...codes, ...longer]).toEqual([
      ...Array.from({ length: 16 }, () => 3),
      ...Array.from({ length: 20 }, () => 4),
      ...Array.from({ length: 40 }, () => 5),
    ]);
    scratch.release();
  });

  it('hands out a new part where one is wanted, however long the one of this name is', () => {
    const before = scratch.newWords('table', 64).fill(1);
    const after = scratch.newWords('table', 16).fill(2);
    expect([...before]).toEqual(Array.from({ length: 64 }, () => 1));
    // The next one may have the room of the first.
    expect(scratch.newWords('table', 32).byteOffset).toBe(before.byteOffset);
    expect([...after]).toEqual(Array.from({ length: 16 }, () => 2));
    scratch.release();
  });

  it('takes little memory for little work, which the collector would count as garbage', () => {
    const little = scratch.words('little', 16_384).buffer;
    expect(little.byteLength).toBe(1024 * 1024);
    expect(scratch.words('more', 16_384).buffer).toBe(little);
    expect(scratch.words('much', 1_000_000).buffer.byteLength).toBe(64 * 1024 * 1024);
    scratch.release();
  });

  it('runs one piece of work after another, even if they await, and frees the memory after each', async () => {
    const order: string[] = [];
    const work = (name: string, wait: Promise<unknown>) => async () => {
      const words = scratch.words('numbers', 1);
      words[0] = name.charCodeAt(0);
      await wait;
      order.push(String.fromCharCode(words[0] ?? 0));
      return words;
    };
    const slow = Promise.withResolvers<undefined>();
    const both = [scratch.during(work('a', slow.promise)), scratch.during(work('b', Promise.resolve()))];
    slow.resolve(undefined);
    expect((await Promise.all(both)).map(({ length }) => length)).toEqual([0, 0]);
    expect(order).toEqual(['a', 'b']);
    await expect(scratch.during(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await scratch.during(() => Promise.resolve(1))).toBe(1);
  });

  it('frees its memory at once', () => {
    const words = scratch.words('numbers', 3);
    scratch.release();
    expect(words.length).toBe(0);
    expect([...scratch.words('numbers', 3)]).toEqual([0, 0, 0]);
    scratch.release();
  });
});
