import { describe, expect, it } from 'vitest';
import { RememberedReads } from './remembered-reads.ts';

describe('remembered reads', () => {
  it('ask once, however many wait for the answer', async () => {
    const reads = new RememberedReads();
    let times = 0;
    const ask = async () => (times += 1);
    expect(await Promise.all([reads.read('a', ask), reads.read('a', ask)])).toEqual([1, 1]);
    expect(await reads.read('a', ask)).toBe(1);
    expect(await reads.read('b', ask)).toBe(2);
  });

  it('ask again after a write, even if the question was asked before it', async () => {
    const reads = new RememberedReads();
    const slow = Promise.withResolvers<string>();
    const before = reads.read('a', () => slow.promise);
    reads.forget();
    expect(await reads.read('a', async () => 'new')).toBe('new');
    slow.resolve('old');
    expect(await before).toBe('old');
    expect(await reads.read('a', async () => 'newer')).toBe('new');
  });

  it('ask again after a failure', async () => {
    const reads = new RememberedReads();
    await expect(reads.read('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await reads.read('a', async () => 'yes')).toBe('yes');
  });

  it('keep no more than the last questions', async () => {
    const reads = new RememberedReads();
    for (let at = 0; at < 3000; at += 1) await reads.read(String(at), async () => at);
    expect(await reads.read('0', async () => -1)).toBe(-1);
    expect(await reads.read('2999', async () => -1)).toBe(2999);
  });
});
