// The return rate in words.

import type { Tally } from '#shared/betting/report.ts';

/** "87.5 %"; a dash without stakes. */
export const rateText = ({ staked, returned }: Pick<Tally, 'staked' | 'returned'>): string =>
  staked === 0 ? '–' : `${((100 * returned) / staked).toFixed(1)} %`;
