import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBridge } from '../testing/fake-bridge.ts';
import { navigation, tabActions, useNavigationStore } from './navigation/navigation.ts';
import { allTabs, FIRST_TABS, rememberIn } from './navigation/tabs.ts';
import {
  currentStep,
  FIRST_TRAIL,
  goTo,
  remember,
  trailSchema,
  walk,
  type Trail,
} from './navigation/trail.ts';
import { routeSchema } from './screens.tsx';
import { recallTabs, rememberTabs, trailToKeep } from './remember-trail.ts';

const longTrail = (): Trail => {
  let trail = FIRST_TRAIL;
  for (let n = 10; n < 60; n += 1)
    trail = goTo(trail, { screen: 'race', racekey: `052641${n}`, tab: 'card' });
  return trail;
};

const parsed = (json: string): Trail => trailSchema(routeSchema).parse(JSON.parse(json));

describe('the stored trail', () => {
  it('is the whole trail when it is short', () => {
    expect(parsed(trailToKeep(longTrail(), 100_000))).toEqual(longTrail());
  });

  it('drops the oldest steps and keeps the current one', () => {
    const trail = walk(longTrail(), -2);
    const stored = parsed(trailToKeep(trail, 1500));
    expect(stored.steps[stored.index]).toEqual(trail.steps[trail.index]);
    expect(JSON.stringify(stored).length).toBeLessThanOrEqual(1500);
  });

  it('drops the steps farthest ahead before the memory of the current one', () => {
    const sorted = remember(longTrail(), longTrail().steps.at(-4)?.id ?? 0, 'sort', 'finish');
    const trail = walk(remember(sorted, sorted.steps.at(-1)?.id ?? 0, 'note', 'x'.repeat(2000)), -3);
    const stored = parsed(trailToKeep(trail, 1500));
    expect(stored).toEqual({ steps: trail.steps.slice(trail.index, -1), index: 0 });
    expect(currentStep(stored).memory).toEqual({ sort: 'finish' });
  });

  it('drops the memories of steps before their routes', () => {
    const trail = remember(FIRST_TRAIL, 1, 'columns', 'x'.repeat(5000));
    expect(parsed(trailToKeep(trail, 1500)).steps).toEqual([{ id: 1, route: { screen: 'day' }, memory: {} }]);
  });

  it('may be from an earlier version, with places instead of routes', () => {
    const stored = JSON.stringify(longTrail()).replaceAll('"route":', '"place":');
    expect(parsed(stored)).toEqual(longTrail());
  });
});

/** A window that has stored nothing for itself. */
const restarted = { sessionStorage: { getItem: () => null } } as unknown as Window;

