import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oddityOf, readPastedKey } from './pasted-key.ts';

const KEY = 'rbu_0123456789ab_q-Zx_9Kd2';

describe('a pasted key', () => {
  it.each([
    [` ${KEY}\r\n`, undefined],
    [`\u3000${KEY}\u00A0`, undefined],
    [`\uFEFF${KEY.slice(0, 5)}\u200B${KEY.slice(5)}\u2060`, undefined],
    [`"${KEY}"`, undefined],
    [`'${KEY}',`, undefined],
    [`“${KEY}”`, undefined],
    [`「${KEY}」`, undefined],
    [`X-User-Key: ${KEY}`, 'user'],
    [`-H "x-user-key: ${KEY}"`, 'user'],
    [`"x-user-key": "${KEY}",`, 'user'],
    [`RAILBIRD_USER_KEY=${KEY}`, 'user'],
    [`export RAILBIRD_API_KEY='${KEY}'`, 'application'],
    [`?api_key=${KEY}`, 'application'],
    [`ｘ－ｕｓｅｒ－ｋｅｙ：${KEY}`, 'user'],
  ])('%j is read without what came along', (pasted, label) => {
    expect(readPastedKey(pasted)).toEqual(label === undefined ? { key: KEY } : { key: KEY, label });
  });

  it('that is only a key stays as it is', () => {
    const characters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~+/=!$%'];
    const keys = fc.array(fc.constantFrom(...characters), { minLength: 8 }).map((each) => each.join(''));
    fc.assert(
      fc.property(
        keys.filter((key) => !/key["']?\s*[:=]/i.test(key)),
        (key) => readPastedKey(key).key === key,
      ),
    );
  });

  it('is read the same when it is pasted twice over', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { key } = readPastedKey(text);
        return readPastedKey(key).key === key;
      }),
    );
  });
});

describe('what is odd', () => {
  it.each([
    ['', 'user', 'KEY_IS_SHORT'],
    ['abc', 'user', 'KEY_IS_SHORT'],
    ['a'.repeat(300), 'user', 'KEY_IS_LONG'],
    ['a secret it is', 'user', 'KEY_UNSENDABLE'],
    ['ゆーざーのきー', 'user', 'KEY_UNSENDABLE'],
    ['<USER_KEY>', 'user', 'KEY_IS_PLACEHOLDER'],
    ['your key here', 'user', 'KEY_IS_PLACEHOLDER'],
    ['${USER_KEY}', 'user', 'KEY_IS_PLACEHOLDER'],
    ['••••••••', 'user', 'KEY_IS_PLACEHOLDER'],
    ['https://api.example.com', 'user', 'KEY_IS_ADDRESS'],
    ['me@example.com', 'application', 'KEY_IS_ADDRESS'],
    ['the-other-key', 'user', 'KEYS_ARE_EQUAL'],
    ['rba_0123456789ab_secret', 'user', 'KEY_IS_APPLICATION'],
    ['api_key=whatever-it-is', 'user', 'KEY_IS_APPLICATION'],
    [KEY, 'application', 'KEY_IS_USER'],
    [`x-user-key: ${KEY}`, 'application', 'KEY_IS_USER'],
    [KEY, 'user', undefined],
    [`x-user-key: ${KEY}`, 'user', undefined],
    ['rba_0123456789ab_secret', 'application', undefined],
    ['5f3c9a1e', 'user', undefined],
  ] as const)('about %j as the %s key', (pasted, kind, expected) => {
    expect(oddityOf(readPastedKey(pasted), kind, 'the-other-key')).toBe(expected);
  });
});
