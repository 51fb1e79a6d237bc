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
      const [before, after] = aroundRows(sheet, stylesOf(fields), header);
      expect(before).toMatch(/<sheetData><row r="1".*<\/row>$/s);
      expect(after).toMatch(/^<\/sheetData>/);
      expect(before).not.toContain('<dimension');
    }),
    { numRuns: 40 },
  );
});

test('a sheet that is not as the library wrote it once is an error, and no wrong file', () => {
  expect(() => aroundRows('<sheetData><row r="1"></row></sheetData>', [0], ['a'])).toThrow('not as expected');
  const other = '<sheetData><row r="1"/><row r="2"><c r="A2" s="1"><v>0</v></c></row></sheetData>';
  expect(() => aroundRows(other, [2], ['a'])).toThrow('not as expected');
});

test('no character of the header is lost', async () => {
  const header = ['a\u0001b', 'x\r\ny', '\ufffe', '_x0041\r', '<&>', ' b', ''];
  const fields = header.map((name): FileField => ({ name, type: 'S', value: 'text' }));
  const { sheet } = await workbookOf({ fields, header }, [], 1);
  const [before] = aroundRows(sheet, stylesOf(fields), header);
  expect([...before.matchAll(/<t(?: xml:space="preserve")?>([^<]*)<\/t>/g)].map(([, text]) => text)).toEqual([
    'a_x0001_b',
    'x_x000D_\ny',
    '_xFFFE_',
    '_x005F_x0041_x000D_',
    '&lt;&amp;&gt;',
    ' b',
    '',
  ]);
});

test('amounts have room for their commas', async () => {
  const widthOf = async (kind: 'money' | 'integer', widest: number) => {
    const fields: readonly FileField[] = [{ name: 'payoff', type: 'S?', value: 'whole', column: { kind } }];
    const { sheet } = await workbookOf({ fields, header: ['a'] }, [widest], 1);
    return Number(/<col [^>]*width="(\d+)/.exec(sheet)?.[1]);
  };
  // 123,456 and 23,456,789
  expect(await Promise.all([6, 8].map((digits) => widthOf('money', digits)))).toEqual([8, 11]);
  expect(await widthOf('integer', 8)).toBe(9);
});
