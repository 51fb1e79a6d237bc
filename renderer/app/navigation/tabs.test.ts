import { describe, expect, it } from 'vitest';
import type { Route } from '../screens.tsx';
import {
  allTabs,
  closeTab,
  FIRST_TABS,
  MOST_TABS,
  moveTab,
  openTab,
  rememberIn,
  rememberInClosed,
  reopenTab,
  showTab,
  stepIdsOf,
  stepTab,
  type Tabs,
} from './tabs.ts';
import { currentStep, goTo } from './trail.ts';

const screens = (tabs: Tabs): readonly string[] =>
  allTabs(tabs).map(({ trail }) => currentStep(trail).route.screen);

const opened = (tabs: Tabs, screen: 'payoffs' | 'settings' | 'downloads', isShown = false): Tabs => {
  const next = openTab(tabs, {
    route: { screen } satisfies Route,
    stepId: Math.max(...stepIdsOf(tabs)) + 1,
    isShown,
  });
  if (next === undefined) throw new Error('there was room for a tab');
  return next;
};

/** Day (shown), payoffs, settings. */
const three = opened(opened(FIRST_TABS, 'payoffs'), 'settings');
const idAt = (tabs: Tabs, at: number): number => allTabs(tabs)[at]?.id ?? 0;

describe('tabs', () => {
  it('open at the end, behind the shown one or in front', () => {
    expect(screens(three)).toEqual(['day', 'payoffs', 'settings']);
    expect(currentStep(three.trail).route.screen).toBe('day');
    const front = opened(three, 'downloads', true);
    expect(currentStep(front.trail).route.screen).toBe('downloads');
  });

  it('have each their own back and forward', () => {
    const away = { ...three, trail: goTo(three.trail, { screen: 'downloads' }) };
    const other = showTab(away, idAt(away, 1));
    expect(other.trail.steps).toHaveLength(1);
    expect(showTab(other, 1).trail.steps.map(({ route }) => route.screen)).toEqual(['day', 'downloads']);
  });

  it('step around the ends of the strip', () => {
    expect(currentStep(stepTab(three, -1).trail).route.screen).toBe('settings');
    expect(currentStep(stepTab(stepTab(three, -1), 1).trail).route.screen).toBe('day');
    expect(stepTab(FIRST_TABS, 1)).toBe(FIRST_TABS);
  });

  it('show the neighbor of a closed one, and keep the last', () => {
    const without = closeTab(three, three.id);
    expect(currentStep(without.trail).route.screen).toBe('payoffs');
    const atEnd = showTab(three, idAt(three, 2));
    expect(currentStep(closeTab(atEnd, atEnd.id).trail).route.screen).toBe('payoffs');
    expect(closeTab(FIRST_TABS, 1)).toBe(FIRST_TABS);
  });

  it('keep the shown one when another is closed', () => {
    const last = showTab(three, idAt(three, 2));
    const left = closeTab(last, idAt(three, 0));
    expect([screens(left), currentStep(left.trail).route.screen]).toEqual([
      ['payoffs', 'settings'],
      'settings',
    ]);
  });

  it('come back where they were in the strip, shown, under a number that is free', () => {
    const tab = allTabs(three)[1];
    if (tab === undefined) throw new Error('there is a second tab');
    const others = opened(closeTab(three, tab.id), 'downloads');
    const back = reopenTab(others, { tab, at: 1 });
    expect(back && [screens(back), back.id, back.trail]).toEqual([
      ['day', 'payoffs', 'settings', 'downloads'],
      4,
      tab.trail,
    ]);
    expect(back && new Set(allTabs(back).map(({ id }) => id)).size).toBe(4);
    // The strip may have become shorter since.
    expect(screens(reopenTab(FIRST_TABS, { tab, at: 5 }) ?? FIRST_TABS)).toEqual(['day', 'payoffs']);
  });

  it('take what a screen stores as its tab is closed', () => {
    const tab = allTabs(three)[1];
    if (tab === undefined) throw new Error('there is a second tab');
    const closed = [{ tab, at: 1 }];
    const [left] = rememberInClosed(closed, currentStep(tab.trail).id, 'scroll', 42);
    expect(left && currentStep(left.tab.trail).memory).toEqual({ scroll: 42 });
    expect(rememberInClosed(closed, 99, 'scroll', 42)).toBe(closed);
  });

  it('move, and the shown one stays shown', () => {
    const moved = moveTab(three, three.id, 2);
    expect(screens(moved)).toEqual(['payoffs', 'settings', 'day']);
    expect(moved.id).toBe(three.id);
    expect(moveTab(three, three.id, 3)).toBe(three);
    expect(moveTab(three, three.id, -1)).toBe(three);
  });

  it('have a greatest number', () => {
    let tabs: Tabs = FIRST_TABS;
    for (let n = 1; n < MOST_TABS; n += 1) tabs = opened(tabs, 'payoffs');
    expect(openTab(tabs, { route: { screen: 'day' }, stepId: 99, isShown: true })).toBeUndefined();
    const tab = allTabs(three)[1];
    expect(tab && reopenTab(tabs, { tab, at: 1 })).toBeUndefined();
  });

  it('take what a screen stores after another tab was shown', () => {
    const step = currentStep(three.trail).id;
    const other = rememberIn(showTab(three, idAt(three, 1)), step, 'scroll', 42);
    expect(currentStep(other.trail).memory).toEqual({});
    expect(currentStep(showTab(other, three.id).trail).memory).toEqual({ scroll: 42 });
  });
});
