// The facts in a race's header, from its program record. Pure.

import { isBlank, isStated, readNumber } from '#shared/catalogue/reading.ts';
import { formatValue } from '#shared/catalogue/format.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import { decodeTurn } from '#shared/catalogue/decode.ts';
import type { Language } from '#shared/text.ts';
import { numberIn, type RecordValues } from '#shared/racing/race-rows.ts';

/** A field as text; undefined if it is blank. */
export function factText(race: RecordValues, field: string, language: Language): string | undefined {
  const raw = race[field];
  const column = columnOf('t_ra', field);
  if (column === undefined || isBlank(raw)) return undefined;
  return formatValue(column, raw, language);
}

/** Who may run and at what weights: age, class, restrictions, weight type. */
export function conditionsOf(race: RecordValues, language: Language): readonly string[] {
  const symbols = isStated(race['insignia_cd']) ? factText(race, 'insignia_cd', language) : undefined;
  const parts = [
    factText(race, 'class_cd', language),
    factText(race, 'condition_cd', language),
    symbols,
    factText(race, 'weight_cd', language),
  ];
  return parts.filter((part) => part !== undefined);
}

/** Inner and "standard" loops are not mentioned. */
const OUTER = '2';

/** "Turf 2000 m, right, outer, course C". */
export function trackOf(race: RecordValues, language: Language): string {
  const turn = race['turn_cd'];
  const around = isBlank(turn)
    ? undefined
    : (decodeTurn(
        turn ?? '',
        {
          racecourse_cd: race['racecourse_cd'] ?? '',
          distance: race['distance'] ?? '',
          track_type: race['track_type'] ?? '',
        },
        language,
      ) ?? turn?.trim());
  const loop =
    race['inside_outside_cd']?.trim() === OUTER ? factText(race, 'inside_outside_cd', language) : undefined;
  const distance = factText(race, 'distance', language);
  const surface = factText(race, 'track_type', language);
  const ground = [surface, distance].filter((part) => part !== undefined).join(' ');
  return [ground, around, loop]
    .filter((part) => part !== undefined && part !== '')
    .join(language === 'ja' ? '・' : ', ');
}

/** Prize money of the first five, in 10,000 yen; the record calls the 2nd "show" and the 3rd "place". */
export const PRIZES = ['prize_win', 'prize_show', 'prize_place', 'prize_4th', 'prize_5th'] as const;

export const prizesOf = (race: RecordValues): readonly number[] =>
  PRIZES.flatMap((field) => {
    const amount = numberIn(race, field);
    return amount === undefined || amount === 0 ? [] : [amount];
  });

/** The original post time if it was changed. */
export function changedFrom(race: RecordValues, language: Language): string | undefined {
  const before = factText(race, 'original_post_time', language);
  const isZero = readNumber(race['original_post_time']) === 0;
  return before === undefined || isZero || before === factText(race, 'post_time', language)
    ? undefined
    : before;
}

export type RaceStage = 'coming' | 'today' | 'past';

/**
 * Relative to today in Tokyo (both YYYYMMDD). Without a date the stage is unknown; it then counts as past, so that
 * existing records are shown.
 */
export const stageOf = (racedate: string | undefined, today: string): RaceStage =>
  racedate === undefined ? 'past' : racedate > today ? 'coming' : racedate === today ? 'today' : 'past';
