// What a typed search can mean: keys, days, a racecourse with a race number, and the words that are left over.

import { CODE_TABLES } from '#shared/catalogue/code-tables.ts';
import { entryOf } from '#shared/catalogue/decode.ts';
import { latinKey } from '#shared/names/name-key.ts';
import { isRacedate } from '#shared/racing/racedate.ts';
import { describedRacekey, parseRacekey, serviceSpelling } from '#shared/racing/racekey.ts';
import { typedDay, weekdaysApart, type TypedDay } from '#shared/racing/typed-day.ts';

export interface TypedQuery {
  /** The race keys that the whole text can mean, the service's spelling first. */
  readonly racekeys: readonly string[];
  /** The horse ID that the whole text can be. */
  readonly horse_id?: string;
  /** The first characters of the race keys of a meeting day: "052641". */
  readonly meeting?: string;
  /** Those of the year before, if none was written: in January last week's meeting is meant. */
  readonly meetingBefore?: string;
  /** A day or a period, of the whole text or of a part. Beside `meeting` a single day is another meaning of the same figures. */
  readonly day?: Exclude<TypedDay, { readonly is: 'impossible' }>;
  readonly racecourse_cd?: string;
  /** 1 to 12. */
  readonly raceNumber?: number;
  /** The words that mean nothing else; empty if there are none. */
  readonly words: string;
  /** Written as a date or as a key, or with a date in it, but there is none such. */
  readonly problem?: 'not_a_date' | 'not_a_key';
}

const MOST_RACES_A_DAY = 12;

/**
 * The race keys that eight characters can mean, the service's spelling first; none if no race can have such a number,
 * course or, outside the national courses, day.
 */
function racekeysOf(text: string): readonly string[] {
  const parts = parseRacekey(text);
  if (parts === undefined || parts.raceNumber > MOST_RACES_A_DAY) return [];
  if (entryOf('racecourse_cd', parts.racecourse_cd) === undefined) return [];
  const { year, meeting, day } = parts;
  const two = (number: number): string => String(number).padStart(2, '0');
  if (parts.elsewhere && !isRacedate(`${year}${two(meeting)}${two(day)}`)) return [];
  const spelling = serviceSpelling(text);
  return spelling === undefined ? [text] : [spelling, text];
}

/** Twelve letters without a figure are a word. */
const HORSE_ID = /^(?=.*\d)[0-9A-Za-z]{12}$/;

/** Racecourses by every way to write their names, which `latinKey` makes equal: 東京, とうきょう, Tokyo, Toukyou. */
const COURSES: ReadonlyMap<string, string> = new Map(
  Object.entries(CODE_TABLES.racecourse_cd.codes).flatMap(([code, { en, ja }]) =>
    [en, ja].map((name) => [latinKey(name), code] as const),
  ),
);

/** The one-character names stand only before a race number: 東11R. */
const SHORT_COURSES: ReadonlyMap<string, string> = new Map(
  Object.entries(CODE_TABLES.racecourse_cd.codes).flatMap(([code, { short }]) =>
    short === undefined ? [] : [[short, code] as const],
  ),
);

const courseNamed = (text: string): string | undefined => COURSES.get(latinKey(text.replace(/競馬場?$/, '')));

/** A race number with the sign of one: 11R, R11, 第11レース, race 11. */
const RACE = /^(?:第?(\d{1,2}) ?(?:r|レース|競走)|r(?:ace)? ?(\d{1,2}))$/;
/** A course and a number in one word: 東京11R, tokyo11. */
const COURSE_AND_RACE = /^(\D+?)第?(\d{1,2})(r|レース)?$/;
const MEETING = /^(?:(\d{4})年?)?第?([1-9])回([^\d日]+?)第?(\d{1,2})日目?(?:(\d{1,2})(?:r|レース)?)?$/;

const raceNumbered = (text: string | undefined): number | undefined => {
  const number = Number(text);
  return number >= 1 && number <= MOST_RACES_A_DAY ? number : undefined;
};

interface Parts {
  day?: Exclude<TypedDay, { readonly is: 'impossible' }>;
  racecourse_cd?: string;
  raceNumber?: number;
  /** A date that does not exist is among the words. */
  isImpossible?: true;
}

/** How many words a date takes at most: "Sun 15th of Nov 2026". */
const LONGEST_DATE = 5;

/** Reads one part from the start of the words. Returns how many words it took; 0 if they mean nothing. */
function take(words: readonly string[], parts: Parts, today: string): number {
  for (let length = Math.min(LONGEST_DATE, words.length); length > 0; length -= 1) {
    const text = words.slice(0, length).join(' ');
    const day = parts.day === undefined ? typedDay(text, today) : undefined;
    // A part of it may be another date, which is not meant: "2026-11-15 (Sat)".
    if (day?.is === 'impossible') {
      parts.isImpossible = true;
      return 0;
    }
    // Without a sign a number beside a course is a race: "tokyo 11".
    if (day !== undefined) {
      parts.day = day;
      return length;
    }
    const [, first, second] = RACE.exec(text) ?? [];
    const number = raceNumbered(first ?? second);
    if (number !== undefined && parts.raceNumber === undefined) {
      parts.raceNumber = number;
      return length;
    }
  }
  const [word = ''] = words;
  if (parts.racecourse_cd === undefined) {
    const course = courseNamed(word);
    const [, name = '', figures] = COURSE_AND_RACE.exec(word) ?? [];
    const numbered = SHORT_COURSES.get(name) ?? courseNamed(name);
    if (course !== undefined) {
      parts.racecourse_cd = course;
      return 1;
    }
    const number = raceNumbered(figures);
    if (numbered !== undefined && number !== undefined && parts.raceNumber === undefined) {
      parts.racecourse_cd = numbered;
      parts.raceNumber = number;
      return 1;
    }
  }
  return 0;
}

