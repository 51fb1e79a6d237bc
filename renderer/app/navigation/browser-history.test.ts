import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressHash } from './address.ts';
import { tieToBrowserHistory } from './browser-history.ts';
import { navigation, tabActions, useNavigationStore } from './navigation.ts';
import { openAddress } from '../open-address.ts';
import { FIRST_TABS } from './tabs.ts';
import { currentStep, FIRST_TRAIL, goTo } from './trail.ts';

/** A browser's session history: `go` takes effect later, as in a browser. */
function fakeBrowser(first: unknown = null) {
  const states: unknown[] = [first];
  const addresses: string[] = [''];
  let at = 0;
  let requested: number[] = [];
  let onPop: ((event: { state: unknown }) => void) | undefined;
  const location = { hash: '' };
  const history = {
    get state() {
      return states[at];
    },
    pushState(state: unknown, _: string, hash: string) {
      location.hash = hash;
      states.splice(at + 1, states.length, state);
      addresses.splice(at + 1, addresses.length, hash);
      at += 1;
    },
    replaceState(state: unknown, _: string, hash: string) {
      location.hash = hash;
      states[at] = state;
      addresses[at] = hash;
    },
    go: (by: number) => requested.push(by),
  };
  /** Presses the browser's own button, or completes a `go`. */
  const walkBy = (by: number): void => {
    at += by;
    onPop?.({ state: states[at] });
  };
  const window = {
    history,
    location,
    addEventListener: (_: string, listener: typeof onPop) => (onPop = listener),
    removeEventListener: () => (onPop = undefined),
  } as unknown as Parameters<typeof tieToBrowserHistory>[0];
  return {
    window,
    /** Presses the browser's own button, at the first entry in vain. */
    back: () => (at > 0 ? walkBy(-1) : undefined),
    answer: () => {
      const going = requested;
      requested = [];
      // A browser does not answer at all if there is no such entry.
      for (const by of going) if (states[at + by] !== undefined) walkBy(by);
    },
    requested: () => requested,
    entries: () => states.length,
    position: () => at,
    addresses: () => addresses,
    state: () => states[at],
    hash: () => location.hash,
    /** Writes an address into the browser's bar. */
    write: (hash: string) => {
      location.hash = hash;
      states.splice(at + 1, states.length, null);
      addresses.splice(at + 1, addresses.length, hash);
      walkBy(1);
    },
  };
}

const screen = (): string => currentStep(useNavigationStore.getState().trail).route.screen;

let browser: ReturnType<typeof fakeBrowser>;
let untie = (): void => undefined;

const tie = (trail = FIRST_TRAIL, state: unknown = null): void => {
  useNavigationStore.setState({ ...FIRST_TABS, trail });
  browser = fakeBrowser(state);
  untie = tieToBrowserHistory(browser.window, openAddress);
};

beforeEach(() => {
  vi.useFakeTimers();
  tie();
});
afterEach(() => {
  untie();
  vi.useRealTimers();
});

