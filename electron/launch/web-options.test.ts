import { expect, test } from 'vitest';
import { parseWebOptions } from './web-options.ts';

test('without options the browser opens on any free port', () => {
  expect(parseWebOptions([])).toEqual({ dataDir: undefined, port: 0, open: true, sample: false });
});

test('every option is understood', () => {
  const argv = ['--host=web', '--no-open', '--data-dir', '/d', '--sample', '--port', '8080'];
  expect(parseWebOptions(argv)).toEqual({ dataDir: '/d', port: 8080, open: false, sample: true });
});

test.each([
  ['--host=electron'],
  ['--data-dir='],
  ['--port=x'],
  ['--port=70000'],
  ['--user-key=k'],
  ['extra'],
])('%s is refused', (argument) => {
  expect(() => parseWebOptions([argument])).toThrow();
});
