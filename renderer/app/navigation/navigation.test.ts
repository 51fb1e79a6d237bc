import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { navigation, tabActions, useNavigationStore, useStepMemory } from './navigation.ts';
import { useAnnouncementStore } from '../announce.ts';
import { allTabs, MOST_TABS, stepIdsOf } from './tabs.ts';
import { currentStep } from './trail.ts';

const step = () => currentStep(useNavigationStore.getState().trail);

beforeEach(() => tabActions.startOver());
afterEach(cleanup);

describe('a step', () => {
  it('has a number that no step of an open or a closed tab ever had', () => {
    const given = new Set(stepIdsOf(useNavigationStore.getState()));
    for (const screen of ['payoffs', 'rules', 'sql', 'settings'] as const) {
      tabActions.open({ screen }, { isShown: true });
      given.add(step().id);
      navigation.go({ screen: 'downloads' });
      given.add(step().id);
      tabActions.close(2);
    }
    expect(given.size).toBe(9);
  });

  it('does not get what a screen of a closed tab stores late', () => {
    tabActions.open({ screen: 'sql' }, { isShown: true });
    const [, late] = renderHook(() => useStepMemory('sql.text', '')).result.current;
    act(() => tabActions.close(2));
    act(() => navigation.go({ screen: 'sql' }));
    act(() => late('select 1'));
    expect(step()).toMatchObject({ route: { screen: 'sql' }, memory: {} });
  });
});

const screens = () =>
  allTabs(useNavigationStore.getState()).map(({ trail }) => currentStep(trail).route.screen);

describe('a closed tab', () => {
  it('comes back with its way, its title and what its screen stored as it went, the last one first', () => {
    tabActions.open({ screen: 'sql' }, { isShown: true, title: 'SQL' });
    navigation.go({ screen: 'payoffs' });
    navigation.go({ screen: 'rules' });
    navigation.back();
    const { trail, id } = useNavigationStore.getState();
    const [, store] = renderHook(() => useStepMemory('scroll', 0)).result.current;
    tabActions.open({ screen: 'settings' }, { isShown: false });
    act(() => tabActions.close(id));
    act(() => store(42));
    tabActions.close(3);
    expect(screens()).toEqual(['day']);

    tabActions.reopen();
    expect(step().route.screen).toBe('settings');
    tabActions.reopen();
    expect(screens()).toEqual(['day', 'payoffs', 'settings']);
    const back = useNavigationStore.getState();
    expect(back.title).toBe('SQL');
    expect(back.trail.steps.map((each) => each.id)).toEqual(trail.steps.map((each) => each.id));
    expect(back.trail.index).toBe(1);
    expect(step()).toMatchObject({ route: { screen: 'payoffs' }, memory: { scroll: 42 } });
    tabActions.reopen();
    expect(screens()).toHaveLength(3);
  });

  it('is remembered among the last ten, until another service is connected', () => {
    for (let n = 0; n < 12; n += 1) {
      tabActions.open({ screen: 'sql' }, { isShown: false, title: `SQL ${n}` });
      tabActions.close(2);
    }
    for (let n = 0; n < 12; n += 1) tabActions.reopen();
    const titles = allTabs(useNavigationStore.getState()).map(({ title }) => title);
    expect(titles).toHaveLength(11);
    expect(titles).toContain('SQL 2');
    expect(titles).not.toContain('SQL 1');
    tabActions.close(2);
    tabActions.startOver();
    tabActions.reopen();
    expect(screens()).toEqual(['day']);
  });

  it('stays closed, and among the closed ones, while no more tabs fit', () => {
    tabActions.open({ screen: 'sql' }, { isShown: false });
    tabActions.close(2);
    for (let n = 1; n < MOST_TABS; n += 1) tabActions.open({ screen: 'payoffs' }, { isShown: false });
    tabActions.reopen();
    expect(screens()).not.toContain('sql');
    expect(useAnnouncementStore.getState().announcement?.text).toBe('tooManyTabs');
    const { closed } = useNavigationStore.getState();
    expect(closed.map(({ tab }) => currentStep(tab.trail).route.screen)).toEqual(['sql']);
  });
});
