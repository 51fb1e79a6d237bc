import { expect, test } from 'vitest';
import { encodeCp932, unwritableIn } from './cp932.ts';

/** Reads it as every program in Japan does. */
const read = (bytes: Uint8Array): string => new TextDecoder('shift_jis').decode(bytes);

test.each(['東京ｱ 髙﨑①Ⅲ㈱', 'ディープインパクト', '=1+1,"07"\r\n', '～－∥'])(
  '%j comes back unchanged',
  (text) => {
    expect(unwritableIn(text)).toEqual([]);
    expect(read(encodeCp932(text))).toBe(text);
  },
);

test('characters that Windows writes by another code point keep their look', () => {
  expect(unwritableIn('〜−‖¢£¬—–¥')).toEqual([]);
  expect(read(encodeCp932('〜−‖¢£¬—–¥'))).toBe('～－∥￠￡￢――￥');
});

test('a letter with a separate mark is composed', () => {
  expect(read(encodeCp932('か\u3099き\u3099'))).toBe('がぎ');
});

test('what the code page lacks is listed, and written as 〓 and never as a question mark', () => {
  expect(unwritableIn('𠮷野家é🐎é')).toEqual(['𠮷', 'é', '🐎', 'é']);
  expect(read(encodeCp932('𠮷野家é?'))).toBe('〓野家〓?');
});