/** Spaces where Japanese needs none: 11月15日東京11R有馬記念. */
const apart = (text: string): string =>
  weekdaysApart(text)
    .replace(/(\d{1,2}月\d{1,2}日(?!曜)|^(?:今日|本日|一?昨日|明日|明後日))の?(?=\S)/, '$1 ')
    .replace(
      /(^|\s|\d日? ?)((?:(?:先週|今週|来週|前)の?)?[日月火水木金土](?:曜日|曜(?!日)))の?(?=\S)/,
      '$1 $2 ',
    )
    .replace(/(\d{4}年)(?=[^\d\s])/, '$1 ')
    .replace(/(\d{1,2}(?:r(?![a-z])|レース))(?=\S)/, '$1 ');

function partsOf(text: string, today: string): Parts & { words: string } {
  const parts: Parts = {};
  const left: string[] = [];
  const words = apart(text)
    .split(/[\s,、]+/)
    .filter((word) => word !== '');
  for (let at = 0; at < words.length;) {
    const taken = take(words.slice(at), parts, today);
    if (taken === 0) left.push(words[at] ?? '');
    at += Math.max(1, taken);
  }
  // A bare number is a race only beside a course.
  const bare = left.findIndex((word) => /^\d{1,2}$/.test(word) && raceNumbered(word) !== undefined);
  if (bare >= 0 && parts.racecourse_cd !== undefined && parts.raceNumber === undefined) {
    parts.raceNumber = Number(left[bare]);
    left.splice(bare, 1);
  }
  return { ...parts, words: left.join(' ') };
}

/** Meetings and their days count from 1. */
const A_MEETING_DAY = /^[0-9]{4}[1-9][1-9a-f]$/;
const LETTERS_FROM_TEN = 36;

/** 5回東京8日, or the first six characters of a race key. */
function meetingOf(
  text: string,
  today: string,
): Pick<TypedQuery, 'meeting' | 'meetingBefore' | 'raceNumber'> {
  const [, year, meeting, course = '', day, race] = MEETING.exec(text.replace(/\s+/g, '')) ?? [];
  const code = courseNamed(course) ?? SHORT_COURSES.get(course);
  if (meeting !== undefined && code !== undefined) {
    const keysIn = (full: string): string =>
      `${code}${full.slice(-2)}${meeting}${Number(day).toString(LETTERS_FROM_TEN)}`;
    const thisYear = today.slice(0, 4);
    const number = raceNumbered(race);
    return {
      meeting: keysIn(year ?? thisYear),
      ...(year === undefined ? { meetingBefore: keysIn(String(Number(thisYear) - 1)) } : {}),
      ...(number === undefined ? {} : { raceNumber: number }),
    };
  }
  const isMeeting = A_MEETING_DAY.test(text) && parseRacekey(`${text}01`)?.elsewhere === false;
  return isMeeting && !text.startsWith('00') ? { meeting: text } : {};
}

/** Signs that a text was meant as a date. */
const LIKE_A_DATE = /^(?:(?:19|20)\d{6}|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{4}年.*日|\d{1,2}[/月]\d{1,2}日?)$/;
const LIKE_A_KEY = /^\d{8}$/;

/** Reads a search. `today`: in Tokyo, YYYYMMDD. */
export function readQuery(query: string, today: string): TypedQuery {
  const typed = query.normalize('NFKC').replace(/\s+/g, ' ').trim();
  const text = typed.toLowerCase();
  const described = describedRacekey(text);
  const racekeys = racekeysOf(described ?? typed);
  if (described !== undefined && racekeys.length > 0) return { racekeys, words: '' };
  const whole = typedDay(text, today);
  const meeting = meetingOf(text, today);
  const { words, isImpossible = false, ...parts } = partsOf(text, today);
  const isKnown = racekeys.length > 0 || meeting.meeting !== undefined;
  const problem =
    isKnown || (whole !== undefined && whole.is !== 'impossible')
      ? undefined
      : isImpossible || LIKE_A_DATE.test(text)
        ? ('not_a_date' as const)
        : LIKE_A_KEY.test(text)
          ? ('not_a_key' as const)
          : undefined;
  return {
    racekeys,
    ...(HORSE_ID.test(typed) ? { horse_id: typed } : {}),
    ...parts,
    ...meeting,
    ...(problem === undefined ? {} : { problem }),
    words: meeting.meeting === undefined && problem === undefined ? words : '',
  };
}
