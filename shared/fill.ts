import { durationText } from '#shared/duration-text.ts';
import type { Language } from '#shared/text.ts';

/** Puts values in the place of their names: `{name}`. A number of `{seconds}` is said as a span of time. */
export const fill = (
  template: string,
  values: Readonly<Record<string, string | number>>,
  language: Language,
): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name] ?? whole;
    return name === 'seconds' && typeof value === 'number' ? durationText(value, language) : String(value);
  });
