// A line of a bet list: race, bet, selection and stake, written with spaces between them or in cells.

import type { BetName } from '#shared/catalogue/bets.ts';
import { CODE_TABLES } from '#shared/catalogue/code-tables.ts';
import { betNamed, leadingBet } from '#shared/betting/bet-names.ts';
import type { LineProblem } from '#shared/betting/line-problems.ts';
import { isKindWord, readSelection, type Selection } from '#shared/betting/selection.ts';
import { parseRacekey } from '#shared/racing/racekey.ts';
import { typedDay } from '#shared/racing/typed-day.ts';
import { readQuery } from '#shared/racing/typed-query.ts';

/** The race of a bet: its key, or where it is found. */
export type BetRace =
  | {
      readonly by: 'key';
      /** The keys that the text can mean, the service's spelling first. */
      readonly racekeys: readonly string[];
      /** YYYYMMDD; a race that was moved to another day has the same key on both. */
      readonly racedate?: string;
    }
  | {
      readonly by: 'day';
      readonly racedate: string;
      readonly racecourse_cd: string;
      /** 1 to 12. */
      readonly raceNumber: number;
    };

/** What a line says, in parts; undefined where the list has no such column. */
export interface BetFields {
  readonly race: string;
  readonly bet: string;
  readonly selection: string;
  /** For each combination, unless the text says that it is the total. */
  readonly stake?: string | undefined;
  readonly total?: string | undefined;
}

/** A bet that a line asks for; all its combinations are staked alike. */
export interface ReadBet extends Selection {
  readonly is: 'bet';
  readonly race: BetRace;
  readonly bet: BetName;
  /** Yen on each combination, a multiple of 100. */
  readonly stake: number;
  /** False if the line has none: 100 yen then. */
  readonly isStakeWritten: boolean;
}

export type ReadLine = ReadBet | { readonly is: 'problem'; readonly problem: LineProblem };

const UNIT = 100;

const problem = (is: LineProblem['is'], values: LineProblem['values'] = {}): ReadLine => ({
  is: 'problem',
  problem: { is, values },
});

/** Reads races of lines; the same text is read once. */
export function raceReader(): (text: string) => BetRace | LineProblem {
  const known = new Map<string, BetRace | LineProblem>();
  return (text) => {
    const read = known.get(text) ?? readLastingly(text);
    known.set(text, read);
    return read;
  };
}

/**
 * Two days of which nothing that is meant as seen from a day is the same: neither year nor month nor weekday, nor a date
 * without a year, whose weekday may lead 28 years back.
 */
const SEEN_FROM = ['20010305', '20461010'] as const;

/** A list is kept: what means another race on another day (yesterday, Sunday, 11/15) is none. */
function readLastingly(text: string): BetRace | LineProblem {
  const [read, later] = [readRace(text, SEEN_FROM[0]), readRace(text, SEEN_FROM[1])];
  return isSame(read, later) ? read : { is: 'relative_day', values: { text } };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A line of words: `05264811 trio 3-5,7,9 300`, `2026-11-15 東京11R 馬連 BOX 3,5,7 計3000円`. */
export function readWords(line: string, raceOf: ReturnType<typeof raceReader>): ReadLine {
  const words = line.normalize('NFKC').trim().split(/\s+/);
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const next = words[at + 1];
    const two = next === undefined ? undefined : betNamed(`${word} ${next}`);
    const one = betNamed(word);
    const leading = two ?? one;
    const { bet, rest } = leading === undefined ? (leadingBet(word) ?? {}) : { bet: leading, rest: '' };
    if (bet === undefined) continue;
    const race = words.slice(0, at).join(' ');
    const after = [rest ?? '', ...words.slice(at + (two === undefined ? 1 : 2))].filter(
      (each) => each !== '',
    );
    return readFields({ race, bet, ...selectionAndStake(after) }, raceOf);
  }
  return problem('no_bet');
}

/** A stake with a sign of one, in front or behind, without spaces. */
const STAKE =
  /^(?<before>@|each|各|total|計|合計)?[¥\\]?(?<yen>\d{1,3}(?:,\d{3})+|\d+)(?:円|yen|jpy)?(?<after>each|total)?$/i;
/** Figures with a space between them are two numbers. */
const APART = /[\d,]\s+[\d,]/;

/** The words after the numbers are the stake, except those of the kind, which may stand apart from the numbers. */
function selectionAndStake(words: readonly string[]): Pick<BetFields, 'selection' | 'stake'> {
  const joined = words.join(' ').replace(/(@|each|各|total|計|合計) (?=[¥\\]?\d)/gi, '$1');
  const all = joined
    .replace(/(\d) (円|yen|jpy)(?=\s|$)/gi, '$1$2')
    .replace(/(\d) (each|total)$/i, '$1$2')
    .split(' ');
  const numbers = all.findIndex((word) => !isKindWord(word) && !/^(?:@|each|各|total|計|合計)/i.test(word));
  const last = all.findIndex((word, at) => at > numbers && !isKindWord(word));
  if (numbers < 0 || last < 0) return { selection: joined };
  return {
    selection: all.filter((word, at) => at <= numbers || isKindWord(word)).join(' '),
    stake: all.filter((word, at) => at > numbers && !isKindWord(word)).join(' '),
  };
}

