// Whom X-Forwarded-For is believed of, and how much of it.

import { expect, test } from 'vitest';
import { behindProxies, networkOf, ofConnection } from './client-address.ts';

const behind = behindProxies(['127.0.0.1', '10.0.0.0/24', '::1', 'fd00::/8']);

test('without a named proxy the field counts for nothing', () => {
  expect(ofConnection('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
  expect(ofConnection('::ffff:203.0.113.9', undefined)).toBe('203.0.113.9');
});

test.each([
  ['a client that connects by itself', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a proxy', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['a proxy in the form of IPv6', '::ffff:10.0.0.7', '198.51.100.1', '198.51.100.1'],
  ['a proxy in the form of IPv6 without dots', '::ffff:a00:7', '198.51.100.1', '198.51.100.1'],
  ['a client in the form of IPv6', '127.0.0.1', '::FFFF:198.51.100.1', '198.51.100.1'],
  ['a proxy over IPv6', 'fd12::7', '2001:db8::1', '2001:db8::1'],
  ['a proxy behind a proxy', '127.0.0.1', '198.51.100.1, 10.0.0.9', '198.51.100.1'],
  ['what a client put in front itself', '127.0.0.1', '10.0.0.5, 1.2.3.4, 198.51.100.1', '198.51.100.1'],
  ['a proxy of nobody we know', '127.0.0.1', '198.51.100.1, 192.0.2.8', '192.0.2.8'],
  ['a proxy that asks for itself', '127.0.0.1', undefined, '127.0.0.1'],
  ['a proxy that says no address', '127.0.0.1', 'unknown', '127.0.0.1'],
  ['nothing but proxies', '127.0.0.1', '10.0.0.4, 10.0.0.5', '10.0.0.4'],
  ['an empty field', '127.0.0.1', '', '127.0.0.1'],
])('%s', (_, connection, forwardedFor, address) => {
  expect(behind(connection, forwardedFor)).toBe(address);
});

test.each(['', 'proxy.example.org', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '::1/129', '10.0.0.0/x'])(
  '%j is no proxy',
  (text) => {
    expect(() => behindProxies([text])).toThrow('addresses and networks');
  },
);

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::3:4:5:6:7', '2001:db8:0:3::/64'],
  ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
