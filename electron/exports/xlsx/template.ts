// The workbook around the rows of a sheet: its styles and widths are the library's, and the header and the rows are put
// where it wrote two rows of its own: of a header it leaves out control characters.

import type { Kind, Unit } from '#shared/catalogue/column.ts';
import type { ValueType } from '#shared/exports/typed-value.ts';
import { tsvLine } from '../csv.ts';
import type { FileField, FileHead } from '../file-format.ts';
import { SheetRows, widthOf } from './sheet-rows.ts';

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
const WITH_COMMAS = '#,##0';
const WITH_SECONDS = 'hh:mm:ss';

function numberFormatOf({ value, type, column }: FileField): string {
  const ofType = NUMBER_FORMATS[value ?? (type.startsWith('S') ? 'text' : 'number')];
  // A time of the service has no seconds, that of a query may.
  if (value === 'time' && column?.kind !== 'clock') return WITH_SECONDS;
  if (value !== 'number' && value !== 'whole') return ofType;
  if (column?.kind === 'money') return WITH_COMMAS;
  return value === 'number' && (ONE_DECIMAL.has(column?.kind ?? 'text') || column?.unit === TENTHS_OF_A_KILO)
    ? '0.0'
    : ofType;
}

const NARROWEST = 6;
const WIDEST = 40;
const DATE_WIDTHS: { readonly [type in ValueType]?: number } = { date: 11, time: 10, timestamp: 20 };

/** `widest`: of the column's first cells. */
function fitted(field: FileField, header: string, widest: number): number {
  const commas = numberFormatOf(field) === WITH_COMMAS ? Math.floor(Math.max(0, widest - 1) / 3) : 0;
  const ofDates = field.value === undefined ? undefined : DATE_WIDTHS[field.value];
  return Math.min(WIDEST, Math.max(NARROWEST, widthOf(header) + 2, ofDates ?? 1 + widest + commas));
}

/** Names of sheets have at most 31 characters, and none of these. */
const sheetName = (title: string): string =>
  title
    .replaceAll(/[[\]:*?/\\']/g, ' ')
    .trim()
    .slice(0, 31) || 'Sheet1';

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
  /** The workbook with another sheet in its place. */
  readonly with: (sheet: AsyncIterable<Uint8Array>) => WorkbookBytes;
}

export interface WorkbookBytes {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** How many bytes there are so far: those not taken yet wait in memory. */
  readonly made: () => number;
}

/** A workbook of one sheet with two rows of zeros, the header's first. `widest`: the widths of the columns' first cells. */
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
  const zeros = fields.map(() => 0);
  const heads = sheet.addRow(zeros);
  heads.font = { bold: true };
  heads.numFmt = NUMBER_FORMATS.text;
  sheet.addRow(zeros);
  const bytes = await workbook.xlsx.writeBuffer();
  // Of a sheet of more than 4 GB the library would write a file that no spreadsheet opens.
  const archive = await editZip(bytes, { level: compressionLevel, zip64: false });
  return {
    sheet: (await (await unzip(bytes).get(SHEET_PATH))?.text()) ?? '',
    with: (rows) => {
      const operation = archive.set(SHEET_PATH, rows).operation();
      return { bytes: operation.iterable, made: () => operation.pointer() };
    },
  };
}

/**
 * The sheet with this header and without its rows of zeros, of which the second one stood between the two. Errors:
 * CELL_TOO_LONG; that of a sheet that is not as the library once wrote it.
 */
export function aroundRows(
  sheet: string,
  styles: readonly number[],
  header: readonly string[],
): readonly [before: string, after: string] {
  const begin = sheet.indexOf('<row r="1"');
  const end = sheet.indexOf('</sheetData>', begin);
  const rows = sheet.slice(begin, end);
  const cells = [...rows.matchAll(/<c r="[A-Z]+([12])"(?: s="(\d+)")?>/g)];
  const stylesOfRow = (row: string) =>
    cells.flatMap(([, ofRow, style = '0']) => (ofRow === row ? Number(style) : []));
  const [ofHeader = 0] = stylesOfRow('1');
  if (begin < 0 || end < 0 || stylesOfRow('2').join() !== styles.join())
    throw new Error(`the workbook is not as expected: ${rows.slice(0, 200)}`);
  // The sheet's size is that of the two rows; it may be left out.
  const before = sheet.slice(0, begin).replace(/<dimension [^>]*\/>/, '');
  return [before + headerRow(header, ofHeader), sheet.slice(end)];
}

function headerRow(header: readonly string[], style: number): string {
  const rows = new SheetRows(
    header.map(() => ({ value: 'text', style })),
    0,
    1,
  );
  return Buffer.concat(rows.add(Buffer.from(tsvLine(header)))).toString();
}
