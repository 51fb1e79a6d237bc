import { describe, expect, it } from 'vitest';
import { LoadQueue } from './load-queue.ts';

/** Loads that the test lets go one by one. */
function halting() {
  const begun: string[][] = [];
  let go = Promise.withResolvers<void>();
  let isQuiet: () => void = () => undefined;
  const clock = { now: 0 };
  const queue = new LoadQueue(
    async (names) => {
      begun.push([...names]);
      await go.promise;
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

describe('columns on their way into a view', () => {
  it('come first when they are waited for, then those seen last', async () => {
    const { queue, begun, next, quiet } = halting();
    queue.later(['a', 'b', 'c', 'd']);
    quiet();
    queue.later(['e', 'f']);
    quiet();
    const waited = queue.now(['x']);
    await next();
    await next();
    await waited;
    // What was asked goes on to read cells of its rows: nothing is in its way.
    expect(begun).toEqual([['a'], ['x']]);
    quiet();
    await next();
    await next();
    await next();
    expect(begun).toEqual([['a'], ['x'], ['e'], ['f'], ['b'], ['c']]);
  });

  it('that were on their way when they came to be waited for keep the next one back as well', async () => {
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

  it('let the windows of a quick scroll pass first', async () => {
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

  it('come while the rows go by, where they stay on screen', async () => {
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

  it('do not stand in the way of the cells that a question reads next, though they stay on screen', async () => {
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

  it('are loaded once, whoever waits for them', async () => {
    const { queue, begun, next, quiet } = halting();
    queue.later(['a']);
    quiet();
    const both = [queue.now(['a']), queue.now(['a'])];
    await next();
    await Promise.all(both);
    expect(begun).toEqual([['a']]);
  });

  it('fail for who waits, and are tried again', async () => {
    let tries = 0;
    const queue = new LoadQueue(async () => {
      tries += 1;
      if (tries === 1) throw new Error('first');
    });
    await expect(queue.now(['a'])).rejects.toThrow('first');
    await queue.now(['a']);
    expect(tries).toBe(2);
  });

  it('are not begun any more once they are cleared', async () => {
    const { queue, begun, next, quiet } = halting();
    queue.later(['a', 'b', 'c', 'd']);
    quiet();
    queue.clear();
    await next();
    expect(begun).toEqual([['a']]);
  });
});
