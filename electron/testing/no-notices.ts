// For tests in which nothing may be quarantined: a notice fails them.

import type { Notices } from '../files/notices.ts';

export const NO_NOTICES: Pick<Notices, 'add'> = {
  add: (notice) => Promise.reject(new Error(`unexpected notice: ${JSON.stringify(notice)}`)),
};
