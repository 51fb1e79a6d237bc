import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { UpdateStatus } from '#shared/bridge/updates.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge, standing } from '../../testing/fake-bridge.ts';
import { UpdateSettings } from './UpdateSettings.tsx';

afterEach(cleanup);

const IDLE: UpdateStatus = {
  version: '1.0.0',
  feed: 'https://example.com/railbird',
  installedBy: 'app',
  state: 'idle',
};
const NEWER = { version: '1.1.0', isNewer: true, isTaken: true };

/** Draws a status, and collects what is called and changed. */
async function show(status: Partial<UpdateStatus>) {
  const done: unknown[] = [];
  const step = (name: string) => async () => {
    done.push(name);
    return { ...IDLE, ...status };
  };
  const client = fakeBridge({
    updates: {
      watch: async () => standing({ ...IDLE, ...status }),
      check: step('check'),
      download: step('download'),
      install: step('install'),
    },
    settings: {
      get: async () => ({ asksForUpdates: true }),
      update: async (change: unknown) => {
        done.push(change);
        return { asksForUpdates: false };
      },
    },
  });
  await draw(<UpdateSettings />, client);
  return { done, user: userEvent.setup() };
}

const button = (name: string) => screen.findByRole('button', { name });

describe('new versions', () => {
  it('are looked for at a named address, until the user turns that off', async () => {
    const { done, user } = await show({});
    expect(await screen.findByText(/list of versions from https:\/\/example.com\/railbird/)).toBeDefined();
    expect(screen.getByText('None yet')).toBeDefined();
    await user.selectOptions(await screen.findByLabelText('Check for updates'), 'Only when asked');
    await user.click(await button('Check now'));
    expect(done).toEqual([{ asksForUpdates: false }, 'check']);
  });

  it('are downloaded and installed only when the user says so', async () => {
    const { done, user } = await show({ offered: NEWER, askedAt: Date.UTC(2026, 10, 20, 3) });
    expect(await screen.findByText('1.1.0 is available.')).toBeDefined();
    await user.click(await button('Download 1.1.0'));
    expect(done).toEqual(['download']);
    cleanup();
    const ready = await show({ offered: NEWER, state: 'ready' });
    expect(await screen.findByText(/installed when you restart with it, not before/)).toBeDefined();
    await ready.user.click(await button('Restart with 1.1.0'));
    expect(ready.done).toEqual(['install']);
  });

  it('on their way show how far they are', async () => {
    await show({ offered: NEWER, state: 'downloading', percent: 40 });
    const bar = await screen.findByRole('progressbar', { name: 'Downloading 1.1.0' });
    expect(bar.getAttribute('aria-valuetext')).toBe('40 %');
    expect(screen.queryByRole('button', { name: 'Download 1.1.0' })).toBeNull();
  });

  it.each([
    ['system', /managed by your system \(deb or rpm\)/],
    ['person', /put the new version in its place/],
  ] as const)('of a package installed by the %s are left to it', async (installedBy, words) => {
    await show({ offered: NEWER, installedBy });
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Download 1.1.0' })).toBeNull();
  });

  it.each([
    ['1.0.0', '1.0.0 is the newest version.'],
    [
      '0.9.0',
      'The feed offers 0.9.0, which is older than this version or not for this system, so nothing is installed.',
    ],
  ])('that are none: %s', async (version, words) => {
    await show({ offered: { version, isNewer: false, isTaken: false } });
    expect(await screen.findByText(words)).toBeDefined();
  });

  it.each([
    ['browser', /In a browser window/],
    ['source', /Started from source/],
    ['feed', /names no update feed/],
  ] as const)('are not looked for without a feed (%s)', async (without, words) => {
    await show({ without });
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('that could not be looked for say why', async () => {
    const values = { feed: 'https://example.com/railbird' };
    await show({ problem: { code: 'UPDATE_FEED_UNREADABLE', values } });
    expect(await screen.findByText('The update feed makes no sense')).toBeDefined();
    expect(await button('Check now')).toBeDefined();
  });
});
