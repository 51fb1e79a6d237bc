// The expected answers of the `updates` procedures: part of the contract suite.

import { expect } from 'vitest';
import type { Calls } from './call.ts';

export const UPDATES_CALLS: Calls = {
  'updates.watch': async ({ updates }) => {
    const stream = await updates.watch();
    expect((await stream.next()).value).toMatchObject({ version: '1.2.3', installedBy: 'app' });
    await stream.return(undefined);
  },
  'updates.check': async ({ updates }) => {
    expect(await updates.check()).toMatchObject({
      state: 'idle',
      feed: 'https://example.com/railbird',
      offered: { version: '1.3.0', isNewer: true },
    });
  },
  'updates.download': async ({ updates }) => {
    await updates.check();
    expect(await updates.download()).toMatchObject({ offered: { version: '1.3.0' } });
  },
  'updates.install': async ({ updates }) => {
    // Nothing was downloaded in vain: it goes nowhere without a version that is ready.
    expect(await updates.install()).toMatchObject({ version: '1.2.3' });
  },
};
