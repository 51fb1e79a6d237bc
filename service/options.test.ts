// The command line of the service.

import { expect, test } from 'vitest';
import { OptionsError, parseOptions, usage } from './options.ts';

const parse = (...argv: string[]) => parseOptions(argv, { XDG_DATA_HOME: '/data' });

test('without options: any free port of the loopback address, no sample, limits on', () => {
  expect(parse()).toEqual({
    port: 0,
    workers: 1,
    host: '127.0.0.1',
    sample: false,
    dataDir: '/data/railbird-service',
    limits: 'on',
    exitWithParent: false,
  });
});

test('all options', () => {
  const argv = ['--port', '8080', '--host=0.0.0.0', '--sample', '--data-dir', '/x', '--exit-with-parent'];
  expect(parse(...argv)).toMatchObject({
    port: 8080,
    host: '0.0.0.0',
    sample: true,
    dataDir: '/x',
    exitWithParent: true,
  });
});

test('a database is chosen by the environment alone, and what is wrong with it is told without it', () => {
  const parseWith = (DATABASE_URL: string) => parseOptions([], { DATABASE_URL }).database?.servers[0]?.url;
  expect(parseWith('postgresql://db.example.org/racing')).toBe('postgresql://db.example.org/racing');
  expect(parseWith('postgres://db.example.org/racing')).toBe('postgres://db.example.org/racing');
  expect(parseWith('')).toBeUndefined();
  expect(() => parseWith('mysql://ann:secret@db/x')).toThrow(
    /^DATABASE_URL must begin with postgresql:\/\/$/,
  );
});

test('replicas are named by the environment, and what is wrong with one is told by its place', () => {
  const DATABASE_URL = 'postgresql://db1/racing';
  const parseWith = (environment: NodeJS.ProcessEnv) =>
    parseOptions([], { DATABASE_URL, ...environment }).database;
  expect(parseWith({})).toMatchObject({ servers: [{ url: DATABASE_URL }], maxAgeSeconds: 30 });
  const two = 'postgresql://db2/racing?sslmode=verify-full  postgresql://db3/racing';
  expect(parseWith({ DATABASE_READ_URLS: two, DATABASE_MAX_AGE: '5' })).toEqual({
    servers: [
      { name: 'DATABASE_URL', url: DATABASE_URL },
      { name: 'DATABASE_READ_URLS, number 1', url: 'postgresql://db2/racing?sslmode=verify-full' },
      { name: 'DATABASE_READ_URLS, number 2', url: 'postgresql://db3/racing' },
    ],
    maxAgeSeconds: 5,
  });
  for (const [environment, problem] of [
    [
      { DATABASE_READ_URLS: `${two} db4:secret` },
      /^DATABASE_READ_URLS, number 3 must begin with postgresql:\/\/$/,
    ],
    [{ DATABASE_URL: '', DATABASE_READ_URLS: two }, /^DATABASE_READ_URLS needs DATABASE_URL, the primary$/],
    [{ DATABASE_MAX_AGE: 'long' }, /^DATABASE_MAX_AGE takes seconds, 1 to 86400$/],
    [{ DATABASE_MAX_AGE: '0' }, /^DATABASE_MAX_AGE takes/],
  ] as const) {
    expect(() => parseWith(environment)).toThrow(problem);
  }
});

test('a client is known by X-Forwarded-For where its proxy was named', () => {
  expect(parse().addressOf).toBeUndefined();
  const { addressOf } = parse('--trust-proxy', '127.0.0.1, 10.0.0.0/8');
  expect(addressOf?.('10.1.2.3', '203.0.113.9')).toBe('203.0.113.9');
  expect(addressOf?.('192.0.2.1', '203.0.113.9')).toBe('192.0.2.1');
});

test.each([
  [['--port', 'x']],
  [['--port', '65536']],
  [['--port', '-1']],
  [['--port']],
  [['--prot', '1']],
  [['stray']],
  [['--trust-proxy', 'everybody']],
  [['--trust-proxy=']],
  [['--limits=maybe']],
  [['--metrics-port', '70000']],
  [['--data-dir', '']],
  [['--dashboard-port', '70000']],
  [['--sample=yes']],
  [['--sample=2026-01-01..2025-01-01']],
])('%j cannot be used', (argv) => {
  expect(() => parse(...argv)).toThrow(OptionsError);
});

test('the dashboard has a port, and an origin with TLS or on this machine', () => {
  expect(parse().dashboardPort).toBeUndefined();
  const origin = 'https://dashboard.example.org';
  expect(parse('--dashboard-port', '8081', `--dashboard-origin=${origin}/`)).toMatchObject({
    dashboardPort: 8081,
    dashboardOrigin: origin,
  });
  expect(parse('--dashboard-port=0', '--dashboard-origin=http://localhost:8081').dashboardOrigin).toBe(
    'http://localhost:8081',
  );
  expect(() => parse(`--dashboard-origin=${origin}`)).toThrow('needs --dashboard-port');
  for (const wrong of ['http://dashboard.example.org', 'https://[::1]', 'dashboard', `${origin}/x`]) {
    expect(() => parse('--dashboard-port=0', '--dashboard-origin', wrong)).toThrow('without a path');
  }
});

test('a sample of a range is a sample', () => {
  expect(parse('--sample=2016-01-01..20251231')).toMatchObject({
    sample: true,
    sampleRange: { from: '20160101', to: '20251231' },
  });
  expect(parse('--sample').sampleRange).toBeUndefined();
  expect(parse('--sample=weeks')).toMatchObject({ sample: true, sampleRange: 'weeks' });
});

test('limits go off on a loopback address only', () => {
  expect(parse('--limits=off').limits).toBe('off');
  expect(parse('--limits=off', '--host', '::1').limits).toBe('off');
  for (const host of ['0.0.0.0', '192.168.1.2', '::', '128.0.0.1', '127.evil.example']) {
    expect(() => parse('--limits=off', '--host', host)).toThrow('loopback');
  }
});

test('limits may have a file of their own figures, and stay on', () => {
  expect(parse('--limits=mine.json', '--host=0.0.0.0')).toMatchObject({ limits: 'on', figures: 'mine.json' });
  expect(parse().figures).toBeUndefined();
});

test('the usage names every option', () => {
  for (const name of ['port', 'metrics-port', 'host', 'sample', 'data-dir', 'limits', 'exit-with-parent']) {
    expect(usage()).toContain(`--${name}`);
  }
});

test.each(['0', '65', 'x', '-1', '1.5'])('%s is no number of workers', (workers) => {
  expect(() => parse('--workers', workers)).toThrow(OptionsError);
});

test('workers are for stored records, not for the sample', () => {
  expect(parse('--workers', '4').workers).toBe(4);
  expect(() => parse('--workers', '2', '--sample')).toThrow(/sample/);
  expect(() => parse('--workers', '2', '--dashboard-port', '0')).toThrow(/dashboard/);
  expect(parse('--workers', '1', '--sample').workers).toBe(1);
});
