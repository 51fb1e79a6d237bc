// A share as per cent: one decimal, none when there is nothing to take it of.

/** "12.5%"; a dash where `of` is 0. */
export const shareText = (part: number, of: number): string =>
  of === 0 ? '–' : `${((part / of) * 100).toFixed(1)}%`;
