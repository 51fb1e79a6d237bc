import { expect, test } from 'vitest';
import { parseDesktopOptions } from './desktop-options.ts';

test('its own options are read, and those of Electron are ignored', () => {
  const argv = [
    '/bin/electron',
    '.',
    '--no-sandbox',
    '--data-dir',
    '/d',
    '--sample',
    '--with-gpu',
    '--inspect=9229',
  ];
  expect(parseDesktopOptions(argv)).toEqual({ dataDir: '/d', sample: true, withGpu: true });
});

test('without options the defaults hold', () => {
  const options = { dataDir: undefined, sample: false, withGpu: false };
  expect(parseDesktopOptions(['/bin/electron', '.'])).toEqual(options);
});
