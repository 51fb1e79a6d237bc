// Edits a filter's text by clicks instead of typing: values ticked in a list, a range of numbers or dates. Pure.

import type { Column } from '#shared/catalogue/column.ts';
import { isDecoded } from '#shared/catalogue/decode.ts';
import { formatValue } from '#shared/catalogue/format.ts';
import { isBlank } from '#shared/catalogue/reading.ts';
import { EVERYTHING } from '#shared/filters/condition.ts';
import type { RangeEnd, FilterCondition, Item, Term } from '#shared/filters/condition.ts';
import { formatCondition } from '#shared/filters/format-condition.ts';
import { parseCondition } from '#shared/filters/grammar.ts';
import { measureOf } from '#shared/filters/measure.ts';
import type { Language } from '#shared/text.ts';

/** The list of a condition that is a single list. */
function listOf(condition: FilterCondition): readonly Item[] | undefined {
  const [branch, ...otherBranches] = condition.anyOf;
  const [term, ...otherTerms] = branch?.allOf ?? [];
  if (otherBranches.length > 0 || otherTerms.length > 0) return undefined;
  if (term === undefined || term.not === true || 'beyond' in term) return undefined;
  return term.oneOf;
}

const isSingle = (item: Item): boolean =>
  item.is === 'whole' || item.is === 'empty' || (item.is === 'range' && item.from === item.to);

/** A raw value as an item of a list. */
function itemOf(raw: string | null, column: Column): Item {
  if (raw === null || isBlank(raw)) return { is: 'empty' };
  const measure = measureOf(column);
  const bound = measure?.exclusive === true ? measure.read(raw) : undefined;
  return bound === undefined ? { is: 'whole', text: raw } : { is: 'range', from: bound, to: bound };
}

const same = (a: Item, b: Item): boolean => writtenItem(a) === writtenItem(b);

const writtenItem = (item: Item | Term): string =>
  JSON.stringify(item, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));

const writtenTerms = (allOf: readonly Term[], column: Column): string =>
  formatCondition({ anyOf: [{ allOf }] }, column);

const written = (items: readonly Item[], column: Column): string =>
  items.length === 0 ? '' : writtenTerms([{ oneOf: items }], column);

/** The values that a text picks, if it is only a list of values; empty for blank text. */
export function pickedItems(text: string, column: Column): readonly Item[] | undefined {
  if (text.trim() === '') return [];
  const parsed = parseCondition(text, column);
  const items = parsed.ok ? listOf(parsed.condition) : undefined;
  return items?.every(isSingle) === true ? items : undefined;
}

export const isPicked = (picked: readonly Item[] | undefined, raw: string | null, column: Column): boolean =>
  picked?.some((item) => same(item, itemOf(raw, column))) === true;

/** The text with a value ticked or unticked; a text that is not a list of values is replaced by the value. */
export function togglePicked(text: string, column: Column, raw: string | null): string {
  const item = itemOf(raw, column);
  const picked = pickedItems(text, column) ?? [];
  const without = picked.filter((each) => !same(each, item));
  return written(without.length < picked.length ? without : [...picked, item], column);
}

/** A single value, as when the rows of a total are opened. */
export const onlyPicked = (column: Column, raw: string | null): string =>
  written([itemOf(raw, column)], column);

/** The condition with more terms in each of its alternatives, unless they have them; one that is not understood is replaced. */
function withTerms(text: string, column: Column, more: readonly Term[]): string {
  const parsed = text.trim() === '' ? undefined : parseCondition(text, column);
  const before = parsed?.ok === true ? parsed.condition : EVERYTHING;
  const anyOf = before.anyOf.map(({ allOf }) => {
    const has = new Set(allOf.map(writtenItem));
    return { allOf: [...allOf, ...more.filter((term) => !has.has(writtenItem(term)))] };
  });
  return formatCondition({ anyOf }, column);
}

/** The text that leaves a value out as well, of each alternative; a text that is not understood is replaced. */
export const withoutValue = (text: string, column: Column, raw: string | null): string =>
  withTerms(text, column, [{ not: true, oneOf: [itemOf(raw, column)] }]);

/**
 * The text of what passes both: for a count of the rows that pass the first, which is to open them. A value among those
 * rows says it all, but a combination does not, because the same digits are of other bets too.
 */
