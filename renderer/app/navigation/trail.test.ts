import { describe, expect, it } from 'vitest';
import { currentStep, FIRST_TRAIL, goTo, remember, replaceWith, trailSchema, walk } from './trail.ts';
import { routeSchema } from '../screens.tsx';

const race = { screen: 'race', racekey: '05264101', tab: 'card' } as const;

describe('the trail', () => {
  it('leads back exactly to what a step remembered', () => {
    const scrolled = remember(FIRST_TRAIL, 1, 'scroll', 420);
    const there = goTo(scrolled, race);
    const back = walk(there, -1);
    expect(currentStep(back)).toEqual({ id: 1, route: { screen: 'day' }, memory: { scroll: 420 } });
  });

  it('does not grow when one goes where one is', () => {
    const there = goTo(FIRST_TRAIL, race);
    expect(goTo(there, { ...race })).toBe(there);
  });

  it('forgets what lay ahead when a new way is taken', () => {
    const back = walk(goTo(FIRST_TRAIL, race), -1);
    const other = goTo(back, { screen: 'settings' });
    expect(other.steps.map((step) => step.route.screen)).toEqual(['day', 'settings']);
  });

  it('shows another tab in the same step', () => {
    const there = goTo(FIRST_TRAIL, race);
    const tab = replaceWith(there, { ...race, tab: 'result' });
    expect(tab.steps).toHaveLength(2);
    expect(currentStep(tab).id).toBe(currentStep(there).id);
  });

  it('never uses a step id twice, even after old steps fell off', () => {
    let trail = FIRST_TRAIL;
    for (let n = 0; n < 300; n += 1) trail = goTo(trail, { ...race, racekey: String(n) });
    expect(trail.steps).toHaveLength(100);
    expect(new Set(trail.steps.map((step) => step.id)).size).toBe(100);
  });

  it('is refused when it stands on no step', () => {
    expect(trailSchema(routeSchema).safeParse({ ...FIRST_TRAIL, index: 5 }).success).toBe(false);
  });
});
