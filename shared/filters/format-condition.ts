// Writes a condition as a user would type it; parseCondition reads it back unchanged.

import type { RangeEnd, FilterCondition, Item, Term } from '#shared/filters/condition.ts';
import { readingOf } from '#shared/filters/grammar.ts';
import type { Filtered } from '#shared/filters/grammar.ts';
import { measureOf } from '#shared/filters/measure.ts';
import { meaning, scan } from '#shared/filters/scan.ts';

/** Every character that is read as the quote is doubled, such as those of another width. */
const quoted = (text: string, quote: '"' | "'"): string =>
  quote + Array.from(text, (each) => (meaning(each) === quote ? each + each : each)).join('') + quote;

class Formatter {
  readonly #column: Filtered;
  readonly #exclusive: boolean;

  constructor(column: Filtered) {
    this.#column = column;
    this.#exclusive = measureOf(column)?.exclusive ?? false;
  }

  /** Whether the text parses as itself without quotes. */
  #isPlain(text: string): boolean {
    const [token, ...more] = scan(text, readingOf(this.#column));
    return token?.is === 'bare' && token.text === text && more.length === 0;
  }

  #bound(bound: RangeEnd | undefined): string {
    if (bound === undefined) return '';
    const text = measureOf(this.#column)?.write(bound) ?? String(bound);
    // A dot at the end would run into the dots of the range.
    return typeof bound === 'string' && !/^\w+$/.test(text) ? quoted(text, '"') : text;
  }

  #item(item: Item, whole: boolean): string {
    if (item.is === 'empty') return '""';
    if (item.is === 'range') {
      const single = this.#exclusive && item.from === item.to;
      return single ? this.#bound(item.from) : `${this.#bound(item.from)}..${this.#bound(item.to)}`;
    }
    const bare = !this.#exclusive && this.#isPlain(item.text);
    if (item.is === 'whole') return whole && bare ? item.text : quoted(item.text, '"');
    return bare ? item.text : quoted(item.text, "'");
  }

  #list(items: readonly Item[]): string {
    const [first] = items;
    if (
      items.length === 1 &&
      first?.is === 'range' &&
      (first.from === undefined) !== (first.to === undefined)
    )
      return first.from === undefined ? `<=${this.#bound(first.to)}` : `>=${this.#bound(first.from)}`;
    const isWhole = ({ is }: Item): boolean => is === 'whole' || is === 'empty';
    const isNumber = (item: Item): boolean => item.is === 'range' && this.#exclusive && item.from === item.to;
    const whole = items.every((item) => isWhole(item) || isNumber(item));
    return (whole ? '=' : '') + items.map((item) => this.#item(item, whole)).join(', ');
  }

  term(term: Term, last: boolean): string {
    const not = term.not ? '!' : '';
    if ('beyond' in term)
      return `${not}${term.beyond.is === 'above' ? '>' : '<'}${this.#bound(term.beyond.bound)}`;
    const alone = term.oneOf.length === 1 && term.oneOf[0]?.is === 'empty';
    return not + (alone && last ? '=' : this.#list(term.oneOf));
  }
}

/** `=1, 2, 5`, `>=3 <5`, `1:34.5..1:36.0`: parseCondition returns an equal condition for it. */
export function formatCondition(condition: FilterCondition, column: Filtered): string {
  const formatter = new Formatter(column);
  return condition.anyOf
    .map(({ allOf }) => {
      const terms = allOf.map((term, index) => formatter.term(term, index === allOf.length - 1));
      // Two adjacent texts would parse as one.
      return terms.reduce((all, term) => `${all}${/^[<>=!]/.test(term) ? ' ' : ' and '}${term}`, '');
    })
    .map((branch) => branch.replace(/^ (?:and )?/, ''))
    .join(' | ');
}
