// What the tests of the commands state holds in the running app as well: the same output, messages, accounts and exit
// codes.

import { describe } from 'vitest';
import { executeBy } from '../testing/command-line.ts';

executeBy('app');

const COMMANDS = {
  query: () => import('../cli/commands/query.test.ts'),
  download: () => import('../cli/commands/download.test.ts'),
  key: () => import('../cli/commands/key.test.ts'),
  notices: () => import('../cli/commands/notices.test.ts'),
  find: () => import('../cli/commands/find.test.ts'),
  reading: () => import('../cli/commands/reading.test.ts'),
};

describe.each(Object.entries(COMMANDS))('%s, executed by the app', async (_name, load) => {
  await load();
});
