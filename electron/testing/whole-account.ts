// What is said of records of which none is missing.

import type { Contents } from '../results/open-result.ts';

export const WHOLE: Contents['account'] = {
  reasons: [],
  quarantined: 0,
  drift: 0,
  repeated: 0,
  provisional: 0,
  windows: { fetched: 0, stored: 1 },
};
