import { describe, expect, it } from 'vitest';
import { LoadQueue } from './load-queue.ts';

/** Loads that the test completes one by one. */
function halting() {
  const begun: string[][] = [];
  let go = Promise.withResolvers<void>();
  let isQuiet: () => void = () => undefined;
  const clock = { now: 0 };
  const queue = new LoadQueue(
    (names) => {
      begun.push([...names]);
      return { read: go.promise, loaded: go.promise };
    },
    (then) => {
      isQuiet = then;
    },
    () => clock.now,
  );
  const next = async () => {
    const before = go;
    go = Promise.withResolvers();
    before.resolve();
    await new Promise(setImmediate);
  };
  return { queue, begun, next, quiet: () => isQuiet(), clock };
}

describe('columns that are loaded', () => {
  it('come first when a query waits for them, then the most recently shown ones', async () => {
    const { queue, begun, next, quiet } = halting();
    queue.later(['a', 'b', 'c', 'd']);
    quiet();
    queue.later(['e', 'f']);
    quiet();
    const waited = queue.now(['x']);
    await next();
    await next();
    await waited;
    // The query now reads cells of its rows, so no background load begins.
    expect(begun).toEqual([['a'], ['x']]);
    quiet();
    await next();
    await next();
    await next();
    expect(begun).toEqual([['a'], ['x'], ['e'], ['f'], ['b'], ['c']]);
  });

  it('keep the next one back, too, when a query began to wait for them while they were loading', async () => {
    const { queue, begun, next, quiet } = halting();
    queue.later(['a']);
    quiet();
    queue.later(['b']);
    quiet();
    const waited = queue.now(['a']);
    await next();
    await waited;
    expect(begun).toEqual([['a']]);
    quiet();
    await next();
    expect(begun).toEqual([['a'], ['b']]);
  });

  it('are loaded when a query that waits for none of them is asked in the same moment', async () => {
    const { queue, begun, next } = halting();
    const waited = Promise.all([queue.now([]), queue.now(['a'])]);
    await next();
    expect(begun).toEqual([['a']]);
    await waited;
  });

  it('wait in the background until quick scrolling has paused', async () => {
    const { queue, begun, next, quiet } = halting();
    queue.later(['a', 'b']);
    expect(begun).toEqual([]);
    quiet();
    queue.later(['c']);
    await next();
    expect(begun).toEqual([['a']]);
    quiet();
    await next();
    await next();
    expect(begun).toEqual([['a'], ['c'], ['b']]);
  });

  it('are loaded during scrolling if they stay on screen', async () => {
    const { queue, begun, next, clock } = halting();
    queue.later(['a', 'b']);
    clock.now = 200;
    queue.later(['b', 'c']);
    expect(begun).toEqual([]);
    clock.now = 450;
    queue.later(['b', 'c']);
    await next();
    await next();
    expect(begun).toEqual([['b']]);
  });

  it('do not delay the cells that a query reads next, even if they stay on screen', async () => {
    const { queue, begun, next, clock } = halting();
    queue.later(['a']);
    clock.now = 450;
    const waited = queue.now(['x']);
    await next();
    await waited;
    queue.later(['a']);
    expect(begun).toEqual([['x']]);
    clock.now = 600;
    queue.later(['a']);
    await next();
    expect(begun).toEqual([['x'], ['a']]);
  });

  it('are loaded once, however many queries wait for them', async () => {
    const { queue, begun, next, quiet } = halting();
    queue.later(['a']);
    quiet();
    const both = [queue.now(['a']), queue.now(['a'])];
    await next();
    await Promise.all(both);
    expect(begun).toEqual([['a']]);
  });

  it('reject for the queries that wait, and are tried again', async () => {
    let tries = 0;
    const load = async () => {
      tries += 1;
      if (tries === 1) throw new Error('first');
    };
    const queue = new LoadQueue(() => {
      const loaded = load();
      return { read: loaded, loaded };
    });
    await expect(queue.now(['a'])).rejects.toThrow('first');
    await queue.now(['a']);
    expect(tries).toBe(2);
  });

  it('are read while those before them are coded, never further ahead', async () => {
    const begun: string[][] = [];
    const coded: (() => void)[] = [];
    const queue = new LoadQueue((names) => {
      begun.push([...names]);
      const { promise, resolve } = Promise.withResolvers<void>();
      coded.push(resolve);
      return { read: Promise.resolve(), loaded: promise };
    });
    const all = queue.now(['a', 'b', 'c', 'd', 'e', 'f']);
    await new Promise(setImmediate);
    expect(begun).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    coded[0]?.();
    await new Promise(setImmediate);
    expect(begun.at(-1)).toEqual(['e', 'f']);
    for (const resolve of coded) resolve();
    await all;
  });

  it('do not start in the background after a clear', async () => {
    const { queue, begun, next, quiet } = halting();
    queue.later(['a', 'b', 'c', 'd']);
    quiet();
    queue.clear();
    await next();
    expect(begun).toEqual([['a']]);
  });
});
