// The value beside each value of a column that is shown with another one: the name of each race.

import type { CodedColumn } from './coded-column.ts';

/** By code of `column`: the first value that a row has in `beside`, null if none has one. */
export function valuesBeside(column: CodedColumn, beside: CodedColumn): (code: number) => string | null {
  const besideOf = new Int32Array(column.kinds).fill(-1);
  for (let row = 0; row < column.codes.length; row += 1) {
    const code = column.codes[row] ?? 0;
    const other = beside.codes[row] ?? 0;
    if ((besideOf[code] ?? 0) < 0 && other < beside.filled) besideOf[code] = other;
  }
  return (code) => {
    const other = besideOf[code] ?? -1;
    return other < 0 ? null : beside.text(other);
  };
}
