// A view over rows: an arrangement of them, and what is asked of them. A newer question of the same kind ends the
// older one.

import type { Arranged, RowArrangement } from '#shared/bridge/row-query.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { Held, Holder, Window } from './column-store.ts';
import { neededFor } from './needed-columns.ts';
import type { Answers, QuestionName, Questions } from './queries.ts';

/** Most columns that decide an order. */
export const MOST_SORT_COLUMNS = 4;

/** Of an arrangement that the rows are not in: how many would pass, and cells of them. */
export type Preview = Arranged & { readonly cells: (string | null)[][] };

const AS_ANSWERED: RowArrangement = { sort: [], filters: [] };

export class View {
  readonly records: number;
  readonly #columns: ReadonlyMap<string, Column>;
  readonly #holder: Holder;
  /** Ends the newest question of each kind. */
  readonly #newest = new Map<string, AbortController>();
  #arrangement = AS_ANSWERED;
  #rows: number;
  #uses = 0;
  #released = false;

  constructor(records: number, columns: readonly Column[], holder: Holder) {
    this.records = records;
    this.#columns = new Map(columns.map((column) => [column.name, column]));
    this.#holder = holder;
    this.#rows = records;
  }

  get arrangement(): RowArrangement {
    return this.#arrangement;
  }

  /** How many rows pass. */
  get rows(): number {
    return this.#rows;
  }

  held(): Held {
    return this.#holder.held();
  }

  /** Columns without a value in any row, whichever pass. */
  blankEverywhere(names: readonly string[]): Promise<readonly string[]> {
    return this.#holder.blankEverywhere(names);
  }

  /** Blanks last in either direction; ties keep the order of the answer. Unknown columns decide nothing. */
  async arrange(arrangement: RowArrangement, signal?: AbortSignal): Promise<Arranged> {
    const arranged = await this.ask('arrange', { arrangement }, signal);
    this.#arrangement = isPlain(arrangement) ? AS_ANSWERED : arrangement;
    this.#rows = arranged.rows;
    return arranged;
  }

  /**
   * What an arrangement would come to that may be wanted next, and the cells of a window of it; the rows stay as they
   * are. Arranged so, they are ready. Errors: CANCELLED by a newer preview.
   */
  async preview(
    arrangement: RowArrangement,
    { columns, from, count }: { columns: readonly string[]; from: number; count: number },
    signal?: AbortSignal,
  ): Promise<Preview> {
    const { until, over } = this.#newestOf('preview', signal);
    try {
      const arranged = await this.ask('preview', { arrangement }, until);
      const window = { from, count, arranged: !isPlain(arrangement), of: arrangement };
      const cells = await this.#cells(columns, window, until);
      if (until.aborted) throw new RailbirdError('CANCELLED');
      return { ...arranged, cells };
    } finally {
      over();
    }
  }

  /** Columns that the next arrangement may look at. */
  prepare(names: readonly string[]): void {
    this.#holder.prepare(names);
  }

  /** `cells[c][r]`: column c of `names`, row `from + r` of the arranged rows. Unknown columns are all null. */
  cells(
    names: readonly string[],
    from: number,
    count: number,
    signal?: AbortSignal,
  ): Promise<(string | null)[][]> {
    return this.#cells(names, { from, count, arranged: this.#arrangement !== AS_ANSWERED }, signal);
  }

  async #cells(
    names: readonly string[],
    window: Window,
    signal: AbortSignal | undefined,
  ): Promise<(string | null)[][]> {
    const { from, count, of } = window;
    const known = names.filter((name) => this.#columns.has(name));
    const unheld = new Set(this.#holder.unheld(known, window));
    if (unheld.size === 0) return this.ask('cells', { columns: names, from, count, of }, signal);
    const rest = names.filter((name) => !unheld.has(name));
    const left = this.#use();
    const [apart, here] = await Promise.all([
      this.#holder.cellsUnheld([...unheld], window, signal),
      rest.length > 0 ? this.ask('cells', { columns: rest, from, count, of }, signal) : [],
    ]).finally(left);
    const byName = new Map([
      ...[...unheld].map((name, index) => [name, apart[index] ?? []] as const),
      ...rest.map((name, index) => [name, here[index] ?? []] as const),
    ]);
    return names.map((name) => byName.get(name) ?? []);
  }

  /** Errors: CANCELLED by `signal` or a newer question; RESULT_CLOSED; those of reading. */
  async ask<Name extends QuestionName>(
    name: Name,
    question: Questions[Name],
    signal?: AbortSignal,
  ): Promise<Answers[Name]> {
    const { until, over } = this.#newestOf(kindOf(name, question), signal);
    const left = this.#use();
    try {
      return await this.#askHeld(name, question, until);
    } finally {
      left();
      over();
    }
  }

  /** Ends an older question of the kind. `until` is aborted by `signal` or by a newer one, before it is `over`. */
  #newestOf(
    kind: string | undefined,
    signal: AbortSignal | undefined,
  ): { until: AbortSignal; over: () => void } {
    const ends = new AbortController();
    const until = signal ? AbortSignal.any([signal, ends.signal]) : ends.signal;
    if (kind === undefined) return { until, over: () => undefined };
    this.#newest.get(kind)?.abort();
    this.#newest.set(kind, ends);
    const over = () => {
      if (this.#newest.get(kind) === ends) this.#newest.delete(kind);
    };
    return { until, over };
  }

  async #askHeld<Name extends QuestionName>(
    name: Name,
    question: Questions[Name],
    until: AbortSignal,
  ): Promise<Answers[Name]> {
    const done = await this.#holder.hold(this.#needed(name, question));
    try {
      if (until.aborted) throw new RailbirdError('CANCELLED');
      return await this.#holder.ask(name, question, until);
    } finally {
      done();
    }
  }

  /** Lets everything go, once what is being answered was answered. */
  release(): void {
    for (const ends of this.#newest.values()) ends.abort();
    this.#released = true;
    if (this.#uses === 0) this.#holder.release();
  }

  #use(): () => void {
    this.#uses += 1;
    return () => {
      this.#uses -= 1;
      if (this.#released && this.#uses === 0) this.#holder.release();
    };
  }

  #needed<Name extends QuestionName>(name: Name, question: Questions[Name]): string[] {
    const needed = neededFor(name, question);
    // Values pass the filters of the other columns.
    if (name !== 'values' && name !== 'profile') return needed;
    return [...needed, ...neededFor('arrange', { arrangement: { ...this.#arrangement, sort: [] } })];
  }
}

const isPlain = ({ sort, filters, quick }: RowArrangement): boolean =>
  sort.length === 0 && filters.length === 0 && quick === undefined;

/** Questions of one kind of which only the newest counts; windows are asked for side by side. */
function kindOf<Name extends QuestionName>(name: Name, question: Questions[Name]): string | undefined {
  if (name === 'arrange' || name === 'statistics') return name;
  if (name !== 'values' && name !== 'profile') return undefined;
  return `${name} ${'column' in question ? question.column : ''} ${'others' in question}`;
}
