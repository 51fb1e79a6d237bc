// Formulas counted in the bytes of a file are those that the cells have, wherever the pieces are cut.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CSV, csvPage, TSV, tsvPage } from './csv.ts';
import { isFormula } from './formula.ts';
import { FormulaScan } from './formula-scan.ts';

const cell = fc.option(
  fc.oneof(
    fc.constantFrom(
      '',
      '=1+1',
      '-3',
      '+ 4',
      '-x',
      '@',
      '"',
      '="',
      '",',
      '\t',
      '\r',
      '\n=',
      '-1,5',
      '東京',
      '=東京',
    ),
    fc.string({ unit: fc.constantFrom('=', '-', '"', ',', '\t', '\r', '\n', '1', '.', 'e', 'é') }),
  ),
);
const columns = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 5 }))
  .chain(([width, height]) =>
    fc.array(fc.array(cell, { minLength: height, maxLength: height }), {
      minLength: width,
      maxLength: width,
    }),
  );

test.each([
  ['CSV', CSV, csvPage],
  ['TSV', TSV, tsvPage],
] as const)('%s', (_, { delimiter }, written) => {
  fc.assert(
    fc.property(columns, fc.integer({ min: 1, max: 7 }), (cells, length) => {
      const bytes = Buffer.from(written(cells));
      const scan = new FormulaScan(delimiter, cells.length);
      for (let at = 0; at < bytes.length; at += length) scan.add(bytes.subarray(at, at + length));
      expect(scan.counts).toEqual(
        cells.map((column) => column.filter((each) => each !== null && isFormula(each)).length),
      );
    }),
    { numRuns: 2000 },
  );
});
