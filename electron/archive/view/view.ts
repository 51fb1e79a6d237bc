// A view over rows: columns read when first needed, an arrangement of the rows, and what is asked of them. A newer
// question of the same kind ends the older one.

import type { Arranged, RowArrangement } from '#shared/bridge/arranged.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { RailbirdError } from '#shared/errors.ts';
import { fromCells } from './coded-column.ts';
import { HeldView } from './held-view.ts';
import { neededFor } from './needed-columns.ts';
import { Pace } from './pace.ts';
import type { Answers, QuestionName, Questions } from './questions.ts';

/** Reads whole columns, in the order of the answer. */
export type ReadColumns = (names: readonly string[]) => Promise<readonly (readonly (string | null)[])[]>;

/** Most columns that decide an order. */
export const MOST_SORT_COLUMNS = 4;

const AS_ANSWERED: RowArrangement = { sort: [], filters: [] };

export class View {
  readonly records: number;
  readonly #columns: ReadonlyMap<string, Column>;
  readonly #read: ReadColumns;
  readonly #held: HeldView;
  readonly #coded = new Map<string, Promise<void>>();
  /** The newest question of each kind. */
  readonly #newest = new Map<string, symbol>();
  #arrangement = AS_ANSWERED;
  #rows: number;

  constructor(records: number, columns: readonly Column[], read: ReadColumns) {
    this.records = records;
    this.#columns = new Map(columns.map((column) => [column.name, column]));
    this.#read = read;
    this.#held = new HeldView(records, columns);
    this.#rows = records;
  }

  get arrangement(): RowArrangement {
    return this.#arrangement;
  }

  /** How many rows pass. */
  get rows(): number {
    return this.#rows;
  }

  /** Blanks last in either direction; ties keep the order of the answer. Unknown columns decide nothing. */
  async arrange(arrangement: RowArrangement, signal?: AbortSignal): Promise<Arranged> {
    const arranged = await this.ask('arrange', { arrangement }, signal);
    this.#arrangement = arrangement;
    this.#rows = arranged.rows;
    return arranged;
  }

  /** `cells[c][r]`: column c of `columns`, row `from + r` of the arranged rows. Unknown columns are all null. */
  cells(columns: readonly string[], from: number, count: number): Promise<(string | null)[][]> {
    return this.ask('cells', { columns, from, count });
  }

  /** Errors: CANCELLED by `signal` or a newer question; those of reading. */
  async ask<Name extends QuestionName>(
    name: Name,
    question: Questions[Name],
    signal?: AbortSignal,
  ): Promise<Answers[Name]> {
    const kind = kindOf(name, question);
    const mine = Symbol(name);
    if (kind !== undefined) this.#newest.set(kind, mine);
    const isCancelled = () =>
      signal?.aborted === true || (kind !== undefined && this.#newest.get(kind) !== mine);
    const needed = neededFor(name, question);
    // Values pass the filters of the other columns.
    const standing = name === 'values' || name === 'profile' ? this.#standing() : [];
    await this.#need([...needed, ...standing]);
    if (isCancelled()) throw new RailbirdError('CANCELLED');
    return this.#held.ask(name, question, new Pace(isCancelled));
  }

  #standing(): string[] {
    return neededFor('arrange', { arrangement: { ...this.#arrangement, sort: [] } });
  }

  async #need(names: readonly string[]): Promise<void> {
    const known = names.filter((name) => this.#columns.has(name));
    const missing = [...new Set(known.filter((name) => !this.#coded.has(name)))];
    if (missing.length > 0) {
      const reading = this.#read(missing);
      for (const [index, name] of missing.entries()) {
        const coding = reading.then((columns) => this.#put(name, columns[index] ?? []));
        // A read that failed is tried again by the next look.
        coding.catch(() => this.#coded.delete(name));
        this.#coded.set(name, coding);
      }
    }
    await Promise.all(known.map((name) => this.#coded.get(name)));
  }

  #put(name: string, cells: readonly (string | null)[]): void {
    const definition = this.#columns.get(name);
    if (definition) this.#held.put(fromCells(definition, cells));
  }
}

/** Questions of one kind of which only the newest counts; windows are asked for side by side. */
function kindOf<Name extends QuestionName>(name: Name, question: Questions[Name]): string | undefined {
  switch (name) {
    case 'arrange':
    case 'statistics':
    case 'groups':
      return name;
    case 'values':
    case 'profile':
      return `${name} ${JSON.stringify('column' in question ? [question.column, 'others' in question] : [])}`;
    default:
      return undefined;
  }
}
