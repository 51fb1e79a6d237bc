// How many rows the archive writes to each file of an export.

/**
 * Cells that the archive writes at once, a second's work at most: it cannot be interrupted meanwhile, since that would
 * end the transaction that the open result reads in. Each time sorted rows scan the whole table, so a wide table takes
 * more cells at once.
 */
const COPIED_CELLS = { unchanged: 2_000_000, json: 3_000_000, made: 4_000_000 } as const;
/** Rows of Parquet are sorted: 35 MB for four million cells that SQL makes, so they are fewer. */
const SORTED_CELLS = 1_000_000;
/** Texts that SQL makes are made once for each value that a block lists, and again for the next file. */
const LEAST_COPIED_ROWS = { unchanged: 10_000, made: 25_000, json: 28_000 } as const;
/**
 * The part of the others' rows that the first files of lines have, since how long lines are is known only once some are
 * taken; and the last one, since nothing is written while its lines are taken.
 */
const SMALL_FILE = 1 / 4;
/** Of a file whose lines are in no order, nearly all are in memory until they are put in order. */
const MOST_WAITING_BYTES = 12 << 20;
const LEAST_SORTED_ROWS = 1000;

interface FilesOf {
  /** Of the export. */
  readonly rows: number;
  readonly columns: number;
  readonly isLines: boolean;
  readonly isJson: boolean;
  /** Whether SQL makes the cells. */
  readonly isMade: boolean;
  /** As many in each file; tests use fewer than there would be. */
  readonly copiedRows: number | undefined;
}

export class FileSizes {
  readonly #isLines: boolean;
  readonly #most: number;
  readonly #small: number;
  #fitting = Number.POSITIVE_INFINITY;
  #next: number;

  constructor({ rows, columns, isLines, isJson, isMade, copiedRows }: FilesOf) {
    const kind = isMade ? 'made' : 'unchanged';
    const cells = isLines ? COPIED_CELLS[isJson ? 'json' : kind] : SORTED_CELLS;
    const least = LEAST_COPIED_ROWS[isJson && isMade ? 'json' : kind];
    this.#isLines = isLines;
    this.#most = copiedRows ?? Math.max(least, Math.floor(cells / columns));
    this.#small = Math.ceil(this.#most * SMALL_FILE);
    // Only lines wait in memory, so other files all have one size.
    this.#next = copiedRows ?? (isLines ? this.#small : Math.ceil(rows / Math.ceil(rows / this.#most)));
  }

  /** How many of the rows that are left the next file has. */
  next(left: number): number {
    const isLast = left <= this.#next && !(this.#isLines && left > 2 * this.#small);
    if (isLast) return left;
    if (!this.#isLines) return this.#next;
    // As large as the others between the first and the last: the largest decides how much memory is needed.
    const between = left > 2 * this.#small ? left - this.#small : left;
    return Math.ceil(between / Math.ceil(between / this.#next));
  }

  /** Its lines are in order, so none of them waits for another. */
  inOrder(): void {
    if (this.#isLines) this.#next = this.#fitted();
  }

  /** `waiting`: the most bytes of a file with so many rows that were in memory at a time. */
  took(rows: number, waiting: number): void {
    if (!this.#isLines) return;
    if (waiting > MOST_WAITING_BYTES / 2)
      this.#fitting = Math.min(
        this.#fitting,
        Math.max(LEAST_SORTED_ROWS, Math.floor((rows * MOST_WAITING_BYTES) / waiting)),
      );
    this.#next = this.#fitted();
  }

  #fitted(): number {
    return Math.min(this.#most, this.#fitting);
  }
}
