// The filter grammar: `>=3 <5`, `=1,2,5`, `3..5`, `!tokyo`, `"exact"`, `=` for empty, `!=` for not empty.
//
//   condition  branch (`|` branch)*           any of them; "or" also means `|`
//   branch     term+                          all of them, optionally joined by "and"
//   term       `!`? (`<` | `<=` | `>` | `>=`) value
//              `!`? `=` list?                 equal to; without a list: empty
//              `!`? list                      contains a text, or equals a number
//   list       item (`,` item)*
//   item       value | value `..` value | `..` value | value `..`
//
// Full-width signs work too. The notation of values depends on the column (measure.ts).

import type { Column } from '#shared/catalogue/column.ts';
import { EVERYTHING } from '#shared/filters/condition.ts';
import type { Branch, FilterCondition, Item, Term } from '#shared/filters/condition.ts';
import { measureOf } from '#shared/filters/measure.ts';
import type { Measure, Typed } from '#shared/filters/measure.ts';
import { LONGEST_FILTER, misplaced, PROBLEMS, unreadable } from '#shared/filters/problem.ts';
import type { GrammarProblem } from '#shared/filters/problem.ts';
import { scan } from '#shared/filters/scan.ts';
import type { Operator, ScanOptions, Token } from '#shared/filters/scan.ts';

export type Filtered = Pick<Column, 'name' | 'kind' | 'codeTable' | 'english' | 'unit' | 'signed' | 'group'>;

export type Parsed =
  | { readonly ok: true; readonly condition: FilterCondition }
  | ({ readonly ok: false } & GrammarProblem);

/** How filters of this column are split into tokens. */
export function readingOf(column: Filtered): ScanOptions {
  const measure = measureOf(column);
  const compared = measure?.exclusive ? 'compared' : 'never';
  return { ranges: measure !== undefined, thousands: column.kind === 'money' ? 'always' : compared };
}

class GrammarError extends Error {
  readonly found: GrammarProblem;
  constructor(found: GrammarProblem) {
    super(found.problem.en);
    this.found = found;
  }
}

const refuse = (problem: GrammarProblem['problem'], at: number): never => {
  throw new GrammarError({ problem, at });
};

type Worded = Extract<Token, { text: string }>;

const COMPARISONS: readonly Operator[] = ['<', '<=', '>', '>='];
const JOINTS: readonly Operator[] = ['|', '&', ','];

class Parser {
  readonly #tokens: readonly Token[];
  readonly #measure: Measure | undefined;
  readonly #length: number;
  #next = 0;

  constructor(text: string, column: Filtered) {
    this.#tokens = scan(text, readingOf(column));
    this.#measure = measureOf(column);
    this.#length = text.length;
  }

  condition(): FilterCondition {
    if (this.#tokens.length === 0) return EVERYTHING;
    const branches = [this.#branch()];
    while (this.#takes('|')) branches.push(this.#branch());
    return { anyOf: branches };
  }

  get #here(): Token | undefined {
    return this.#tokens[this.#next];
  }

  get #at(): number {
    return this.#here?.at ?? this.#length;
  }

  get #operator(): Operator | undefined {
    return this.#here?.is === 'operator' ? this.#here.operator : undefined;
  }

  #takes(...operators: readonly Operator[]): Operator | undefined {
    const operator = this.#operator;
    if (operator === undefined || !operators.includes(operator)) return undefined;
    this.#next += 1;
    return operator;
  }

  #branch(): Branch {
    const allOf = [this.#term()];
    while (this.#here !== undefined && this.#operator !== '|') {
      this.#takes('&');
      allOf.push(this.#term());
    }
    return { allOf };
  }

  #term(): Term {
    const negation = this.#takes('!', '!=');
    const not = negation ? { not: true as const } : {};
    const comparison = this.#takes(...COMPARISONS);
    if (comparison && negation !== '!=') return { ...not, ...this.#compared(comparison) };
    if (comparison) return refuse(misplaced(comparison), this.#at - 1);
    const whole = negation === '!=' || this.#takes('=') !== undefined;
    return { ...not, oneOf: whole && !this.#startsItem() ? [{ is: 'empty' }] : this.#list(whole) };
  }

  #startsItem(): boolean {
    const here = this.#here;
    if (here === undefined) return false;
    // A comma passes here, so that the missing item before it is reported.
    return here.is !== 'operator' || here.operator === '..' || here.operator === ',';
  }

  #compared(comparison: Operator): Term {
    const { from, to } = this.#value(this.#word());
    if (comparison === '>=') return { oneOf: [{ is: 'range', from }] };
    if (comparison === '<=') return { oneOf: [{ is: 'range', to }] };
    return { beyond: comparison === '>' ? { is: 'above', bound: to } : { is: 'below', bound: from } };
  }

  #list(whole: boolean): readonly Item[] {
    const items = [this.#item(whole)];
    while (this.#takes(',')) items.push(this.#item(whole));
    return items;
  }

  #item(whole: boolean): Item {
    if (this.#takes('..')) return { is: 'range', to: this.#value(this.#word()).to };
    const word = this.#word();
    if (this.#takes('..')) return this.#rangeFrom(word);
    const blank = word.text.trim() === '';
    if (word.is === 'whole') return blank ? { is: 'empty' } : { is: 'whole', text: word.text };
    if (word.is === 'part')
      return blank ? refuse(PROBLEMS.missing, word.at) : { is: 'text', text: word.text };
    if (this.#measure?.exclusive) return { is: 'range', ...this.#value(word) };
    return { is: whole ? 'whole' : 'text', text: word.text };
  }

  #rangeFrom(word: Worded): Item {
    const { from } = this.#value(word);
    if (this.#here === undefined || this.#here.is === 'operator') return { is: 'range', from };
    const { to } = this.#value(this.#word());
    return from <= to ? { is: 'range', from, to } : refuse(PROBLEMS.reversed, word.at);
  }

  #word(): Worded {
    const here = this.#here;
    if (here?.is === 'unended') return refuse(PROBLEMS.unended, here.at);
    if (here === undefined || here.is === 'operator') {
      const joint = here === undefined || JOINTS.includes(here.operator);
      return refuse(joint ? PROBLEMS.missing : misplaced(here.operator), this.#at);
    }
    this.#next += 1;
    return here;
  }

  #value({ text, at }: Worded): Typed {
    const measure = this.#measure;
    if (!measure) return refuse(PROBLEMS.unordered, at);
    return measure.typed(text) ?? refuse(unreadable(text, measure.expects), at);
  }
}

/** Parses the text of a column's filter; blank text has no condition. Never throws. */
export function parseCondition(text: string, column: Filtered): Parsed {
  if (text.length > LONGEST_FILTER) return { ok: false, problem: PROBLEMS.tooLong, at: LONGEST_FILTER };
  try {
    return { ok: true, condition: new Parser(text, column).condition() };
  } catch (error) {
    if (error instanceof GrammarError) return { ok: false, ...error.found };
    throw error;
  }
}
