// The age of fetched records as text.

import type { Language } from '#shared/text.ts';

const UNITS = [
  { unit: 'day', milliseconds: 86_400_000 },
  { unit: 'hour', milliseconds: 3_600_000 },
  { unit: 'minute', milliseconds: 60_000 },
] as const;

/** "3 minutes ago", "3 分前"; under a minute "now", "今". */
export function ageText(milliseconds: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const step = UNITS.find((each) => milliseconds >= each.milliseconds);
  if (step === undefined) return format.format(0, 'second');
  return format.format(-Math.floor(milliseconds / step.milliseconds), step.unit);
}
