// Cells that could not be read as values of their column: they are empty in the file, counted and named.

export class UnreadableCells {
  count = 0;
  readonly #columns = new Set<number>();

  add(column: number, cells: number): void {
    if (cells === 0) return;
    this.count += cells;
    this.#columns.add(column);
  }

  /** The names of their columns, in their order. */
  columnsOf(names: readonly string[]): string[] {
    return names.filter((_, column) => this.#columns.has(column));
  }
}
