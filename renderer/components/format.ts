// Ages, sizes, places and addresses as text.

import { formatRacedate } from '#shared/racing/racedate.ts';
import { describeRacekey, parseRacekey } from '#shared/racing/racekey.ts';
import type { Language } from '#shared/text.ts';

const AGE_UNITS = [
  { unit: 'day', milliseconds: 86_400_000 },
  { unit: 'hour', milliseconds: 3_600_000 },
  { unit: 'minute', milliseconds: 60_000 },
] as const;

/**
 * The age of records: "3 minutes ago", "3 分前"; under a minute "now", "今". Days are counted in hours, so none is called
 * yesterday: 36 hours ago may be the day before.
 */
export function ageText(milliseconds: number, language: Language): string {
  const step = AGE_UNITS.find((each) => milliseconds >= each.milliseconds);
  if (step === undefined)
    return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'second');
  return new Intl.RelativeTimeFormat(language).format(
    -Math.floor(milliseconds / step.milliseconds),
    step.unit,
  );
}

const SIZE_STEP = 1000;
const SIZE_UNITS = ['B', 'kB', 'MB', 'GB'] as const;

/** "12.4 MB"; whole bytes below a kilobyte. */
export function sizeText(bytes: number, language: Language): string {
  let size = bytes;
  let unit = 0;
  while (size >= SIZE_STEP && unit < SIZE_UNITS.length - 1) {
    size /= SIZE_STEP;
    unit += 1;
  }
  const digits = unit === 0 ? 0 : 1;
  return `${size.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${SIZE_UNITS[unit]}`;
}

/** Where something is incomplete: a race key, a day or a period as text; anything else unchanged. */
export function locationText(where: string, language: Language): string {
  const [from, to] = where.split('-').map((day) => formatRacedate(day, language));
  if (from !== undefined && to !== undefined) return `${from} – ${to}`;
  // Eight digits can be either; those of a day begin with its century.
  if (/^(?:19|20)/.test(where)) return formatRacedate(where, language) ?? where;
  return parseRacekey(where) === undefined ? where : describeRacekey(where, language);
}

/** Host and port, by which users know a service; undefined for an invalid address. */
export function serviceHost(baseUrl: string | undefined): string | undefined {
  return baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl).host : undefined;
}
