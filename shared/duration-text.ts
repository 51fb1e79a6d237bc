// A duration as text, for countdowns and estimates.

import type { Language } from '#shared/text.ts';

const MINUTE = 60;
const HOUR = 3600;

type Part = readonly [value: number, unit: 'second' | 'minute' | 'hour'];

/** "45 sec", "3 min 20 sec", "2 hr 5 min": a number of seconds in its two largest units, never negative. */
export function durationText(seconds: number, language: Language): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const parts: readonly Part[] =
    whole < MINUTE
      ? [[whole, 'second']]
      : whole < HOUR
        ? [
            [Math.floor(whole / MINUTE), 'minute'],
            [whole % MINUTE, 'second'],
          ]
        : [
            [Math.floor(whole / HOUR), 'hour'],
            [Math.floor((whole % HOUR) / MINUTE), 'minute'],
          ];
  return parts
    .filter(([value], at) => at === 0 || value > 0)
    .map(([value, unit]) => value.toLocaleString(language, { style: 'unit', unit, unitDisplay: 'short' }))
    .join(' ');
}
