import { expect, test } from 'vitest';
import { createKnownSecrets } from './known-secrets.ts';

test('a known key is hidden however it is written', () => {
  const secrets = createKnownSecrets();
  secrets.add('key "one" / 鍵');
  const text = ['key "one" / 鍵', JSON.stringify('key "one" / 鍵'), encodeURIComponent('key "one" / 鍵')];
  expect(secrets.hideIn(text.join(' '))).toBe('••• "•••" •••');
});

test('what is too short to be a key hides nothing', () => {
  const secrets = createKnownSecrets();
  secrets.add('demo');
  secrets.add(undefined);
  expect(secrets.hideIn('the demo')).toBe('the demo');
});
