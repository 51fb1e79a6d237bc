// The expected answers of the `find` procedures: part of the contract suite. The stand-in app finds one horse.

import { expect } from 'vitest';
import type { Calls } from './call.ts';

export const FIND_CALLS: Calls = {
  'find.search': async ({ find }) => {
    expect(await find.search({ text: 'リュマ', limit: 20 })).toEqual({
      items: [{ kind: 'horse', name: 'リュマ', key: 'HX0000000101', match: 'exact', stored: true }],
      total: 1,
    });
  },
  'find.people': async ({ find }) => {
    expect(await find.people({ kind: 'jockey', codes: ['01001', '10190'] })).toEqual([
      { code: '01001', name: '田中一' },
    ]);
  },
  'find.prepare': async ({ find }) => {
    expect(await find.prepare()).toEqual({});
  },
};
