import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FileField } from '../file-format.ts';
import { aroundRows, stylesOf, workbookOf } from './template.ts';

const field = fc.constantFrom<Omit<FileField, 'name'>>(
  { type: 'S', value: 'text' },
  { type: 'S', value: 'boolean' },
  { type: 'S', value: 'date' },
  { type: 'S', value: 'time' },
  { type: 'S', value: 'timestamp' },
  { type: 'S?', value: 'whole' },
  { type: 'S?', value: 'whole', column: { kind: 'money' } },
  { type: 'S?', value: 'number' },
  { type: 'S?', value: 'number', column: { kind: 'odds' } },
  { type: 'S' },
  { type: 'I' },
);

test('the styles of any columns are those that the library gives them, and rows stand behind the header', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(field, { minLength: 1, maxLength: 40 }), async (kinds) => {
      const fields = kinds.map((kind, at) => ({ ...kind, name: `c${at}` }));
      const header = fields.map(({ name }) => name);
      const { sheet } = await workbookOf({ fields, header }, [], 1);
      const [before, after] = aroundRows(sheet, stylesOf(fields));
      expect(before).toMatch(/<sheetData><row r="1".*<\/row>$/s);
      expect(after).toMatch(/^<\/sheetData>/);
      expect(before).not.toContain('<dimension');
    }),
    { numRuns: 40 },
  );
});

test('a sheet that is not as the library wrote it once is an error, and no wrong file', () => {
  expect(() => aroundRows('<sheetData><row r="1"></row></sheetData>', [0])).toThrow('not as expected');
  expect(() => aroundRows('<row r="2"><c r="A2" s="1"><v>0</v></c></row>', [2])).toThrow('not as expected');
});
