import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sqlColumn } from '#shared/catalogue/sql-column.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { copyText, USUAL_COPY, type CopyChoice } from './copy-text.ts';

const columns = ['horse_number', 'horse_name', 'sex_cd', 'integration_mark'].flatMap(
  (name) => TABLES.d_ky.columns.find((column) => column.name === name) ?? [],
);
const cells = [
  ['01', '02'],
  ['アカツキ', 'A|B "C"'],
  ['1', '7'],
  ['1', null],
];
const copied = (choice: Partial<CopyChoice>): string =>
  copyText({ columns, cells, language: 'en', names: 'kana' }, { ...USUAL_COPY, ...choice });

describe('copied cells', () => {
  it('are tab-separated as displayed, as spreadsheets expect', () => {
    expect(copied({}).split('\r\n')[0]).toBe('1\tアカツキ\tMale (colt/horse)\t◎');
    expect(copied({ withHeads: true }).split('\r\n')[0]).toContain('Horse number\t');
  });

  it('keep raw codes and figures on request, with field names', () => {
    const [head, first] = copied({ values: 'raw', withHeads: true, format: 'csv' }).split('\r\n');
    expect(head).toBe('horse_number,horse_name,sex_cd,integration_mark');
    expect(first).toBe('01,アカツキ,1,1');
  });

  it('are parsed back unchanged from CSV and TSV, whatever they contain', () => {
    const text = fc
      .string({ unit: fc.constantFrom('a', '"', ',', '\t', '\n', '馬') })
      .filter((each) => each.trim() === each);
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 }), (rows) => {
        const names = columns.slice(1, 2).flatMap((column) => [column, column]);
        const table = {
          columns: names,
          cells: [rows.map(([a]) => a), rows.map(([, b]) => b)],
          language: 'en',
          names: 'kana',
        } as const;
        for (const [format, delimiter] of [
          ['csv', ','],
          ['tsv', '\t'],
        ] as const) {
          const written = copyText(table, { format, withHeads: true, values: 'raw' });
          const read: string[][] = parse(written, { delimiter, relax_column_count: true });
          expect(read.slice(1)).toEqual(rows);
        }
      }),
    );
  });

  it('are records in JSON, with null for missing values', () => {
    const records: unknown = JSON.parse(copied({ format: 'json', withHeads: true, values: 'raw' }));
    expect(records).toEqual([
      { horse_number: '01', horse_name: 'アカツキ', sex_cd: '1', integration_mark: '1' },
      { horse_number: '02', horse_name: 'A|B "C"', sex_cd: '7', integration_mark: null },
    ]);
  });

  it('are null in JSON for a value that is shown as a dash, and raw all the same', () => {
    const odds = TABLES.d_se.columns.filter(({ name }) => name === 'confirmed_win_odds');
    const json = (values: 'label' | 'raw'): unknown =>
      JSON.parse(
        copyText(
          { columns: odds, cells: [['0.0', '2.5']], language: 'en', names: 'kana' },
          { format: 'json', withHeads: false, values },
        ),
      );
    expect(json('label')).toEqual([[null], ['2.5']]);
    expect(json('raw')).toEqual([['0.0'], ['2.5']]);
  });

  it('stay in the order of the grid in JSON, also under names that are digits', () => {
    const sqlColumns = ['jockey', '2', '1'].map((name) => sqlColumn({ name, type: 'text' }));
    const table = {
      columns: sqlColumns,
      cells: [['タケ "Y"'], ['20'], [null]],
      language: 'en',
      names: 'kana',
    } as const;
    const json = (withHeads: boolean) => copyText(table, { format: 'json', withHeads, values: 'raw' });
    expect(json(true)).toBe('[\n {\n  "jockey": "タケ \\"Y\\"",\n  "2": "20",\n  "1": null\n }\n]');
    expect(json(false)).toBe('[\n [\n  "タケ \\"Y\\"",\n  "20",\n  null\n ]\n]');
    expect(
      copyText({ ...table, cells: [[], [], []] }, { format: 'json', withHeads: true, values: 'raw' }),
    ).toBe('[]');
  });

  it('are a table in Markdown, with the bars in cells escaped', () => {
    const lines = copied({ format: 'markdown', withHeads: true }).split('\n');
    expect(lines[1]).toMatch(/^\| --: \| --- \| --- \| --- \|$/);
    expect(lines[3]).toContain('A\\|B "C"');
  });
});
