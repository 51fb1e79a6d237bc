import { expect, test } from 'vitest';
import { gathered } from './gathered-reads.ts';

const failure = new Error('the disk is gone');

/** Answers with the length of each text, and keeps what it was asked. */
function recorded(fails = false) {
  const asked: string[][] = [];
  const read = gathered(async (keys: readonly string[]) => {
    asked.push([...keys]);
    if (fails) throw failure;
    return new Map(keys.filter((key) => key !== '').map((key) => [key, key.length]));
  });
  return { asked, read };
}

test('what is asked for in one turn is read together, what comes later by itself', async () => {
  const { asked, read } = recorded();
  expect(await Promise.all([read('a'), read('bb'), read('')])).toEqual([1, 2, undefined]);
  expect(await read('ccc')).toBe(3);
  expect(asked).toEqual([['a', 'bb', ''], ['ccc']]);
});

test('all of a turn fail together, and are read again when they are asked for again', async () => {
  const { asked, read } = recorded(true);
  const both = [read('a'), read('bb')];
  for (const each of both) await expect(each).rejects.toBe(failure);
  await expect(read('a')).rejects.toBe(failure);
  expect(asked).toEqual([['a', 'bb'], ['a']]);
});
