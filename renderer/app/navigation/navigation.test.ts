import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { navigation, tabActions, useNavigationStore, useStepMemory } from './navigation.ts';
import { FIRST_TABS, stepIdsOf } from './tabs.ts';
import { currentStep } from './trail.ts';

const step = () => currentStep(useNavigationStore.getState().trail);

beforeEach(() => useNavigationStore.setState({ ...FIRST_TABS }));
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
