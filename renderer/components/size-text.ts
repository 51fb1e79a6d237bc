// The size of a file as text.

import type { Language } from '#shared/text.ts';

const STEP = 1000;
const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

/** "12.4 MB"; whole bytes below a kilobyte. */
export function sizeText(bytes: number, language: Language): string {
  let size = bytes;
  let unit = 0;
  while (size >= STEP && unit < UNITS.length - 1) {
    size /= STEP;
    unit += 1;
  }
  const digits = unit === 0 ? 0 : 1;
  return `${size.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${UNITS[unit]}`;
}
