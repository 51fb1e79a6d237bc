import { durationText } from '#shared/duration-text.ts';
import type { Language } from '#shared/text.ts';

/** Replaces `{name}` with the value of that name. A number for `{seconds}` is written as a duration. */
export const fill = (
  template: string,
  values: Readonly<Record<string, string | number>>,
  language: Language,
): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name] ?? whole;
    return name === 'seconds' && typeof value === 'number' ? durationText(value, language) : String(value);
  });
