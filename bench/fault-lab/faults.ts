// Every fault of the lab, a row each: occasional failures, and permanent habits of a service. To add one, add a row to
// one of the lists.

import { ANSWER_FAULTS } from './answer-faults.ts';
import { CLOCK_FAULTS } from './clock-faults.ts';
import type { Fault } from './delivery.ts';
import { READINGS } from './readings/readings.ts';
import { REFUSAL_FAULTS } from './refusal-faults.ts';
import { WIRE_FAULTS } from './wire-faults.ts';

/** Faults of single answers, or while the client waits for one. */
export const TROUBLES: readonly Fault[] = [
  ...WIRE_FAULTS,
  ...REFUSAL_FAULTS,
  ...ANSWER_FAULTS,
  ...CLOCK_FAULTS,
];

export const FAULTS: readonly Fault[] = [...TROUBLES, ...READINGS];

export const isReading = ({ layer }: Fault): boolean => layer !== undefined;

/** Errors: an unknown name. */
export function faultOf(name: string): Fault {
  const fault = FAULTS.find((each) => each.name === name);
  if (fault === undefined) throw new Error(`there is no fault named ${name}`);
  return fault;
}
