// The way the person took: places with what each remembers (scroll, row, sort), and where on it one stands.
// Pure; the store around it is in navigation.ts.

import { z } from 'zod';
import { FIRST_PLACE, placeSchema, samePlace, type Route } from './place.ts';

/** Longest way kept; older steps fall off its beginning. */
const LONGEST = 100;

const stepSchema = z.object({
  /** Never used twice on a trail, so that a screen can be re-made for a new step and kept for an old one. */
  id: z.number().int(),
  place: placeSchema,
  memory: z.record(z.string(), z.unknown()),
});

export const trailSchema = z
  .object({ steps: z.array(stepSchema).min(1), index: z.number().int().min(0) })
  .refine((trail) => trail.index < trail.steps.length);

export type Step = z.infer<typeof stepSchema>;

export type Trail = z.infer<typeof trailSchema>;

export const FIRST_TRAIL: Trail = { steps: [{ id: 1, place: FIRST_PLACE, memory: {} }], index: 0 };

export function currentStep(trail: Trail): Step {
  const step = trail.steps[trail.index];
  if (step === undefined) throw new Error('a trail stands on one of its steps');
  return step;
}

/** One step on; steps that lay ahead are forgotten. Going where one is changes nothing. */
export function goTo(trail: Trail, place: Route, memory: Step['memory'] = {}): Trail {
  const here = currentStep(trail);
  if (samePlace(here.place, place)) return trail;
  const id = Math.max(...trail.steps.map((step) => step.id)) + 1;
  const steps = [...trail.steps.slice(0, trail.index + 1), { id, place, memory }].slice(-LONGEST);
  return { steps, index: steps.length - 1 };
}

/** The same step shows something else (another tab, another date): no new step, its memory kept. */
export function replaceWith(trail: Trail, place: Route): Trail {
  return { ...trail, steps: trail.steps.map((step, at) => (at === trail.index ? { ...step, place } : step)) };
}

/** Back (-1) or forward (+1) by some steps, as far as the trail reaches. */
export function walk(trail: Trail, by: number): Trail {
  const index = Math.min(Math.max(trail.index + by, 0), trail.steps.length - 1);
  return index === trail.index ? trail : { ...trail, index };
}

/** What the step with this id remembers under a name. */
export function remember(trail: Trail, id: number, name: string, value: unknown): Trail {
  return {
    ...trail,
    steps: trail.steps.map((step) =>
      step.id === id ? { ...step, memory: { ...step.memory, [name]: value } } : step,
    ),
  };
}
