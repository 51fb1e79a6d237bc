// Text that a spreadsheet would read as a formula: counted and told, never changed unasked.

const STARTS_A_FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A value that looks like a number, such as a weight change of -3, is none. */
export const isFormula = (value: string): boolean => STARTS_A_FORMULA.test(value) && !NUMBER.test(value);

export function countFormulas(cells: readonly (readonly (string | null)[])[]): number {
  let count = 0;
  for (const column of cells) {
    for (const value of column) if (value !== null && isFormula(value)) count += 1;
  }
  return count;
}
