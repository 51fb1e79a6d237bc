import { expect, test } from 'vitest';
import { parseDesktopOptions } from './desktop-options.ts';

test('its own options are read, and those of Electron are ignored', () => {
  const argv = ['/bin/electron', '.', '--no-sandbox', '--data-dir', '/d', '--sample', '--inspect=9229'];
  expect(parseDesktopOptions(argv)).toEqual({ dataDir: '/d', sample: true });
});

test('without options the defaults hold', () => {
  expect(parseDesktopOptions(['/bin/electron', '.'])).toEqual({ dataDir: undefined, sample: false });
});