describe('the browser’s history', () => {
  it('has an entry for each step, and its back button walks the trail', () => {
    navigation.go({ screen: 'payoffs' });
    navigation.go({ screen: 'settings' });
    expect(browser.entries()).toBe(3);
    browser.back();
    expect(screen()).toBe('payoffs');
  });

  it('shows the filters of a table in its address, and opens those that were written there', () => {
    const filters = [{ column: 'idm', text: '>=50', on: true }];
    const rows = { sort: [], filters, quick: '' };
    navigation.go({ screen: 'table', table: 'd_se' }, { rows });
    const address = '#/table/d_se?where.idm=%3E%3D50';
    expect([browser.hash(), browser.entries()]).toEqual([address, 2]);
    browser.write('#/table/d_se?where.idm=40..50&sort=idm-');
    const { trail } = useNavigationStore.getState();
    expect(currentStep(trail).memory['rows']).toEqual({
      sort: [{ column: 'idm', direction: 'descending' }],
      filters: [{ column: 'idm', text: '40..50', on: true }],
      quick: '',
    });
    browser.back();
    vi.runAllTimers();
    expect(browser.hash()).toBe(address);
    expect(currentStep(useNavigationStore.getState().trail).memory['rows']).toEqual(rows);
    browser.write('#/table/d_se');
    expect(currentStep(useNavigationStore.getState().trail).memory['rows']).toBeUndefined();
    expect(browser.hash()).toBe('#/table/d_se');
  });

  it('stays where it is when the address of the screen itself is written', () => {
    navigation.go({ screen: 'table', table: 'd_se' }, { rows: { sort: [], filters: [], quick: '' } });
    const steps = useNavigationStore.getState().trail.steps.length;
    browser.write('#/table/d_se?rows=all');
    expect(useNavigationStore.getState().trail.steps).toHaveLength(steps);
  });

  it('follows the window’s own Back, so that the next press of the browser’s button goes one step further', () => {
    navigation.go({ screen: 'payoffs' });
    navigation.go({ screen: 'settings' });
    navigation.back();
    browser.answer();
    expect([screen(), browser.position()]).toEqual(['payoffs', 1]);
    browser.back();
    expect([screen(), browser.position()]).toEqual(['day', 0]);
  });

  it('follows when Back is pressed twice before the browser has navigated', () => {
    navigation.go({ screen: 'payoffs' });
    navigation.go({ screen: 'settings' });
    navigation.back();
    navigation.back();
    browser.answer();
    browser.answer();
    expect([screen(), browser.position()]).toEqual(['day', 0]);
  });

  it('goes forward with the window, and drops the entries ahead of a new step', () => {
    navigation.go({ screen: 'payoffs' });
    navigation.back();
    browser.answer();
    navigation.forward();
    browser.answer();
    expect([screen(), browser.position(), browser.entries()]).toEqual(['payoffs', 1, 2]);
    navigation.back();
    navigation.go({ screen: 'settings' });
    browser.answer();
    expect([screen(), browser.position(), browser.entries()]).toEqual(['settings', 1, 2]);
  });

  it('comes to rest on a screen that changed after Back, with entries ahead of it', () => {
    navigation.go({ screen: 'race', racekey: '05264511', tab: 'card' });
    navigation.go({ screen: 'settings' });
    navigation.back();
    browser.answer();
    navigation.replace({ screen: 'race', racekey: '05264511', tab: 'result' });
    navigation.back();
    browser.answer();
    navigation.forward();
    browser.answer();
    expect([screen(), browser.position(), browser.requested()]).toEqual(['race', 1, []]);
  });

  it('comes to rest at the shown screen, whatever was pressed', () => {
    const press = fc.constantFrom(
      ...['day', 'settings', 'payoffs'].map((name) => () => navigation.go({ screen: name as 'day' })),
      navigation.back,
      navigation.forward,
      () => navigation.replace({ screen: 'race', racekey: '05264511', tab: 'result' }),
      () => browser.back(),
      () => browser.answer(),
      () => tabActions.open({ screen: 'downloads' }, { isShown: true }),
      () => tabActions.step(1),
    );
    fc.assert(
      fc.property(fc.array(press, { minLength: 8, maxLength: 24 }), (presses) => {
        untie();
        tie();
        for (const each of presses) each();
        // Once for what is on its way, and once for what was pressed meanwhile.
        browser.answer();
        browser.answer();
        expect(browser.requested()).toEqual([]);
        // A navigation that the browser does not answer is given up, and the address has its rest.
        vi.runAllTimers();
        expect(browser.hash()).toBe(addressHash(currentStep(useNavigationStore.getState().trail)));
      }),
      { numRuns: 5000 },
    );
  });

  it('is rewritten if a restored trail has older steps than it has entries', () => {
    untie();
    tie(goTo(goTo(FIRST_TRAIL, { screen: 'payoffs' }), { screen: 'settings' }));
    navigation.back();
    browser.answer();
    expect([screen(), browser.entries()]).toEqual(['payoffs', 1]);
  });

  it('is recognized after a reload', () => {
    navigation.go({ screen: 'payoffs' });
    const { trail } = useNavigationStore.getState();
    const state = browser.state();
    untie();
    tie(trail, state);
    navigation.back();
    expect(browser.requested()).toEqual([-1]);
  });

  it('takes another tab into the present entry, and its back button walks the shown tab only', () => {
    navigation.go({ screen: 'payoffs' });
    tabActions.open({ screen: 'settings' }, { isShown: true });
    expect([screen(), browser.entries()]).toEqual(['settings', 2]);
    navigation.go({ screen: 'downloads' });
    browser.back();
    expect(screen()).toBe('settings');
    // The entry before is of the first tab, but this tab has nothing to go back to.
    browser.back();
    expect(screen()).toBe('settings');
    tabActions.show(1);
    expect(screen()).toBe('payoffs');
  });

  it('has an entry for a step after a tab with entries was closed', () => {
    tabActions.open({ screen: 'payoffs' }, { isShown: true });
    navigation.go({ screen: 'rules' });
    navigation.go({ screen: 'sql' });
    tabActions.close(2);
    navigation.go({ screen: 'settings' });
    browser.answer();
    expect([screen(), browser.position()]).toEqual(['settings', 3]);
    browser.back();
    expect([screen(), browser.position()]).toEqual(['day', 2]);
  });

  it('is not confused by entries of tabs that were closed before a reload', () => {
    const present = (): number => currentStep(useNavigationStore.getState().trail).id;
    navigation.go({ screen: 'payoffs' });
    const closed = present() + 10;
    untie();
    tie(FIRST_TRAIL, { stepIds: [closed, currentStep(FIRST_TRAIL).id] });
    navigation.go({ screen: 'payoffs' });
    expect(present()).toBeGreaterThan(closed);
  });

  it('leaves an entry with the address it was to have, and gives it to no other', () => {
    navigation.go({ screen: 'race', racekey: '05264511', tab: 'card' });
    navigation.replace({ screen: 'race', racekey: '05264511', tab: 'result' });
    expect(browser.hash()).toBe('#/race/05264511/card');
    navigation.go({ screen: 'settings' });
    expect(browser.addresses()).toEqual(['#/day', '#/race/05264511/result', '#/settings']);
    navigation.replace({ screen: 'payoffs' });
    browser.back();
    vi.runAllTimers();
    expect(browser.addresses()).toEqual(['#/day', '#/race/05264511/result', '#/settings']);
  });

  it('shows the address of the screen, and opens one that is written there', () => {
    navigation.go({ screen: 'race', racekey: '05264511', tab: 'card' });
    navigation.replace({ screen: 'race', racekey: '05264511', tab: 'result' });
    vi.runAllTimers();
    expect(browser.hash()).toBe('#/race/05264511/result');
    browser.write('#/settings');
    expect([screen(), browser.entries(), browser.hash()]).toEqual(['settings', 3, '#/settings']);
    browser.back();
    expect(screen()).toBe('race');
  });

  it('leaves the address of a new window to the page, which is loaded with it', () => {
    navigation.go({ screen: 'settings' });
    navigation.replace({ screen: 'payoffs' });
    browser.write('#token=t');
    vi.runAllTimers();
    expect([screen(), browser.hash()]).toEqual(['payoffs', '#token=t']);
  });

  it('stays where it is for an address that leads nowhere, and shows where that is', () => {
    browser.write('#/race/<b>/card');
    expect([screen(), browser.hash()]).toEqual(['day', '#/day']);
  });
});
