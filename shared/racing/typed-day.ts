// Dates as people write them: 2026-11-15, 11/15, 11月15日(日), Sun 15 Nov, 令和8年11月15日, yesterday, Sunday, 来週土曜.

import { addDays, dayOfWeek, isRacedate, parseRacedate, racedateOf } from '#shared/racing/racedate.ts';

export type TypedDay =
  /** The days that the text can mean, YYYYMMDD, the likeliest first. */
  | {
      readonly is: 'days';
      readonly racedates: readonly string[];
      /** In another order of its numbers there is no such day, which may be a slip: 26/2/29 is one day, in 2029. */
      readonly isDoubtful?: true;
    }
  /** A month or a year. */
  | { readonly is: 'period'; readonly from: string; readonly to: string }
  /** Written as a date, but there is no such day. */
  | { readonly is: 'impossible' };

/** Years that a race day can have: 0926-12-02 is a calendar date, but nobody means it. */
const FIRST_YEAR = 1980;
const LAST_YEAR = 2100;
/** A two-digit year from here on is in the last century. */
const LAST_CENTURY = 80;
/** A day without a year is at most this far ahead; otherwise it is the last one that was. */
const DAYS_AHEAD = 31;

/** A date without a year is looked for this far back: after 28 years the calendar is the same again, 29 February included. */
const YEARS_BACK = 28;

/** What a date is read with. */
interface Seen {
  /** In Tokyo, YYYYMMDD. */
  readonly today: string;
  /** The weekday that is written beside the date, 0 for Sunday. */
  readonly weekday: number | undefined;
}

const isYear = (year: number): boolean => year >= FIRST_YEAR && year <= LAST_YEAR;

const two = (text: string | number): string => String(text).padStart(2, '0');

const daysOf = (...racedates: readonly string[]): TypedDay => {
  const real = racedates.filter(isRacedate);
  return real.length === 0 ? { is: 'impossible' } : { is: 'days', racedates: [...new Set(real)] };
};

const dayIn = (year: number, month: string | number, day: string | number): string =>
  `${String(year).padStart(4, '0')}${two(month)}${two(day)}`;

const isOn = (racedate: string, weekday: number | undefined): boolean =>
  weekday === undefined || dayOfWeek(racedate) === weekday;

/** The last such day with the weekday, or one within the reach of `today`. */
function withoutYear(month: string | number, day: string | number, { today, weekday }: Seen): TypedDay {
  const limit = addDays(today, DAYS_AHEAD);
  const thisYear = Number(today.slice(0, 4));
  for (let year = thisYear + 1; year >= thisYear - YEARS_BACK; year -= 1) {
    const racedate = dayIn(year, month, day);
    if (isRacedate(racedate) && racedate <= limit && isOn(racedate, weekday)) return daysOf(racedate);
  }
  return { is: 'impossible' };
}

function monthOf(year: number, month: string | number): TypedDay {
  const first = parseRacedate(dayIn(year, month, 1));
  if (first === undefined) return { is: 'impossible' };
  return {
    is: 'period',
    from: racedateOf(first),
    to: racedateOf(first.add({ months: 1 }).subtract({ days: 1 })),
  };
}

const yearOf = (year: number): TypedDay => ({ is: 'period', from: `${year}0101`, to: `${year}1231` });

const century = (year: string): number => Number(year) + (Number(year) >= LAST_CENTURY ? 1900 : 2000);

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?';

