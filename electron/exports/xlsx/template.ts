// The workbook around the rows of a sheet: its styles, widths and header are the library's, and the rows are put where
// it wrote one row of its own.

import type { Kind, Unit } from '#shared/catalogue/column.ts';
import type { ValueType } from '#shared/exports/typed-value.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { FileField, FileHead } from '../file-format.ts';
import { LONGEST_CELL, widthOf } from './sheet-rows.ts';

const NUMBER_FORMATS: { readonly [type in ValueType]: string } = {
  text: '@',
  whole: '0',
  number: 'General',
  boolean: 'General',
  date: 'yyyy-mm-dd',
  time: 'hh:mm',
  timestamp: 'yyyy-mm-dd hh:mm:ss',
};

/** One decimal, also for whole numbers: 38.0 s, 3.0 times the stake. */
const ONE_DECIMAL: ReadonlySet<Kind> = new Set<Kind>(['tenths', 'gap', 'odds', 'rate']);
const TENTHS_OF_A_KILO: Unit = '0.1 kg';

function numberFormatOf({ value, type, column }: FileField): string {
  const ofType = NUMBER_FORMATS[value ?? (type.startsWith('S') ? 'text' : 'number')];
  if (value !== 'number' && value !== 'whole') return ofType;
  if (column?.kind === 'money') return '#,##0';
  return value === 'number' && (ONE_DECIMAL.has(column?.kind ?? 'text') || column?.unit === TENTHS_OF_A_KILO)
    ? '0.0'
    : ofType;
}

const NARROWEST = 6;
const WIDEST = 40;
const DATE_WIDTHS: { readonly [type in ValueType]?: number } = { date: 11, time: 7, timestamp: 20 };

/** `widest`: of the column's first cells. */
const fitted = ({ value }: FileField, header: string, widest: number): number =>
  Math.min(
    WIDEST,
    Math.max(
      NARROWEST,
      widthOf(header) + 2,
      (value === undefined ? undefined : DATE_WIDTHS[value]) ?? 1 + widest,
    ),
  );

/** Names of sheets have at most 31 characters, and none of these. */
const sheetName = (title: string): string =>
  title
    .replaceAll(/[[\]:*?/\\']/g, ' ')
    .trim()
    .slice(0, 31) || 'Sheet1';

function headerText(text: string): string {
  if (text.length > LONGEST_CELL)
    throw new RailbirdError('CELL_TOO_LONG', { most: LONGEST_CELL, length: text.length });
  return text.toWellFormed();
}

const SHEET_PATH = 'xl/worksheets/sheet1.xml';

/** The style of each field's cells: fields with the same number format share one, in the order that they first come. */
export function stylesOf(fields: readonly FileField[]): readonly number[] {
  const formats = ['General'];
  return fields.map((field) => {
    const format = numberFormatOf(field);
    if (!formats.includes(format)) formats.push(format);
    return formats.indexOf(format);
  });
}

export interface SheetWorkbook {
  /** The XML of its sheet. */
  readonly sheet: string;
  /** The bytes of the workbook with another sheet in its place. */
  readonly with: (sheet: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
}

/** A workbook of one sheet with its header and one row of zeros. `widest`: the widths of the columns' first cells. */
export async function workbookOf(
  { fields, header, title }: Pick<FileHead, 'fields' | 'header' | 'title'>,
  widest: readonly number[],
  compressionLevel: number,
): Promise<SheetWorkbook> {
  // The package is large, and most runs of the app write no spreadsheet.
  const [{ Workbook }, { editZip, unzip }] = await Promise.all([
    import('@cj-tech-master/excelts'),
    import('@cj-tech-master/excelts/archive'),
  ]);
  const workbook = new Workbook();
  const sheet = workbook.addWorksheet(sheetName(title ?? ''), { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = fields.map((field, at) => ({
    width: fitted(field, header[at] ?? '', widest[at] ?? 0),
    style: { numFmt: numberFormatOf(field) },
  }));
  const heads = sheet.addRow(header.map(headerText));
  heads.font = { bold: true };
  heads.numFmt = NUMBER_FORMATS.text;
  sheet.addRow(fields.map(() => 0));
  const bytes = await workbook.xlsx.writeBuffer();
  const archive = await editZip(bytes, { level: compressionLevel });
  return {
    sheet: (await (await unzip(bytes).get(SHEET_PATH))?.text()) ?? '',
    with: (rows) => archive.set(SHEET_PATH, rows).stream(),
  };
}

/** The sheet without its row of zeros, which stood between the two. Error if it has none, as the library once wrote it. */
export function aroundRows(
  sheet: string,
  styles: readonly number[],
): readonly [before: string, after: string] {
  const begin = sheet.indexOf('<row r="2"');
  const end = sheet.indexOf('</row>', begin) + '</row>'.length;
  const row = sheet.slice(begin, end);
  const written = [...row.matchAll(/<c r="[A-Z]+2"(?: s="(\d+)")?>/g)].map(([, style = '0']) =>
    Number(style),
  );
  if (begin < 0 || written.join() !== styles.join())
    throw new Error(`the workbook is not as expected: ${row.slice(0, 200)}`);
  // The sheet's size is that of the two rows; it may be left out.
  return [sheet.slice(0, begin).replace(/<dimension [^>]*\/>/, ''), sheet.slice(end)];
}
