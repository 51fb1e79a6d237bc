// The command line of the service.

import { expect, test } from 'vitest';
import { OptionsError, USAGE, parseOptions } from './options.ts';

const parse = (...argv: string[]) => parseOptions(argv, { XDG_DATA_HOME: '/data' });

test('without options: any free port of the loopback address, no sample, limits on', () => {
  expect(parse()).toEqual({
    port: 0,
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

test.each([
  [['--port', 'x']],
  [['--port', '65536']],
  [['--port', '-1']],
  [['--port']],
  [['--prot', '1']],
  [['stray']],
  [['--limits=maybe']],
  [['--data-dir', '']],
  [['--sample=yes']],
  [['--sample=2026-01-01..2025-01-01']],
])('%j cannot be used', (argv) => {
  expect(() => parse(...argv)).toThrow(OptionsError);
});

test('a sample of a range is a sample', () => {
  expect(parse('--sample=2016-01-01..20251231')).toMatchObject({
    sample: true,
    sampleRange: { from: '20160101', to: '20251231' },
  });
  expect(parse('--sample').sampleRange).toBeUndefined();
});

test('limits go off on a loopback address only', () => {
  expect(parse('--limits=off').limits).toBe('off');
  expect(parse('--limits=off', '--host', '::1').limits).toBe('off');
  for (const host of ['0.0.0.0', '192.168.1.2', '::', '128.0.0.1', '127.evil.example']) {
    expect(() => parse('--limits=off', '--host', host)).toThrow('loopback');
  }
});

test('the usage names every option', () => {
  for (const name of ['port', 'host', 'sample', 'data-dir', 'limits', 'exit-with-parent']) {
    expect(USAGE).toContain(`--${name}`);
  }
});
