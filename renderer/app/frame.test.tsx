import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppGone } from '../client/failure.ts';
import { runCommandsByKey } from './commands/keyboard.ts';
import { PageHeader } from '../components/PageHeader.tsx';
import { navigation, useNavigationStore, useRoute } from './navigation/navigation.ts';
import type { Route } from './screens.tsx';
import { currentStep } from './navigation/trail.ts';
import { draw } from '../testing/draw.tsx';
import { fakeBridge, IDLE, SAMPLE, standing } from '../testing/fake-bridge.ts';
import { Frame } from './Frame.tsx';

const place = (): Route => currentStep(useNavigationStore.getState().trail).route;

const frame = (
  <Frame connection={SAMPLE}>
    <label>
      Field <input />
    </label>
  </Frame>
);

let stop = (): void => undefined;
beforeEach(() => {
  stop = runCommandsByKey(window);
});
afterEach(() => {
  stop();
  cleanup();
  vi.useRealTimers();
});

describe('the frame', () => {
  it('marks the data as a sample', async () => {
    await draw(frame, fakeBridge());
    expect(screen.getByText('Sample data: fictional horses and results')).toBeDefined();
  });

  it('links from a rejected key to the settings', async () => {
    const client = fakeBridge({
      app: { activity: async () => standing({ ...IDLE, blockedBy: 'UNAUTHORIZED' as const }) },
    });
    await draw(frame, client);
    const status = await screen.findByText(/Keys rejected \(401\)/);
    expect(status.getAttribute('role')).toBe('status');
    await userEvent.setup().click(screen.getAllByRole('button', { name: 'Settings' }).at(-1) ?? status);
    expect(place()).toEqual({ screen: 'settings' });
  });

  it('shows after a restart that the session’s key is lost', async () => {
    const account = { ...SAMPLE, mode: 'account', userKey: 'absent' } as const;
    await draw(<Frame connection={account}>{null}</Frame>, fakeBridge());
    expect(await screen.findByText(/No user key/)).toBeDefined();
    expect(screen.queryByText(/Sample data/)).toBeNull();
  });

  it('shows that the app has ended instead of "Idle"', async () => {
    const activity = () => Promise.reject(new AppGone('no answer'));
    await draw(frame, fakeBridge({ app: { activity } }));
    const status = await screen.findByText(/Railbird is no longer running/);
    expect(status.getAttribute('role')).toBe('status');
    expect(screen.queryByText('Idle')).toBeNull();
  });

  it('counts down while the service requests a pause', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const client = fakeBridge({
      app: { activity: async () => standing({ ...IDLE, queued: 4, pausedUntil: Date.now() + 60_000 }) },
    });
    await draw(frame, client);
    expect(await screen.findByText(/Paused by the service, 1 min left/)).toBeDefined();
    expect(screen.getByText('4 queued')).toBeDefined();
  });

  it('shows that requests to a failing service are paused, and counts down to the next attempt', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const down = (ms: number, reachable: boolean) =>
      fakeBridge({
        app: { activity: async () => standing({ ...IDLE, reachable, downUntil: Date.now() + ms }) },
      });
    await draw(frame, down(30_000, true));
    const status = await screen.findByText('The service keeps failing');
    expect(status.getAttribute('role')).toBe('status');
    const countdown = screen.getByText('next try in 30 sec');
    expect(countdown.closest('[role="status"]')).toBeNull();
    cleanup();
    await draw(frame, down(-1, false));
    expect(await screen.findByText('next try with your next request')).toBeDefined();
    expect(screen.getByText('The service cannot be reached')).toBeDefined();
  });
});

describe('the keyboard', () => {
  it('opens screens and goes back', async () => {
    const user = userEvent.setup();
    await draw(frame, fakeBridge());
    await user.keyboard('gp');
    expect(place()).toEqual({ screen: 'payoffs' });
    await user.keyboard('{Control>}4{/Control}');
    expect(place()).toEqual({ screen: 'downloads' });
    await user.keyboard('{Escape}');
    expect(place()).toEqual({ screen: 'payoffs' });
  });

  it('ignores typing, and the Enter or Esc that ends a Japanese candidate', async () => {
    const user = userEvent.setup();
    await draw(frame, fakeBridge());
    navigation.go({ screen: 'payoffs' });
    await user.type(screen.getByLabelText('Field'), 'gs{Backspace}');
    fireEvent.keyDown(document.body, { key: 'Escape', isComposing: true });
    expect(place()).toEqual({ screen: 'payoffs' });
  });
});

describe('the palette', () => {
  it('shows every command with its keys', async () => {
    const user = userEvent.setup();
    await draw(frame, fakeBridge());
    await user.keyboard('{Control>}k{/Control}');
    const option = await screen.findByRole('option', { name: /Payoffs.*g p/ });
    expect(option).toBeDefined();
  });

  it('has no list while nothing matches', async () => {
    const user = userEvent.setup();
    await draw(frame, fakeBridge());
    await user.keyboard('{Control>}k{/Control}');
    const box = await screen.findByRole('combobox');
    expect(document.getElementById(box.getAttribute('aria-controls') ?? '')).not.toBeNull();
    await user.type(box, 'zzzz');
    expect(box.getAttribute('aria-controls')).toBeNull();
    expect(box.getAttribute('aria-expanded')).toBe('false');
  });

  it.each([
    ['dark', /^テーマ: ダーク/],
    ['high contrast', /^テーマ: ハイコントラスト/],
    ['language: eng', /^言語: English/],
    ['開催', /^開催日/],
  ])('finds %s in a Japanese window', async (typed, name) => {
    const user = userEvent.setup();
    await draw(frame, fakeBridge(), 'ja');
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), typed);
    expect(screen.getAllByRole('option')[0]?.querySelector('.palette-label')?.textContent).toMatch(name);
  });

  it('focuses the heading of the screen that a command opened', async () => {
    const user = userEvent.setup();
    function Window() {
      const here = useRoute();
      return <PageHeader key={here.screen} title={here.screen} />;
    }
    await draw(
      <Frame connection={SAMPLE}>
        <Window />
      </Frame>,
      fakeBridge(),
    );
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), 'payoffs{Enter}');
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
    expect(document.activeElement?.textContent).toBe('payoffs');
  });

  it.each([
    ['2026-11-15', { screen: 'day', racedate: '20261115' }],
    ['08243a02', { screen: 'race', racekey: '08243a02', tab: 'card' }],
    ['12E345678901', { screen: 'horse', horse_id: '12E345678901' }],
    ['カコノセイセキ', undefined],
    ['過去の成績', { screen: 'table', table: 'd_se' }],
    ['ｔｚｋ', { screen: 'table', table: 't_zk' }],
  ])('leads from %s to its place', async (typed, wanted) => {
    const user = userEvent.setup();
    await draw(frame, fakeBridge());
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), `${typed}{Enter}`);
    await waitFor(() => expect(place()).toEqual(wanted ?? { screen: 'day' }));
  });
});