export function narrowedBy(text: string, added: string, column: Column): string {
  const parsed = parseCondition(added, column);
  const [branch, ...others] = parsed.ok ? parsed.condition.anyOf : [];
  const isValue = column.kind !== 'numbers' && pickedItems(added, column) !== undefined;
  if (branch === undefined || others.length > 0 || isValue || text.trim() === '') return added;
  return isWithin(rangeOf(added, column), rangeOf(text, column))
    ? added
    : withTerms(text, column, branch.allOf);
}

/** A bound that can be compared with any other: NaN, which is beyond none, for keys, huge numbers and open ends. */
const plainNumber = (end: RangeEnd | undefined): number => (typeof end === 'number' ? end : NaN);

/** Whether a range of numbers has nothing that another lacks. A range that is open below leaves out zeros that mean none. */
function isWithin(inner: Range | undefined, outer: Range | undefined): boolean {
  if (inner === undefined || outer === undefined) return false;
  const [from, to] = [plainNumber(inner.from), plainNumber(inner.to)];
  const isAbove = outer.from === undefined ? from > 0 : from >= plainNumber(outer.from);
  if (outer.to === undefined) return isAbove && !Number.isNaN(to);
  const most = plainNumber(outer.to);
  return isAbove && (outer.below === true && inner.below !== true ? to < most : to <= most);
}

export interface Range {
  readonly from?: RangeEnd | undefined;
  readonly to?: RangeEnd | undefined;
  /** `to` itself is excluded, as in a histogram's bins. */
  readonly below?: boolean | undefined;
}

/** The range that a text is, if it is only a range; empty for blank text. */
export function rangeOf(text: string, column: Column): Range | undefined {
  if (text.trim() === '') return {};
  const parsed = parseCondition(text, column);
  const [branch, ...others] = parsed.ok ? parsed.condition.anyOf : [];
  if (branch === undefined || others.length > 0 || branch.allOf.length > 2) return undefined;
  let range: Range = {};
  for (const term of branch.allOf) {
    const next = endsOf(term);
    // Of two lower or two upper ends neither is that of the range.
    if (next === undefined || Object.keys(next).some((end) => end in range)) return undefined;
    range = { ...range, ...next };
  }
  return range;
}

/** The bounds of a condition with a single term. */
function endsOf(term: Term): Range | undefined {
  if (term.not === true) return undefined;
  if ('beyond' in term)
    return term.beyond.is === 'below' ? { to: term.beyond.bound, below: true } : undefined;
  const [item, ...others] = term.oneOf;
  if (item?.is !== 'range' || others.length > 0) return undefined;
  const { from, to } = item;
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** The text of a range; blank when it is open at both ends. */
export function withRange(column: Column, { from, to, below = false }: Range): string {
  if (from === undefined && to === undefined) return '';
  const item = (ends: { from?: RangeEnd; to?: RangeEnd }): Term => ({ oneOf: [{ is: 'range', ...ends }] });
  if (!below || to === undefined)
    return writtenTerms(
      [item({ ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) })],
      column,
    );
  const beyond: Term = { beyond: { is: 'below', bound: to } };
  return writtenTerms(from === undefined ? [beyond] : [item({ from }), beyond], column);
}

/** A bound as the user types it; blank for none. */
export const boundText = (column: Column, bound: RangeEnd | undefined): string =>
  bound === undefined ? '' : (measureOf(column)?.write(bound) ?? String(bound));

/** A filter's text for its chip: labels in place of codes if it is a list of codes, course and number beside keys of races. */
export function inWords(text: string, column: Column, language: Language, empty: string): string {
  const isRace = column.kind === 'race';
  const picked = isDecoded(column) || isRace ? pickedItems(text, column) : undefined;
  if (picked === undefined || picked.length === 0) return text.trim();
  return picked
    .map((item) =>
      item.is === 'whole' ? wordsOf(column, item.text, language) : item.is === 'empty' ? empty : '',
    )
    .filter((words) => words !== '')
    .join(', ');
}

/** Another day has a race of the same number, so the key stays. */
function wordsOf(column: Column, raw: string, language: Language): string {
  const words = formatValue(column, raw, language);
  return column.kind === 'race' && words !== raw ? `${words} (${raw})` : words;
}
