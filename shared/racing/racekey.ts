// Race keys: course 2, year 2, meeting 1, day 1, race 2. Although the specification says digits (section 1), real keys
// have letters: the tenth day of a meeting is "a", and local or overseas runs write month and day as letters.

import { CODE_TABLES } from '#shared/catalogue/code-tables.ts';
import { codeTablesOf, entryOf } from '#shared/catalogue/decode.ts';
import type { Language } from '#shared/text.ts';

export interface Racekey {
  readonly racecourse_cd: string;
  readonly year: number;
  /** Number of the meeting at this course in the year; for a local or overseas run, the month. */
  readonly meeting: number;
  /** Day of the meeting; for a local or overseas run, the day of the month. */
  readonly day: number;
  readonly raceNumber: number;
  /** Whether the run was outside the ten national courses. */
  readonly elsewhere: boolean;
}

const SHAPE = /^([0-9]{2})([0-9]{2})([0-9A-Za-z])([0-9A-Za-z])([0-9]{2})$/;
const NATIONAL_COURSES = 10;
/** The data begins in 1986: two digits from 86 on are in the last century. */
const FIRST_YEAR = 86;
const LETTERS_FROM_TEN = 36;

/** The parts of an eight-character race key, or undefined. Letters, in either case, count from 10. */
export function parseRacekey(racekey: string): Racekey | undefined {
  const [, course, year, meeting, day, race] = SHAPE.exec(racekey) ?? [];
  if (course === undefined || year === undefined || meeting === undefined || day === undefined)
    return undefined;
  const raceNumber = Number(race);
  if (raceNumber === 0) return undefined;
  return {
    racecourse_cd: course,
    year: Number(year) + (Number(year) >= FIRST_YEAR ? 1900 : 2000),
    meeting: Number.parseInt(meeting, LETTERS_FROM_TEN),
    day: Number.parseInt(day, LETTERS_FROM_TEN),
    raceNumber,
    elsewhere: Number(course) > NATIONAL_COURSES,
  };
}

/** The race's number on its card, 1 to 12. */
export const raceNumberOf = (racekey: string): number | undefined => parseRacekey(racekey)?.raceNumber;

/** The name of the course, national or not; an unknown code is unchanged. */
export const racecourseName = (racecourseCd: string, language: Language): string =>
  entryOf('racecourse_cd', racecourseCd)?.[language] ?? racecourseCd;

/** "Tokyo 11R 天皇賞"; without a name "Tokyo 11R". An invalid key is unchanged. */
export function titleOfRacekey(racekey: string, language: Language, name?: string): string {
  const parts = parseRacekey(racekey);
  if (!parts) return racekey;
  const place = `${racecourseName(parts.racecourse_cd, language)} ${parts.raceNumber}R`;
  return name === undefined ? place : `${place} ${name}`;
}

/** "Kyoto 2024, meeting 3, day 10, race 2" or "2024年3回京都10日 2R"; an invalid key is unchanged. */
export function describeRacekey(racekey: string, language: Language): string {
  const parts = parseRacekey(racekey);
  if (!parts) return racekey;
  const course = racecourseName(parts.racecourse_cd, language);
  const { year, meeting, day, raceNumber } = parts;
  if (parts.elsewhere) {
    const date = { en: `${year}-${two(meeting)}-${two(day)}`, ja: `${year}年${meeting}月${day}日` };
    return language === 'ja'
      ? `${date.ja} ${course} ${raceNumber}R`
      : `${course} ${date.en}, race ${raceNumber}`;
  }
  return language === 'ja'
    ? `${year}年${meeting}回${course}${day}日 ${raceNumber}R`
    : `${course} ${year}, meeting ${meeting}, day ${day}, race ${raceNumber}`;
}

/** The known key that `describeRacekey` describes as this text, in either language and any case; undefined if there is none. */
export function describedRacekey(text: string): string | undefined {
  const plain = text.normalize('NFKC').toLowerCase();
  // Every description has its numbers in the order of the key.
  const numbers = plain.match(/\d+/g) ?? [];
  if (numbers.length !== 4) return undefined;
  const [year = 0, meeting = 0, day = 0, race = 0] = numbers.map(Number);
  const meetingAndDay = meeting.toString(LETTERS_FROM_TEN) + day.toString(LETTERS_FROM_TEN);
  const codes = codeTablesOf('racecourse_cd').flatMap((table) => Object.keys(CODE_TABLES[table].codes));
  return codes
    .map((code) => {
      const isElsewhere = Number(code) > NATIONAL_COURSES;
      const middle = isElsewhere ? meetingAndDay.toUpperCase() : meetingAndDay;
      return `${code}${two(year % 100)}${middle}${two(race)}`;
    })
    .find((racekey) =>
      (['en', 'ja'] as const).some((language) => describeRacekey(racekey, language).toLowerCase() === plain),
    );
}

/**
 * The service's spelling of a key in which another source writes the tenth or a later day as a capital: 06171a01 for
 * `06171A01`. Undefined for keys without such a letter, and for local and overseas runs, whose capitals are correct.
 */
export function serviceSpelling(racekey: string): string | undefined {
  if (parseRacekey(racekey)?.elsewhere !== false) return undefined;
  const spelled = racekey.toLowerCase();
  return spelled === racekey ? undefined : spelled;
}

const two = (number: number): string => String(number).padStart(2, '0');
