// The expected answers of the `notices` procedures: part of the contract suite. The stand-in app starts with one
// notice.

import { expect } from 'vitest';
import type { Calls } from './call.ts';

export const NOTICES_CALLS: Calls = {
  'notices.watch': async ({ notices }) => {
    const stream = await notices.watch();
    expect((await stream.next()).value).toMatchObject([
      { id: 'views-quarantined', what: { ja: '退避しました' } },
    ]);
    await stream.return(undefined);
  },
  'notices.dismiss': async ({ notices }) => {
    const stream = await notices.watch();
    await stream.next();
    expect(await notices.dismiss({ id: 'views-quarantined' })).toEqual({});
    expect((await stream.next()).value).toEqual([]);
    await stream.return(undefined);
  },
};
