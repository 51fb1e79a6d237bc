// A share as a percentage with one decimal.

/** "12.5%"; a dash where `of` is 0. */
export const shareText = (part: number, of: number): string =>
  of === 0 ? '–' : `${((part / of) * 100).toFixed(1)}%`;
