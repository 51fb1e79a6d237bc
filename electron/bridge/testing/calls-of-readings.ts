// The expected answers of the `readings` procedures: part of the contract suite. The stand-in app has learned one
// reading.

import { expect } from 'vitest';
import type { Calls } from './call.ts';

export const READINGS_CALLS: Calls = {
  'readings.list': async ({ readings }) => {
    expect(await readings.list()).toEqual([{ kind: 'tooMuch', detail: '400', since: 1 }]);
  },
  'readings.forget': async ({ readings }) => {
    expect(await readings.forget()).toEqual([]);
    expect(await readings.list()).toEqual([]);
  },
};
