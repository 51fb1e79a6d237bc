// Every fault of the lab, a row each. To add one, add a row to one of the three lists.

import { ANSWER_FAULTS } from './answer-faults.ts';
import type { Fault } from './delivery.ts';
import { REFUSAL_FAULTS } from './refusal-faults.ts';
import { WIRE_FAULTS } from './wire-faults.ts';

export const FAULTS: readonly Fault[] = [...WIRE_FAULTS, ...REFUSAL_FAULTS, ...ANSWER_FAULTS];

/** Errors: an unknown name. */
export function faultOf(name: string): Fault {
  const fault = FAULTS.find((each) => each.name === name);
  if (fault === undefined) throw new Error(`no fault is called ${name}`);
  return fault;
}
