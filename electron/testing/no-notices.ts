// For tests in which nothing is to be set aside: a notice fails them.

import type { Notices } from '../files/notices.ts';

export const NO_NOTICES: Pick<Notices, 'add'> = {
  add: (notice) => Promise.reject(new Error(`nothing was to be set aside: ${JSON.stringify(notice)}`)),
};