/** Days with a two-digit year, which stands in front or behind: 26/11/15, 11/15/26, 15/11/26. */
function withShortYear(first: string, second: string, third: string): TypedDay | undefined {
  const inFront = first.length === 2 ? [dayIn(century(first), second, third)] : [];
  const behind =
    third.length === 2 ? [dayIn(century(third), first, second), dayIn(century(third), second, first)] : [];
  const all = [...inFront, ...behind];
  if (all.length === 0) return undefined;
  const days = daysOf(...all);
  const isDoubtful = all.some(
    (day) => !isRacedate(day) && /(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(day),
  );
  return days.is === 'days' && isDoubtful ? { ...days, isDoubtful } : days;
}

const monthNamed = (name: string): number => MONTHS.indexOf(name.slice(0, 3)) + 1;

/** The year before the first of an era. */
const ERAS: Readonly<Record<string, number>> = {
  令和: 2018, r: 2018, 平成: 1988, h: 1988, 昭和: 1925, s: 1925,
}; // prettier-ignore

const RELATIVE: Readonly<Record<string, number>> = {
  today: 0, 今日: 0, 本日: 0, きょう: 0,
  yesterday: -1, 昨日: -1, きのう: -1, 前日: -1,
  tomorrow: 1, 明日: 1, あした: 1, 翌日: 1,
  一昨日: -2, おととい: -2, 明後日: 2, あさって: 2,
}; // prettier-ignore

/** Short forms only of the days with racing: "mon" and "fri" begin names. */
const WEEKDAYS: readonly RegExp[] = [
  /^(?:sun(?:day)?|日曜日?)$/,
  /^(?:monday|月曜日?)$/,
  /^(?:tuesday|火曜日?)$/,
  /^(?:wednesday|水曜日?)$/,
  /^(?:thursday|木曜日?)$/,
  /^(?:friday|金曜日?)$/,
  /^(?:sat(?:urday)?|土曜日?)$/,
];

interface Around {
  /** The last such weekday before today, and the first after it. */
  readonly before: string;
  readonly after: string;
  /** Today, if it is on that weekday. */
  readonly own: readonly string[];
  /** The day of this week and of the weeks beside it, which begin on Monday: a weekend is in one week. */
  readonly ofWeek: (weeks: number) => string;
}

/** The days that a weekday means with a word before it, the likeliest first: "next Saturday" is said of two. */
const WHICH: Readonly<Record<string, (around: Around) => readonly string[]>> = {
  last: ({ before }) => [before],
  前: ({ before }) => [before],
  this: ({ own: [today], after, ofWeek }) => [today ?? after, ofWeek(0)],
  next: ({ after, ofWeek }) => [after, ofWeek(1)],
  先週: ({ before, ofWeek }) => [before, ofWeek(-1)],
  今週: ({ ofWeek }) => [ofWeek(0)],
  来週: ({ ofWeek }) => [ofWeek(1)],
};

/** Without a word the nearest two days with the weekday, today's own alone. */
function onWeekday(text: string, today: string): TypedDay | undefined {
  const [, english, japanese, name = ''] =
    /^(?:(last|this|next) |(先週|今週|来週|前)の?)?(.+)$/.exec(text) ?? [];
  const weekday = WEEKDAYS.findIndex((pattern) => pattern.test(name));
  if (weekday < 0) return undefined;
  const back = (dayOfWeek(today) - weekday + 7) % 7;
  const [before, after] = [addDays(today, back === 0 ? -7 : -back), addDays(today, 7 - back)];
  const which = WHICH[english ?? japanese ?? ''];
  if (which !== undefined) {
    const fromMonday = (day: number) => (day + 6) % 7;
    const monday = addDays(today, -fromMonday(dayOfWeek(today)));
    const ofWeek = (weeks: number) => addDays(monday, 7 * weeks + fromMonday(weekday));
    return daysOf(...which({ before, after, own: back === 0 ? [today] : [], ofWeek }));
  }
  if (back === 0) return daysOf(today);
  return back < 7 - back ? daysOf(before, after) : daysOf(after, before);
}

type Reader = readonly [RegExp, (parts: readonly string[], seen: Seen) => TypedDay | undefined];

const dated = (year: number, month: string | number, day: string | number): TypedDay | undefined =>
  isYear(year) ? daysOf(dayIn(year, month, day)) : undefined;

const READERS: readonly Reader[] = [
  [/^(\d{4})[-/.年] ?(\d{1,2})[-/.月] ?(\d{1,2})日?$/, ([y, m = '', d = '']) => dated(Number(y), m, d)],
  [/^(\d{4})(\d{2})(\d{2})$/, ([y, m = '', d = '']) => dated(Number(y), m, d)],
  // Six digits are also the first part of a race key, so an impossible date is none.
  [
    /^(\d{2})(\d{2})(\d{2})$/,
    ([y = '', m = '', d = '']) => {
      const racedate = dayIn(century(y), m, d);
      return isRacedate(racedate) ? daysOf(racedate) : undefined;
    },
  ],
  [/^(\d{2})年(\d{1,2})月(\d{1,2})日?$/, ([y = '', m = '', d = '']) => dated(century(y), m, d)],
  [/^(\d{1,2})[-/.](\d{1,2})[-/.](\d{1,2})$/, ([a = '', b = '', c = '']) => withShortYear(a, b, c)],
  // The American and the European order: one of them is usually impossible.
  [
    /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/,
    ([a = '', b = '', y]) =>
      isYear(Number(y)) ? daysOf(dayIn(Number(y), a, b), dayIn(Number(y), b, a)) : undefined,
  ],
  [/^(\d{1,2})[-/.月](\d{1,2})日?$/, ([m = '', d = ''], seen) => withoutYear(m, d, seen)],
  [
    /^(\d{4})[-/.年] ?(\d{1,2})月?$/,
    ([y, m = '']) => (isYear(Number(y)) ? monthOf(Number(y), m) : undefined),
  ],
  [
    /^(\d{1,2})月$/,
    ([m = ''], { today }) => {
      const year = Number(today.slice(0, 4));
      return monthOf(dayIn(year, m, 1) > addDays(today, DAYS_AHEAD) ? year - 1 : year, m);
    },
  ],
  [/^(\d{4})年?$/, (parts, seen) => yearOrDay(parts[0] ?? '', seen)],
  [
    /^(令和|平成|昭和|r|h|s) ?(\d{1,2}|元)[年./-](?:(\d{1,2})[月./-](?:(\d{1,2})日?)?)?$/,
    ([era = '', n = '', m, d]) => {
      const year = (ERAS[era] ?? 0) + (n === '元' ? 1 : Number(n));
      if (!isYear(year)) return undefined;
      return m === undefined ? yearOf(year) : d === undefined ? monthOf(year, m) : dated(year, m, d);
    },
  ],
  [new RegExp(`^${MONTH} ${DAY},?(?: (\\d{4}))?$`), ([m = '', d = '', y], seen) => named(m, d, y, seen)],
  [
    new RegExp(`^${DAY} (?:of )?${MONTH},?(?: (\\d{4}))?$`),
    ([d = '', m = '', y], seen) => named(m, d, y, seen),
  ],
  [
    new RegExp(`^${MONTH},? (\\d{4})$`),
    ([m = '', y]) => (isYear(Number(y)) ? monthOf(Number(y), monthNamed(m)) : undefined),
  ],
];

const named = (month: string, day: string, year: string | undefined, seen: Seen): TypedDay | undefined =>
  year === undefined
    ? withoutYear(monthNamed(month), day, seen)
    : dated(Number(year), monthNamed(month), day);

/** 2024 is a year, 1115 the fifteenth of November; 9999 is neither. */
function yearOrDay(text: string, seen: Seen): TypedDay | undefined {
  if (isYear(Number(text))) return yearOf(Number(text));
  const day = withoutYear(text.slice(0, 2), text.slice(2), seen);
  return day.is === 'days' ? day : undefined;
}

const WEEKDAY_NAMES: ReadonlyMap<string, number> = new Map(
  [
    ['sun', 'sunday', '日', '日曜', '日曜日'],
    ['mon', 'monday', '月', '月曜', '月曜日'],
    ['tue', 'tues', 'tuesday', '火', '火曜', '火曜日'],
    ['wed', 'wednesday', '水', '水曜', '水曜日'],
    ['thu', 'thur', 'thurs', 'thursday', '木', '木曜', '木曜日'],
    ['fri', 'friday', '金', '金曜', '金曜日'],
    ['sat', 'saturday', '土', '土曜', '土曜日'],
  ].flatMap((names, weekday) => names.map((name) => [name, weekday] as const)),
);

/** 日・祝, 月祝, 祝. */
const HOLIDAY = /祝日?|振替休日|振休/g;

/** What stands in brackets after a date; undefined if it is no weekday. `weekday`: undefined for a holiday without one. */
function weekdayNote(note: string): { readonly weekday: number | undefined } | undefined {
  const name = note.replace(HOLIDAY, '').replace(/[\s・、,./]/g, '');
  const weekday = WEEKDAY_NAMES.get(name);
  const isHoliday = name === '' && note.search(HOLIDAY) >= 0;
  return weekday === undefined && !isHoliday ? undefined : { weekday };
}

/** Puts spaces around weekdays in brackets, and none within: 11月15日(月・祝)東京11R. The text is in NFKC and lower case. */
export const weekdaysApart = (text: string): string =>
  text.replace(/\(([^()]*)\)の?/g, (found, note: string) =>
    weekdayNote(note) === undefined ? found : ` (${note.replace(/[\s、,]/g, '')}) `,
  );

const LATIN = '(?:sun|mon|tues?|wednes|wed|thurs?|thu|fri|satur|sat)(?:day)?\\.?';
const KANJI = '[日月火水木金土]';

/** A weekday before a date, and one after it. A single character in one word with figures is no weekday: 1115日. */
const BESIDE: readonly RegExp[] = [
  new RegExp(`^(?<weekday>${LATIN}|${KANJI}(?:曜日?)?)[ ,、]+(?<date>.+)$`),
  new RegExp(`^(?<weekday>${KANJI}曜日?)(?<date>.+)$`),
  new RegExp(`^(?<date>.+?)[ ,、]+(?<weekday>${LATIN}|${KANJI}(?:曜日?)?)$`),
  new RegExp(`^(?<date>.+?)(?<weekday>${KANJI}曜日?)$`),
  new RegExp(`^(?<date>.*\\D.*)(?<weekday>${KANJI})$`),
];

/** A date with a weekday beside it, without brackets: Sun 22 Nov, 11/22 日, 11月22日日曜日. */
function withBareWeekday(plain: string, today: string): TypedDay | undefined {
  for (const pattern of BESIDE) {
    const { date = '', weekday: name = '' } = pattern.exec(plain)?.groups ?? {};
    const weekday = WEEKDAY_NAMES.get(name.replace('.', ''));
    const day = weekday === undefined ? undefined : onItsWeekday(date.trim(), { today, weekday });
    if (day !== undefined) return day;
  }
  return undefined;
}

/** Only the days on the weekday; none of a month or a year, which have no weekday. */
function onItsWeekday(date: string, seen: Seen): TypedDay | undefined {
  const day = dateOf(date, seen);
  if (day?.is !== 'days') return day?.is === 'impossible' ? day : undefined;
  return daysOf(...day.racedates.filter((racedate) => isOn(racedate, seen.weekday)));
}

/**
 * What the text means as a date; undefined if it is not written as one. `today`: in Tokyo, YYYYMMDD. Of a date with a
 * weekday beside it, in brackets or not, only days on that weekday are meant: with a year there is no such day if they
 * contradict each other, since either may be the mistake; without one it is the last year in which they fit.
 */
export function typedDay(text: string, today: string): TypedDay | undefined {
  const plain = text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  const bracket = plain.endsWith(')') ? plain.lastIndexOf('(') : -1;
  if (bracket < 0) {
    const none = { today, weekday: undefined };
    return dateOf(plain, none) ?? onWeekday(plain, today) ?? withBareWeekday(plain, today);
  }
  const note = weekdayNote(plain.slice(bracket + 1, -1));
  return note === undefined ? undefined : onItsWeekday(plain.slice(0, bracket).trimEnd(), { today, ...note });
}

/** A date or a word such as "yesterday". */
function dateOf(plain: string, seen: Seen): TypedDay | undefined {
  const days = RELATIVE[plain];
  if (days !== undefined) return daysOf(addDays(seen.today, days));
  for (const [pattern, read] of READERS) {
    const [, ...parts] = pattern.exec(plain) ?? [];
    const day = parts.length > 0 ? read(parts, seen) : undefined;
    if (day !== undefined) return day;
  }
  return undefined;
}