/** A line in parts. */
export function readFields(fields: BetFields, raceOf: ReturnType<typeof raceReader>): ReadLine {
  const bet = betNamed(fields.bet);
  if (bet === undefined) return problem('no_bet');
  const race = raceOf(fields.race.normalize('NFKC').replace(/\s+/g, ' ').trim());
  if ('is' in race) return { is: 'problem', problem: race };
  const selection = readSelection(bet, fields.selection);
  if (selection.is === 'problem') return selection;
  const { combinations, shown } = selection;
  const stake = stakeOf(fields, combinations.length);
  if (typeof stake === 'object') return { is: 'problem', problem: stake };
  return {
    is: 'bet',
    race,
    bet,
    combinations,
    shown,
    stake: stake ?? UNIT,
    isStakeWritten: stake !== undefined,
  };
}

/** Yen on each combination; undefined if none is written. */
function stakeOf({ stake, total }: BetFields, count: number): number | LineProblem | undefined {
  const own = readStake(stake?.trim() ?? '', false, count);
  // A dash says nothing that could contradict a stake.
  const divided = readStake(
    own !== undefined && !/\p{Nd}/u.test(total ?? '') ? '' : (total?.trim() ?? ''),
    true,
    count,
  );
  if (typeof own !== 'number' || divided === undefined || divided === own) return own ?? divided;
  return { is: 'two_stakes', values: { stake: own, count, text: total?.trim() ?? '' } };
}

/** `isTotal`: it stands where the stake of all combinations does. */
function readStake(text: string, isTotal: boolean, count: number): number | LineProblem | undefined {
  if (text === '') return undefined;
  const plain = text.normalize('NFKC');
  const found = APART.test(plain) ? null : STAKE.exec(plain.replace(/\s+/g, ''));
  const { before = '', yen = '', after = '' } = found?.groups ?? {};
  const amount = Number(yen.replaceAll(',', ''));
  const isTwice = before !== '' && after !== '';
  if (yen === '' || isTwice || !Number.isSafeInteger(amount) || amount > MOST_STAKE)
    return { is: 'bad_stake', values: { text } };
  if (amount === 0 || amount % UNIT !== 0) return { is: 'stake_unit', values: { stake: amount } };
  const words = before + after;
  if (isTotal ? /@|each|各/i.test(words) : !/total|計/i.test(words)) return amount;
  if (amount % (count * UNIT) !== 0) return { is: 'stake_uneven', values: { stake: amount, count } };
  return amount / count;
}

/** Yen, so that sums of any list stay exact. */
const MOST_STAKE = 100_000_000;

/** A course by its code, as spreadsheets of the interface have it: "05 11". */
const CODE_AND_NUMBER = /^(\d{2})(?: (\d{1,2}))?$/;

function readRace(text: string, today: string): BetRace | LineProblem {
  const words = text.split(' ');
  const key = words.find(
    (word) => parseRacekey(word) !== undefined && readQuery(word, today).racekeys.length > 0,
  );
  if (key !== undefined) return keyed(key, words.filter((word) => word !== key).join(' '), today);
  const query = readQuery(text, today);
  if (query.racekeys.length > 0) return { by: 'key', racekeys: query.racekeys };
  if (query.meeting !== undefined && query.raceNumber !== undefined)
    return { by: 'key', racekeys: [`${query.meeting}${String(query.raceNumber).padStart(2, '0')}`] };
  if (query.problem !== undefined) return { is: 'not_a_day', values: { text } };
  const [, code = '', numbered] = CODE_AND_NUMBER.exec(query.words) ?? [];
  const isCode = query.racecourse_cd === undefined && code in CODE_TABLES.racecourse_cd.codes;
  const racecourse = isCode ? code : query.racecourse_cd;
  const number = query.raceNumber ?? (isCode && numbered !== undefined ? Number(numbered) : undefined);
  if (query.words !== '' && !isCode) return { is: 'no_race', values: { text } };
  if (query.day === undefined)
    return racecourse === undefined ? { is: 'no_race', values: { text } } : { is: 'no_day', values: {} };
  if (racecourse === undefined) return { is: 'no_course', values: {} };
  if (number === undefined || number < 1 || number > MOST_RACES_A_DAY) return { is: 'no_number', values: {} };
  const day = oneDay(query.day, text);
  return typeof day === 'string'
    ? { by: 'day', racedate: day, racecourse_cd: racecourse, raceNumber: number }
    : day;
}

const MOST_RACES_A_DAY = 12;

function keyed(key: string, rest: string, today: string): BetRace | LineProblem {
  const { racekeys } = readQuery(key, today);
  if (rest === '') return { by: 'key', racekeys };
  const day = typedDay(rest, today);
  if (day === undefined) return { is: 'no_race', values: { text: `${rest} ${key}` } };
  const racedate = oneDay(day, rest);
  return typeof racedate === 'string' ? { by: 'key', racekeys, racedate } : racedate;
}

function oneDay(day: NonNullable<ReturnType<typeof typedDay>>, text: string): string | LineProblem {
  if (day.is === 'impossible') return { is: 'not_a_day', values: { text } };
  if (day.is === 'period') return { is: 'no_day', values: {} };
  const [first = '', second] = day.racedates;
  return second === undefined && day.isDoubtful !== true ? first : { is: 'several_days', values: { text } };
}
