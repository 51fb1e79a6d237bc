import { describe, expect, it } from 'vitest';
import { FIRST_TRAIL, goTo, remember, trailSchema, walk, type Trail } from './navigation/trail.ts';
import { routeSchema } from './screens.tsx';
import { trailToKeep } from './remember-trail.ts';

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

  it('drops the memories of steps before their routes', () => {
    const trail = remember(FIRST_TRAIL, 1, 'columns', 'x'.repeat(5000));
    expect(parsed(trailToKeep(trail, 1500)).steps).toEqual([{ id: 1, route: { screen: 'day' }, memory: {} }]);
  });

  it('may be from an earlier version, with places instead of routes', () => {
    const stored = JSON.stringify(longTrail()).replaceAll('"route":', '"place":');
    expect(parsed(stored)).toEqual(longTrail());
  });
});
