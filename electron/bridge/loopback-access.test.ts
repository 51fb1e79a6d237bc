import { expect, test } from 'vitest';
import { isFromHere, pathOf, sameSecret, sessionOf } from './loopback-access.ts';

const host = '127.0.0.1:4321';

test.each([
  ['the window itself', { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }],
  ['an address typed by hand', { host, 'sec-fetch-site': 'none' }],
  ['a program', { host }],
  ['a tunnel that ends at another port', { host: 'localhost:9999', origin: 'http://localhost:9999' }],
  ['IPv6', { host: '[::1]:4321' }],
])('%s is accepted', (_name, headers) => {
  expect(isFromHere(headers, false)).toBe(true);
});

test.each([
  ['a page whose own name resolves to this machine', { host: 'evil.example:4321' }],
  ['a name that only starts like this machine’s', { host: '127.0.0.1.evil.example' }],
  ['a page of another site', { host, origin: 'https://evil.example' }],
  ['a page on another port', { host, origin: 'http://127.0.0.1:1' }],
  ['a sandboxed page', { host, origin: 'null' }],
  ['a request by a page of another site', { host, 'sec-fetch-site': 'cross-site' }],
  ['a request by a page on another port', { host, 'sec-fetch-site': 'same-site' }],
  ['a host with a password in it', { host: 'x@127.0.0.1' }],
  ['no host', {}],
])('%s is not', (_name, headers) => {
  expect(isFromHere(headers, false)).toBe(false);
});

test('a link elsewhere may open the window, which shows nothing without its cookie', () => {
  expect(isFromHere({ host, 'sec-fetch-site': 'cross-site' }, true)).toBe(true);
  expect(isFromHere({ host: 'evil.example', 'sec-fetch-site': 'cross-site' }, true)).toBe(false);
});

test.each([
  ['/', '/'],
  ['/?a=//b', '/'],
  ['/rpc/app/about?x=1', '/rpc/app/about'],
  ['//', undefined],
  ['///', undefined],
  ['//x:99999/', undefined],
  ['/\\\\', undefined],
  ['//@', undefined],
  ['//%', undefined],
  ['http://', undefined],
  ['http://[', undefined],
  ['http://127.0.0.1/', undefined],
  ['*', undefined],
  ['', undefined],
  [undefined, undefined],
])('the path of %s is %s', (target, path) => {
  expect(pathOf(target)).toBe(path);
});

test.each([
  ['railbird, secret', 'secret'],
  ['railbird,secret', 'secret'],
  ['railbird', ''],
  ['railbird, secret, more', ''],
  ['secret, railbird', ''],
  ['vite-hmr, secret', ''],
  ['', ''],
  [undefined, ''],
])('the session in the protocols “%s” is “%s”', (protocols, session) => {
  expect(sessionOf({ 'sec-websocket-protocol': protocols })).toBe(session);
});

test('only the whole secret is equal', () => {
  expect(sameSecret('abc', 'abc')).toBe(true);
  expect(sameSecret('ab', 'abc')).toBe(false);
  expect(sameSecret('', 'abc')).toBe(false);
});
