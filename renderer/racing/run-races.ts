// The races of past runs: which of them the service can have, and a short description of each. Pure.

import type { TFunction } from 'i18next';
import type { Conditions } from '#shared/bridge/races.ts';
import { MISSING } from '#shared/catalogue/format.ts';
import { isBlank, readNumber } from '#shared/catalogue/reading.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import { decode } from '#shared/catalogue/decode.ts';
import { parseRacekey, racecourseName, raceNumberOf } from '#shared/racing/racekey.ts';
import type { Language } from '#shared/text.ts';
import { classBesideName, courseWords, gradeOf, titleOf } from '#shared/racing/race-words.ts';
import { briefly } from '#shared/racing/runner-words.ts';

export interface RunRace {
  readonly racekey: string;
  readonly racedate?: string | undefined;
}

/** Each race once, without local and overseas races, which the service never has. */
export function racesToAsk(
  runs: readonly { readonly racekey?: string | undefined; readonly racedate?: string | undefined }[],
): RunRace[] {
  const byKey = new Map<string, RunRace>();
  for (const { racekey, racedate } of runs) {
    if (racekey === undefined || parseRacekey(racekey)?.elsewhere !== false) continue;
    byKey.set(racekey, { racekey, racedate });
  }
  return [...byKey.values()];
}

export interface RaceWords {
  /** "芝1600", "Turf 1600". */
  readonly ground: string;
  /** The surface's code, for its color. */
  readonly surface: string;
  readonly going: string | undefined;
  readonly runners: number | undefined;
  /** The grade's mark, or the class if it has none, and the race's name; the class alone if it has no name. */
  readonly name: string;
}

export function raceWords(conditions: Conditions, language: Language): RaceWords {
  const race = Object.fromEntries(
    Object.entries(conditions).flatMap(([field, raw]) => (isBlank(raw) ? [] : [[field, raw?.trim()]])),
  ) as { readonly [field in keyof Conditions]?: string };
  const column = columnOf('t_ra', 'turf_condition_cd');
  const going =
    race.turf_condition_cd === undefined || column === undefined
      ? undefined
      : (decode(column, race.turf_condition_cd, language) ?? race.turf_condition_cd);
  return {
    ground: courseWords(race, language).text,
    surface: race.track_type ?? '',
    going: going === undefined ? undefined : briefly(going),
    runners: readNumber(race.headcount),
    name: [gradeOf(race, language) ?? classBesideName(race, language), titleOf(race, language)]
      .filter((part) => part !== undefined)
      .join(' '),
  };
}

/** "芝1600 良 16頭 G1 天皇賞" in one line, of a race that was run. */
export const raceInShort = (race: RaceWords, t: TFunction<'race'>): string => inOneLine(race, 'ran', t);

/** The same of a race to come: none of its runners has run yet. */
export const comingRaceInShort = (race: RaceWords, t: TFunction<'race'>): string =>
  inOneLine(race, 'willRun', t);

const inOneLine = (
  { ground, going, runners, name }: RaceWords,
  field: 'ran' | 'willRun',
  t: TFunction<'race'>,
): string =>
  [ground, going ?? MISSING, runners === undefined ? MISSING : t(field, { count: runners }), name].join(' ');

/** "東京 11R": where a run took place, shown beside its date. */
export const courseAndNumber = (racekey: string, language: Language): string =>
  `${racecourseName(racekey.slice(0, 2), language)} ${raceNumberOf(racekey) ?? ''}R`;
