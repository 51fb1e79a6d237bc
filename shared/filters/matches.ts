// Whether a raw value passes a filter. Built once per condition, then called once for each distinct value.

import type { Kind } from '#shared/catalogue/column.ts';
import { isBlank } from '#shared/catalogue/reading.ts';
import { decode, isDecoded } from '#shared/catalogue/decode.ts';
import { formatValue } from '#shared/catalogue/format.ts';
import { codeNamed } from '#shared/filters/code-search.ts';
import { combinationNamed, withdrawnNamed } from '#shared/filters/combination-search.ts';
import type { Beyond, FilterCondition, Item, Term } from '#shared/filters/condition.ts';
import { containing, fold } from '#shared/filters/fold.ts';
import type { Filtered } from '#shared/filters/grammar.ts';
import { measureOf, type Measure } from '#shared/filters/measure.ts';

/** `beside`: the value of the column that the shown text is made with (`Column.beside`). */
type Test = (raw: string | null, beside?: string | null) => boolean;
/** A test of values that are not blank. */
type Filled = (raw: string, beside?: string | null) => boolean;

const holds = (text: string, whole: boolean): ((raw: string) => boolean) => {
  const wanted = fold(text);
  return whole ? (raw) => fold(raw) === wanted : containing(text, false);
};

/** Searches the raw value and its meaning in either language. */
const decoded = (column: Filtered, text: string, whole: boolean): Filled => {
  const test = holds(text, whole);
  return (raw) => test(raw) || test(decode(column, raw, 'en') ?? '') || test(decode(column, raw, 'ja') ?? '');
};

/** The digits of withdrawn horses are flags by horse number: what is typed are the numbers, as cells have them. */
const digitRun = (column: Filtered, text: string, whole: boolean): Filled =>
  (column.name === 'cancel_horse' ? withdrawnNamed(text, whole) : undefined) ?? decoded(column, text, whole);

/** What a race is shown as, in either language. */
const raceTitles = (column: Filtered, raw: string, beside: string | null = null): readonly string[] =>
  (['en', 'ja'] as const).map((language) => formatValue(column, raw, language, 'kana', beside));

/** A character that nobody types: a text is searched for in both titles at once, but not across them. */
const BETWEEN = '\u0001';

/** Tests whether a race contains the text as it is shown in either language, its name also by its sound. */
export function raceContaining(
  column: Filtered,
  text: string,
): (raw: string, beside?: string | null) => boolean {
  const contains = containing(text, true);
  return (raw, beside) => contains(raceTitles(column, raw, beside).join(BETWEEN));
}

function keyNamed(_column: Filtered, text: string, whole: boolean): (raw: string) => boolean {
  const wanted = text.normalize('NFKC').trim();
  return whole ? (raw) => raw.normalize('NFKC').trim() === wanted : holds(text, whole);
}

/** How a text is searched for, if not only in the raw value. */
const SEARCHES: { readonly [kind in Kind]?: (column: Filtered, text: string, whole: boolean) => Filled } = {
  code: codeNamed,
  mark: codeNamed,
  codes: digitRun,
  numbers: combinationNamed,
  name: (_column, text, whole) => (whole ? holds(text, whole) : containing(text, true)),
  // Two keys can differ only in case, so the match of a whole key is case-sensitive.
  key: keyNamed,
  race: (column, text, whole) => {
    const isKey = keyNamed(column, text, whole);
    const isShown = holds(text, true);
    const contains = raceContaining(column, text);
    return (raw, beside) =>
      isKey(raw) || (whole ? raceTitles(column, raw, beside).some(isShown) : contains(raw, beside));
  },
};

function search(column: Filtered, text: string, whole: boolean): Filled {
  const own = SEARCHES[column.kind] ?? (isDecoded(column) ? decoded : undefined);
  return own ? own(column, text, whole) : holds(text, whole);
}

function within(item: Extract<Item, { is: 'range' }>, measure: Measure): Filled {
  const { from, to } = item;
  return (raw) => {
    const value = measure.read(raw);
    if (value === undefined || (value === 0 && measure.zeroIsNone && from === undefined)) return false;
    return (from === undefined || value >= from) && (to === undefined || value <= to);
  };
}

function beyond({ is, bound }: Beyond, measure: Measure): Filled {
  return (raw) => {
    const value = measure.read(raw);
    if (value === undefined) return false;
    if (is === 'above') return value > bound;
    return value < bound && !(value === 0 && measure.zeroIsNone);
  };
}

const filled =
  (test: Filled): Test =>
  (raw, beside) =>
    raw !== null && !isBlank(raw) && test(raw, beside);

const never: Filled = () => false;

function itemTest(item: Item, column: Filtered): Test {
  if (item.is === 'empty') return isBlank;
  if (item.is !== 'range') return filled(search(column, item.text, item.is === 'whole'));
  const measure = measureOf(column);
  return filled(measure ? within(item, measure) : never);
}

function termTest(term: Term, column: Filtered): Test {
  const measure = measureOf(column);
  const tests =
    'beyond' in term
      ? [filled(measure ? beyond(term.beyond, measure) : never)]
      : term.oneOf.map((item) => itemTest(item, column));
  const isOne: Test = (raw, beside) => tests.some((test) => test(raw, beside));
  return term.not ? (raw, beside) => !isOne(raw, beside) : isOne;
}

/**
 * Tests whether a column's raw value passes. A value that does not parse is in no range. "00" is in no range without
 * a lower end if it means "none" in the column (a place, a horse number, a time). A negated term matches every other
 * value, including missing ones. A race is found by its key and by what it is shown as; its name is the value beside.
 */
export function matcher(condition: FilterCondition, column: Filtered): Test {
  const branches = condition.anyOf.map(({ allOf }) => allOf.map((term) => termTest(term, column)));
  return (raw, beside) => branches.some((tests) => tests.every((test) => test(raw, beside)));
}
