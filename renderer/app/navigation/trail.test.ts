import { describe, expect, it } from 'vitest';
import {
  currentStep,
  FIRST_TRAIL,
  goTo,
  remember,
  replaceWith,
  returnTo,
  trailSchema,
  walk,
} from './trail.ts';
import { routeSchema, type Route } from '../screens.tsx';

const race = { screen: 'race', racekey: '05264101', tab: 'card' } as const;

describe('the trail', () => {
  it('restores exactly what a step stored', () => {
    const scrolled = remember(FIRST_TRAIL, 1, 'scroll', 420);
    const there = goTo(scrolled, race);
    const back = walk(there, -1);
    expect(currentStep(back)).toEqual({ id: 1, route: { screen: 'day' }, memory: { scroll: 420 } });
  });

  it('does not grow when the user goes to the current place', () => {
    const there = goTo(FIRST_TRAIL, race);
    expect(goTo(there, { ...race })).toBe(there);
  });

  it('drops the steps ahead when the user goes elsewhere', () => {
    const back = walk(goTo(FIRST_TRAIL, race), -1);
    const other = goTo(back, { screen: 'settings' });
    expect(other.steps.map((step) => step.route.screen)).toEqual(['day', 'settings']);
  });

  it('returns to a screen as it was left, and from the screen itself goes to its start', () => {
    const start: Route = { screen: 'table', table: 'races' };
    const runners: Route = { screen: 'table', table: 'runners' };
    const left = goTo(remember(goTo(FIRST_TRAIL, runners), 2, 'row', 5), { screen: 'payoffs' });
    const back = returnTo(left, start);
    expect(currentStep(back)).toMatchObject({ route: runners, memory: { row: 5 } });
    expect(currentStep(returnTo(back, start)).route).toEqual(start);
    expect(currentStep(returnTo(FIRST_TRAIL, start)).route).toEqual(start);
  });

  it('shows another tab in the same step', () => {
    const there = goTo(FIRST_TRAIL, race);
    const tab = replaceWith(there, { ...race, tab: 'result' });
    expect(tab.steps).toHaveLength(2);
    expect(currentStep(tab).id).toBe(currentStep(there).id);
  });

  it('never reuses a step id, even after old steps were dropped', () => {
    let trail = FIRST_TRAIL;
    for (let n = 0; n < 300; n += 1) trail = goTo(trail, { ...race, racekey: String(n) });
    expect(trail.steps).toHaveLength(100);
    expect(new Set(trail.steps.map((step) => step.id)).size).toBe(100);
  });

  it('is rejected if its current step does not exist', () => {
    expect(trailSchema(routeSchema).safeParse({ ...FIRST_TRAIL, index: 5 }).success).toBe(false);
  });
});