describe('the stored tabs', () => {
  const memory = new Map<string, string>();
  const client = fakeBridge({
    settings: {
      recall: async ({ key }: { key: string }) => {
        const json = memory.get(key);
        return json === undefined ? {} : { json };
      },
      remember: async ({ key, json }: { key: string; json: string }) => {
        if (json === '') memory.delete(key);
        else memory.set(key, json);
        return {};
      },
    },
  });
  let stop = (): void => undefined;
  let service: string | undefined;
  const recalled = (from = restarted, of = service) => recallTabs(client, from, Promise.resolve(of));
  beforeEach(() => {
    vi.useFakeTimers();
    memory.clear();
    window.sessionStorage.clear();
    useNavigationStore.setState(FIRST_TABS);
    service = 'sample';
    stop = rememberTabs(client, window, { tabs: undefined, slot: 'usual' }, () => service);
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  it('come back in their order, with the shown one', async () => {
    tabActions.open({ screen: 'payoffs' }, { isShown: true, title: 'Payoffs' });
    tabActions.open({ screen: 'settings' }, { isShown: false });
    tabActions.move(2, 0);
    vi.advanceTimersByTime(1000);
    const { tabs: back } = await recalled();
    expect(back && allTabs(back)).toEqual(allTabs(useNavigationStore.getState()));
    expect(back?.id).toBe(2);
  });

  it('are stored soon after a new route, and later after what a step remembers', () => {
    tabActions.open({ screen: 'payoffs' }, { isShown: true });
    vi.advanceTimersByTime(100);
    expect(memory.get('trail.2')).toContain('payoffs');
    const { id } = currentStep(useNavigationStore.getState().trail);
    const scroll = (top: number): void =>
      useNavigationStore.setState((tabs) => rememberIn(tabs, id, 'scroll', { top }));
    scroll(1);
    vi.advanceTimersByTime(399);
    scroll(2);
    vi.advanceTimersByTime(399);
    expect(memory.get('trail.2')).not.toContain('scroll');
    vi.advanceTimersByTime(1);
    expect(memory.get('trail.2')).toContain('"top":2');
    // A screen remembers where it is scrolled to as it opens: that does not put off the route.
    navigation.go({ screen: 'bets' });
    useNavigationStore.setState((tabs) => rememberIn(tabs, 3, 'scroll', { top: 3 }));
    vi.advanceTimersByTime(100);
    expect(memory.get('trail.2')).toContain('bets');
  });

  it('are gone once they are closed', async () => {
    tabActions.open({ screen: 'payoffs' }, { isShown: true });
    vi.advanceTimersByTime(1000);
    tabActions.close(2);
    vi.advanceTimersByTime(1000);
    expect([...memory.keys()]).not.toContain('trail.2');
    const { tabs: back } = await recalled();
    expect(back && allTabs(back)).toHaveLength(1);
  });

  it('of a version without tabs are its one trail', async () => {
    memory.set('trail', trailToKeep(longTrail(), 100_000));
    expect((await recalled()).tabs).toMatchObject({
      id: 1,
      trail: longTrail(),
      before: [],
      after: [],
    });
  });

  it('are the window’s own after a reload, whatever another window stored meanwhile', async () => {
    tabActions.open({ screen: 'payoffs' }, { isShown: true });
    vi.advanceTimersByTime(1000);
    navigation.go({ screen: 'bets' });
    window.dispatchEvent(new Event('pagehide'));
    const own = allTabs(useNavigationStore.getState());
    memory.set('tabs', JSON.stringify({ tabs: [{ id: 1 }], shown: 1 }));
    memory.set('trail', JSON.stringify(longTrail()));
    const { tabs: back } = await recalled(window);
    expect(back && allTabs(back)).toEqual(own);
    const { tabs: next } = await recalled();
    expect(next && allTabs(next)).toMatchObject([{ id: 1, trail: longTrail() }]);
  });

  describe('of one service', () => {
    const racing = async (of: string, screen: 'payoffs' | 'bets'): Promise<void> => {
      stop();
      useNavigationStore.setState(FIRST_TABS);
      const { tabs, ...stored } = await recalled(restarted, of);
      if (tabs !== undefined) useNavigationStore.setState(tabs);
      service = of;
      stop = rememberTabs(client, window, { tabs, ...stored }, () => service);
      tabActions.open({ screen }, { isShown: true });
      vi.advanceTimersByTime(1000);
    };
    const screensOf = async (of: string, from = restarted): Promise<string[]> => {
      const { tabs } = await recalled(from, of);
      return tabs === undefined ? [] : allTabs(tabs).map(({ trail }) => currentStep(trail).route.screen);
    };

    it('are neither opened nor overwritten by a start with another', async () => {
      await racing('https://a.example', 'payoffs');
      expect(await screensOf('sample')).toEqual([]);
      await racing('sample', 'bets');
      expect(await screensOf('sample')).toEqual(['day', 'bets']);
      expect(await screensOf('https://a.example')).toEqual(['day', 'payoffs']);
      // The same start again, reloaded, goes on where it was.
      expect(await screensOf('sample', window)).toEqual(['day', 'bets']);
      expect(await screensOf('https://b.example', window)).toEqual([]);
      await racing('sample', 'bets');
      expect(await screensOf('https://a.example')).toEqual(['day', 'payoffs']);
    });

    it('give way to those of one that was chosen in the window', async () => {
      await racing('https://a.example', 'payoffs');
      await racing('sample', 'bets');
      service = 'https://b.example';
      tabActions.startOver();
      vi.advanceTimersByTime(1000);
      expect(await screensOf('https://b.example')).toEqual(['day']);
      expect(await screensOf('sample')).toEqual(['day', 'bets']);
    });

    it('may be from a version that did not note it', async () => {
      memory.set('tabs', JSON.stringify({ tabs: [{ id: 1 }], shown: 1 }));
      memory.set('trail', JSON.stringify(FIRST_TRAIL));
      expect(await screensOf('https://a.example')).toEqual(['day']);
    });
  });

  it('are those of the data folder in a window without a storage of its own', async () => {
    tabActions.open({ screen: 'payoffs' }, { isShown: true });
    vi.advanceTimersByTime(1000);
    const refused = {
      get sessionStorage(): Storage {
        throw new DOMException('denied', 'SecurityError');
      },
    } as Window;
    const { tabs: back } = await recalled(refused);
    expect(back && allTabs(back)).toEqual(allTabs(useNavigationStore.getState()));
  });

  it('leave out what cannot be read, and never share the number of a step', async () => {
    memory.set('tabs', JSON.stringify({ tabs: [{ id: 1 }, { id: 2 }, { id: 3 }], shown: 2 }));
    memory.set('trail', JSON.stringify(FIRST_TRAIL));
    memory.set('trail.2', '{');
    memory.set('trail.3', JSON.stringify(FIRST_TRAIL));
    const { tabs: back } = await recalled();
    const tabs = back === undefined ? [] : allTabs(back);
    expect(tabs.map(({ id }) => id)).toEqual([1, 3]);
    expect(new Set(tabs.map(({ trail }) => trail.steps[0]?.id)).size).toBe(2);
  });
});
