import { expect, test } from 'vitest';
import { takeEnvironment } from './environment.ts';

test('the keys are taken out of the environment, so that no child inherits them', () => {
  const env: Record<string, string | undefined> = {
    RAILBIRD_BASE_URL: ' https://service.example/api/?x=1 ',
    RAILBIRD_API_KEY: 'app',
    RAILBIRD_USER_KEY: 'user',
    PATH: '/bin',
  };
  expect(takeEnvironment(env)).toEqual({
    baseUrl: 'https://service.example/api',
    apiKey: 'app',
    userKey: 'user',
  });
  expect(env).toEqual({ PATH: '/bin' });
});

test('empty variables count as absent', () => {
  expect(takeEnvironment({ RAILBIRD_BASE_URL: '', RAILBIRD_USER_KEY: ' ' })).toEqual({});
});

test('keys are read like pasted ones, and what no header can carry is refused', () => {
  const env = { RAILBIRD_API_KEY: 'ａｐｐ', RAILBIRD_USER_KEY: '"user"\n' };
  expect(takeEnvironment(env)).toEqual({ apiKey: 'app', userKey: 'user' });
  const unsendable = { RAILBIRD_API_KEY: 'アプリ', RAILBIRD_USER_KEY: 'user' };
  expect(() => takeEnvironment(unsendable)).toThrow(
    expect.objectContaining({ code: 'KEY_VARIABLE_UNSENDABLE', values: { variable: 'RAILBIRD_API_KEY' } }),
  );
  expect(unsendable).toEqual({});
});

test.each(['ftp://service.example', 'service', 'https://me:pw@service.example'])(
  'the address %s is refused',
  (address) => {
    expect(() => takeEnvironment({ RAILBIRD_BASE_URL: address })).toThrow(/NOT_THE_SERVICE/);
  },
);
