import { expect, test } from 'vitest';
import { createKnownSecrets, withoutKey } from './known-secrets.ts';

test('a known key is hidden in every notation', () => {
  const secrets = createKnownSecrets();
  secrets.add('key "one" / 鍵');
  const text = ['key "one" / 鍵', JSON.stringify('key "one" / 鍵'), encodeURIComponent('key "one" / 鍵')];
  expect(secrets.hideIn(text.join(' '))).toBe('••• "•••" •••');
});

test.each(['app+key/with=all the~signs?', '鍵 for "you"', 'plain-key-0001'])(
  'no encoding in which a service quotes %j reveals it',
  (key) => {
    const secrets = createKnownSecrets();
    secrets.add(key);
    const percent = [...Buffer.from(key)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    const encodings = {
      address: encodeURIComponent(key),
      small: encodeURIComponent(key).replaceAll(/%../g, (byte) => byte.toLowerCase()),
      form: new URLSearchParams({ key }).toString().slice(4),
      everyByte: percent,
      json: JSON.stringify(key).slice(1, -1),
      jsonInJson: JSON.stringify(JSON.stringify(key)).slice(3, -3),
      slashes: JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/'),
      base64: Buffer.from(key).toString('base64'),
      basic: Buffer.from(`user:${key}`).toString('base64'),
      url: Buffer.from(`id=${key}&`).toString('base64url'),
      hex: Buffer.from(key).toString('hex'),
    };
    const revealed = Object.entries(encodings).map(([name, form]) => {
      const [shown, other] = [secrets.hideIn(`it said: ${form}.`), withoutKey(`it said: ${form}.`, key)];
      // In base64, a few bits at each end are shared with the neighboring text.
      const isShared = name === 'basic' || name === 'url' || name === 'base64';
      const most = 'it said: •••.'.length + (isShared ? 20 : 0);
      return { name, hides: shown.includes('•••') && other.includes('•••'), isAll: shown.length <= most };
    });
    expect(revealed).toEqual(Object.keys(encodings).map((name) => ({ name, hides: true, isAll: true })));
  },
);

test('a text too short to be a key hides nothing', () => {
  const secrets = createKnownSecrets();
  secrets.add('demo');
  secrets.add(undefined);
  expect(secrets.hideIn('the demo')).toBe('the demo');
});
