// Text that a spreadsheet would read as a formula: counted, its columns named, and changed only on request.

import type { Cell } from '#shared/exports/typed-value.ts';
import type { CellPage } from './file-format.ts';

const STARTS_A_FORMULA = /^[=+\-@\t\r]/;
/** What follows the sign of a number. A change of weight is written with a space after the sign: "+ 4". */
export const NUMBER = String.raw` *(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?`;
const IS_NUMBER = new RegExp(`^[+-]?${NUMBER}$`);

/** A value that looks like a number, such as a weight change of -3, is not a formula. */
export const isFormula = (value: string): boolean => STARTS_A_FORMULA.test(value) && !IS_NUMBER.test(value);

/** A leading apostrophe makes a spreadsheet treat the cell as text. */
const asText = (value: string): string => (isFormula(value) ? `'${value}` : value);
const cellAsText = (cell: Cell): Cell => (typeof cell === 'string' ? asText(cell) : cell);

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
        if (typeof cell === 'string' && isFormula(cell)) {
          this.#found(column);
          found += 1;
        }
    if (!this.#neutralize || found === 0) return page;
    return page.map((cells) => cells.map(cellAsText));
  }

  /** Adds formulas that were counted elsewhere, by column. */
  add(formulas: readonly number[]): void {
    for (const [column, found] of formulas.entries()) if (found > 0) this.#found(column, found);
  }

  /** The names of the columns with a formula, in their order. */
  columnsOf(names: readonly string[]): string[] {
    return names.filter((_, column) => this.#columns.has(column));
  }

  #found(column: number, cells = 1): void {
    this.count += cells;
    this.#columns.add(column);
  }
}
