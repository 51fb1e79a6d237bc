// The history of the window: routes with what each step remembers (scroll, row, sort), and the present step. Pure; the
// store around it is in navigation.ts.

import { z } from 'zod';
import type { Route } from '../screens.tsx';

/** The most steps; older ones are dropped. */
const LONGEST = 100;

/** Earlier versions stored the route of a step as its `place`. */
const withRoute = (step: unknown): unknown =>
  typeof step === 'object' && step !== null && 'place' in step ? { ...step, route: step.place } : step;

/** The schema of a stored trail; the screens know the schema of a route. */
export const trailSchema = (route: z.ZodType<Route>): z.ZodType<Trail> =>
  z
    .object({
      steps: z
        .array(
          z.preprocess(
            withRoute,
            z.object({ id: z.number().int(), route, memory: z.record(z.string(), z.unknown()) }),
          ),
        )
        .min(1),
      index: z.number().int().min(0),
    })
    .refine((trail) => trail.index < trail.steps.length);

export interface TrailStep {
  /** Unique on a trail: a screen is remounted for a new step and kept for the same one. */
  readonly id: number;
  readonly route: Route;
  readonly memory: Readonly<Record<string, unknown>>;
}

export interface Trail {
  readonly steps: readonly TrailStep[];
  readonly index: number;
}

const FIRST_ROUTE: Route = { screen: 'day' };

export const FIRST_TRAIL: Trail = { steps: [{ id: 1, route: FIRST_ROUTE, memory: {} }], index: 0 };

export const isSameRoute = (a: Route, b: Route): boolean => JSON.stringify(a) === JSON.stringify(b);

export function currentStep(trail: Trail): TrailStep {
  const step = trail.steps[trail.index];
  if (step === undefined) throw new Error('the index of a trail must be one of its steps');
  return step;
}

const remembersAll = (step: TrailStep, memory: TrailStep['memory']): boolean =>
  Object.entries(memory).every(
    ([name, value]) => JSON.stringify(step.memory[name]) === JSON.stringify(value),
  );

const nextId = (trail: Trail): number => Math.max(...trail.steps.map((step) => step.id)) + 1;

/**
 * A new step; those ahead are dropped. Going to the present route with what it remembers already changes nothing. With
 * several trails, `id` is a number that none of their steps has.
 */
export function goTo(
  trail: Trail,
  route: Route,
  memory: TrailStep['memory'] = {},
  id: number = nextId(trail),
): Trail {
  const here = currentStep(trail);
  if (isSameRoute(here.route, route) && remembersAll(here, memory)) return trail;
  const steps = [...trail.steps.slice(0, trail.index + 1), { id, route, memory }].slice(-LONGEST);
  return { steps, index: steps.length - 1 };
}

/**
 * From another screen: the last step of the route's screen again, as it was left; without one, the route itself. On the
 * screen itself, the route.
 */
export function returnTo(trail: Trail, route: Route, id: number = nextId(trail)): Trail {
  const here = currentStep(trail);
  if (here.route.screen === route.screen) return goTo(trail, route, {}, id);
  const last = trail.steps.slice(0, trail.index).findLast((step) => step.route.screen === route.screen);
  return last === undefined ? goTo(trail, route, {}, id) : goTo(trail, last.route, last.memory, id);
}

/** Changes the route of the present step (another tab, another date) and keeps its memory. */
export function replaceWith(trail: Trail, route: Route): Trail {
  return { ...trail, steps: trail.steps.map((step, at) => (at === trail.index ? { ...step, route } : step)) };
}

/** Back (-1) or forward (+1) by some steps, as far as the trail reaches. */
export function walk(trail: Trail, by: number): Trail {
  const index = Math.min(Math.max(trail.index + by, 0), trail.steps.length - 1);
  return index === trail.index ? trail : { ...trail, index };
}

/** The value that the step with this id remembers under a name. */
export function remember(trail: Trail, id: number, name: string, value: unknown): Trail {
  return {
    ...trail,
    steps: trail.steps.map((step) =>
      step.id === id ? { ...step, memory: { ...step.memory, [name]: value } } : step,
    ),
  };
}
