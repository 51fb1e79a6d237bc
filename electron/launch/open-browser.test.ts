import { expect, test } from 'vitest';
import { browserCommand } from './open-browser.ts';

test.each([
  ['linux', { DISPLAY: ':0' }, 'xdg-open'],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'xdg-open'],
  ['darwin', {}, 'open'],
  ['win32', {}, 'rundll32'],
])('%s with %o opens with %s', (platform, env, command) => {
  expect(browserCommand(platform, env)?.[0]).toBe(command);
});

test('without a display nothing is opened', () => {
  expect(browserCommand('linux', {})).toBeUndefined();
});
