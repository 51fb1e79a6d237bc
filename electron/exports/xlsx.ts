// XLSX, streamed row by row: typed cells, codes and keys as text, the header frozen, widths fitted to the first rows.

import { once } from 'node:events';
import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { CellValue, WorkbookWriter } from '@cj-tech-master/excelts';
import type { Kind, Unit } from '#shared/catalogue/column.ts';
import type { Cell, ValueType } from '#shared/exports/typed-value.ts';
import { RailbirdError } from '#shared/errors.ts';
import { isJsonNumber } from './json.ts';
import type { CellPage, FileBody, FileField, FileHead } from './file-format.ts';

type Sheet = ReturnType<WorkbookWriter['addWorksheet']>;

/** The longest text that a cell of a spreadsheet holds. */
const LONGEST_CELL = 32_767;
/** Other work gets its turn after so many rows. */
const ROWS_AT_ONCE = 100;

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

const DAY_MS = 86_400_000;
/** Spreadsheets count the days from here, and believe that 1900 was a leap year, so earlier dates stay text. */
const FIRST_DAY = Date.UTC(1899, 11, 30);
const FIRST_SOUND_DAY = '1900-03-01';

/** Days since the spreadsheet's first day. */
const serialOf = (moment: string): number | string =>
  moment < FIRST_SOUND_DAY ? moment : (Date.parse(moment) - FIRST_DAY) / DAY_MS;

function timeOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return (hours * 3600 + minutes * 60 + seconds) / 86_400;
}

/** The cell as the spreadsheet stores it; dates and times are numbers whose format makes them readable. */
function stored({ value, type }: FileField, cell: Cell): CellValue {
  if (cell === null || typeof cell !== 'string') return cell;
  switch (value) {
    case 'date':
    case 'timestamp':
      return serialOf(cell);
    case 'time':
      return timeOf(cell);
    default:
      // Numbers of a small table come as text.
      return value === undefined && !type.startsWith('S') && isJsonNumber(cell)
        ? Number(cell)
        : written(text(cell));
  }
}

/** Readers drop a text of blanks only, unless it is marked as one whose blanks count, which parts of a text are. */
const written = (text: string): CellValue => (/^\s+$/.test(text) ? { richText: [{ text }] } : text);

function text(cell: string): string {
  if (cell.length > LONGEST_CELL)
    throw new RailbirdError('CELL_TOO_LONG', { most: LONGEST_CELL, length: cell.length });
  return cell.toWellFormed();
}

const NARROWEST = 6;
const WIDEST = 40;
const DATE_WIDTHS: { readonly [type in ValueType]?: number } = { date: 11, time: 7, timestamp: 20 };

/** A text's width in digits: Japanese characters take two. */
const widthOf = (cell: Cell): number =>
  cell === null ? 0 : [...String(cell)].reduce((sum, each) => sum + (each > '\u02ff' ? 2 : 1), 0);

const fitted = (field: FileField, header: string, cells: readonly Cell[]): number =>
  Math.min(
    WIDEST,
    Math.max(
      NARROWEST,
      widthOf(header) + 2,
      (field.value === undefined ? undefined : DATE_WIDTHS[field.value]) ??
        1 + cells.reduce((most: number, cell) => Math.max(most, widthOf(cell)), 0),
    ),
  );

/** Names of sheets have at most 31 characters, and none of these. */
const sheetName = (title: string): string =>
  title
    .replaceAll(/[[\]:*?/\\']/g, ' ')
    .trim()
    .slice(0, 31) || 'Sheet1';

class XlsxFile implements FileBody {
  readonly #head: FileHead;
  readonly #workbook: WorkbookWriter;
  readonly #output: Writable;
  #sheet: Sheet | undefined;

  constructor(head: FileHead, workbook: WorkbookWriter, output: Writable) {
    this.#head = head;
    this.#workbook = workbook;
    this.#output = output;
  }

  async page(cells: CellPage): Promise<void> {
    const { fields, signal } = this.#head;
    const sheet = this.#begun(cells);
    const rows = cells[0]?.length ?? 0;
    for (let row = 0; row < rows; row += 1) {
      sheet.addRow(fields.map((field, at) => stored(field, cells[at]?.[row] ?? null))).commit();
      if (row % ROWS_AT_ONCE !== 0) continue;
      await this.#room();
      if (signal.aborted) throw new RailbirdError('CANCELLED');
    }
  }

  async end(): Promise<void> {
    const sheet = this.#begun([]);
    sheet.commit();
    await this.#workbook.commit();
    await this.#room();
  }

  async release(): Promise<void> {
    this.#output.destroy();
  }

  /** The first page decides the widths. */
  #begun(first: CellPage): Sheet {
    if (this.#sheet) return this.#sheet;
    const { fields, header, title } = this.#head;
    const sheet = this.#workbook.addWorksheet(sheetName(title ?? ''), {
      views: [{ state: 'frozen', ySplit: 1 }],
    });
    sheet.columns = fields.map((field, at) => ({
      width: fitted(field, header[at] ?? '', first[at] ?? []),
      style: { numFmt: numberFormatOf(field) },
    }));
    const heads = sheet.addRow(header.map(text));
    heads.font = { bold: true };
    heads.numFmt = NUMBER_FORMATS.text;
    heads.commit();
    this.#sheet = sheet;
    return sheet;
  }

  /** Resolves when what was written so far has left. Errors: those of `write`. */
  async #room(): Promise<void> {
    await setImmediate();
    if (this.#output.errored) throw this.#output.errored;
    if (this.#output.writableNeedDrain) await once(this.#output, 'drain');
  }
}

async function passOn(
  write: FileHead['write'],
  chunk: Uint8Array,
  done: (error?: Error) => void,
): Promise<void> {
  try {
    await write(chunk);
    done();
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)));
  }
}

/** Errors: CELL_TOO_LONG, CANCELLED, and those of `write`. */
export async function openXlsx(head: FileHead): Promise<FileBody> {
  // The package is large, and most runs of the app write no spreadsheet.
  const { WorkbookWriter: Workbook } = await import('@cj-tech-master/excelts');
  const output = new Writable({
    write: (chunk: Uint8Array, _encoding, done) => void passOn(head.write, chunk, done),
  });
  // The next row reports it; without a listener the process would end here.
  output.on('error', () => undefined);
  const workbook = new Workbook({ stream: output, useStyles: true, useSharedStrings: false });
  return new XlsxFile(head, workbook, output);
}
