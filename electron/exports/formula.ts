// Text that a spreadsheet would read as a formula: counted, its columns named, and changed only on request.

import type { CellPage } from './file-format.ts';

const STARTS_A_FORMULA = /^[=+\-@\t\r]/;
/** The data writes a change of weight with a space after the sign: "+ 4". */
const NUMBER = /^[+-]? *(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A value that looks like a number, such as a weight change of -3, is not a formula. */
export const isFormula = (value: string): boolean => STARTS_A_FORMULA.test(value) && !NUMBER.test(value);

/** A leading apostrophe makes a spreadsheet treat the cell as text. */
const asText = (value: string): string => (isFormula(value) ? `'${value}` : value);

/** The cells of a file that read as formulas: how many, and in which columns. */
export class FormulaCheck {
  count = 0;
  readonly #columns = new Set<number>();
  readonly #neutralize: boolean;

  /** `neutralize`: cells that read as formulas are returned as text. */
  constructor(neutralize: boolean) {
    this.#neutralize = neutralize;
  }

  /** The header line: field names come from outside as well. */
  header(cells: readonly string[]): readonly string[] {
    for (const [column, cell] of cells.entries()) if (isFormula(cell)) this.#found(column);
    return this.#neutralize ? cells.map(asText) : cells;
  }

  page(page: CellPage): CellPage {
    let found = 0;
    for (const [column, cells] of page.entries())
      for (const cell of cells)
        if (cell !== null && isFormula(cell)) {
          this.#found(column);
          found += 1;
        }
    if (!this.#neutralize || found === 0) return page;
    return page.map((cells) => cells.map((cell) => (cell === null ? null : asText(cell))));
  }

  /** The names of the columns in which one was found, in their order. */
  columnsOf(names: readonly string[]): string[] {
    return names.filter((_, column) => this.#columns.has(column));
  }

  #found(column: number): void {
    this.count += 1;
    this.#columns.add(column);
  }
}
