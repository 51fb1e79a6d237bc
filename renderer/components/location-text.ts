// The place of an incompleteness as text.

import { formatRacedate } from '#shared/racing/racedate.ts';
import { describeRacekey, parseRacekey } from '#shared/racing/racekey.ts';
import type { Language } from '#shared/text.ts';

/** A race key or a day as text; anything else unchanged. */
export function locationText(where: string, language: Language): string {
  // Eight digits can be either; those of a day begin with its century.
  if (/^(?:19|20)/.test(where)) return formatRacedate(where, language) ?? where;
  return parseRacekey(where) === undefined ? where : describeRacekey(where, language);
}
