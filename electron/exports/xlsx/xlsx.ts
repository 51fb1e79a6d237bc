// XLSX, streamed: typed cells, codes and keys as text, the header frozen, widths fitted to the first rows. The workbook
// and its archive are the library's; the rows, of which there may be a million, pass through as bytes.

import { EventEmitter, once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { RailbirdError } from '#shared/errors.ts';
import { copiedLines, separated } from '../copied-lines.ts';
import { SHEET, sheetPage } from '../csv.ts';
import type { CellPage, CopiedRows, FileBody, FileHead } from '../file-format.ts';
import { SheetRows } from './sheet-rows.ts';
import { aroundRows, stylesOf, workbookOf, type WorkbookBytes } from './template.ts';

/** Rows that decide the widths. */
const MEASURED_ROWS = 1000;
/** Level 6 makes files a quarter smaller, and takes half as long again for the whole export (measured). */
const COMPRESSION_LEVEL = 1;
/** Bytes of the sheet that may wait to be compressed. */
const MOST_WAITING = 1 << 20;
/** Bytes of the file that may wait to be written: the library's queue has no limit. */
const MOST_UNWRITTEN = 4 << 20;
/** A ZIP file of the kind that every spreadsheet opens has no room for the length of a longer sheet. */
const MOST_SHEET_BYTES = 0xffff_fffe;

class XlsxFile implements FileBody {
  readonly #head: FileHead;
  readonly #styles: readonly number[];
  readonly #rows: SheetRows;
  /** The first rows, until their widths are known. */
  #first: Uint8Array[] = [];
  readonly #mostBytes: number;
  /** How many records there should be. */
  #given = 0;
  /** Of the sheet, so far. */
  #bytes = 0;
  /** How many bytes of the file wait to be written. */
  #unwritten = (): number => 0;
  /** The rest of the sheet. */
  readonly #sheet = new PassThrough({ writableHighWaterMark: MOST_WAITING });
  /** Emits `more` when there may be room for more. */
  readonly #room = new EventEmitter();
  /** What the file is written by, once the widths are known. */
  #written: Promise<void> | undefined;
  /** Of writing the file; it is reported by the next rows, or at the end. */
  #failure: Error | undefined;

  constructor(head: FileHead, mostBytes: number) {
    this.#head = head;
    this.#mostBytes = mostBytes;
    this.#styles = stylesOf(head.fields);
    const columns = head.fields.map(({ value, type }, at) => ({
      value: value ?? (type.startsWith('S') ? 'text' : undefined),
      style: this.#styles[at] ?? 0,
    }));
    this.#rows = new SheetRows(columns, MEASURED_ROWS);
    this.#sheet.on('drain', () => this.#room.emit('more'));
    // Rows that come after a failure cause one; without a listener the process would end here.
    this.#sheet.on('error', () => undefined);
  }

  page(cells: CellPage): Promise<void> {
    this.#given += cells[0]?.length ?? 0;
    return this.#add(sheetPage(cells));
  }

  copy(): CopiedRows {
    const { fields, work } = this.#head;
    const lines = copiedLines(fields, separated(fields, SHEET), { work, write: (bytes) => this.#add(bytes) });
    return {
      ...lines,
      take: (file) => {
        this.#given += file.rows;
        return lines.take(file);
      },
    };
  }

  async end(): Promise<void> {
    this.#rows.end(this.#given);
    await this.#begin();
    this.#sheet.end();
    await this.#written;
  }

  async release(): Promise<void> {
    this.#sheet.destroy();
    await this.#written?.catch(() => undefined);
    await this.#head.work.release();
  }

  async #add(records: string | Uint8Array): Promise<void> {
    if (this.#head.signal.aborted) throw new RailbirdError('CANCELLED');
    const rows = this.#rows.add(typeof records === 'string' ? Buffer.from(records) : records);
    if (this.#written === undefined && this.#rows.count < MEASURED_ROWS) this.#first.push(...rows);
    else {
      await this.#begin();
      for (const each of rows) await this.#put(each);
    }
    // The window's queries must be answered meanwhile.
    await setImmediate();
  }

  /** Begins the file with the rows so far, which decide the widths. */
  async #begin(): Promise<void> {
    if (this.#written !== undefined) return;
    const workbook = await workbookOf(this.#head, this.#rows.widths, COMPRESSION_LEVEL);
    const around = aroundRows(workbook.sheet, this.#styles, this.#head.header);
    this.#bytes = Buffer.byteLength(around.join(''));
    this.#written = this.#writeAll(workbook.with(this.#sheetOf(around)));
    this.#written.catch((error: unknown) => {
      this.#failure = error instanceof Error ? error : new Error(String(error));
      this.#sheet.destroy();
      this.#room.emit('more');
    });
    const first = this.#first;
    this.#first = [];
    for (const each of first) await this.#put(each);
  }

  async *#sheetOf([before, after]: readonly [before: string, after: string]): AsyncGenerator<
    Uint8Array,
    void
  > {
    yield Buffer.from(before);
    for await (const rows of this.#sheet) yield rows as Uint8Array;
    yield Buffer.from(after);
  }

  async #writeAll({ bytes, made }: WorkbookBytes): Promise<void> {
    let written = 0;
    this.#unwritten = () => made() - written;
    for await (const piece of bytes) {
      await this.#head.write(piece);
      written += piece.length;
      this.#room.emit('more');
    }
  }

  /** Resolves when there is room for more. Errors: SHEET_TOO_LARGE, CANCELLED, those of `write`. */
  async #put(rows: Uint8Array): Promise<void> {
    this.#bytes += rows.length;
    if (this.#bytes > this.#mostBytes)
      throw new RailbirdError('SHEET_TOO_LARGE', { records: this.#rows.count });
    this.#sheet.write(rows);
    while (this.#isFull()) await this.#more();
    if (this.#failure) throw this.#failure;
  }

  #isFull(): boolean {
    return (
      this.#failure === undefined && (this.#sheet.writableNeedDrain || this.#unwritten() > MOST_UNWRITTEN)
    );
  }

  /** Errors: CANCELLED. */
  async #more(): Promise<void> {
    try {
      await once(this.#room, 'more', { signal: this.#head.signal });
    } catch {
      throw new RailbirdError('CANCELLED');
    }
  }
}

/** `mostBytes`: of the sheet; tests allow fewer. Errors: CELL_TOO_LONG, SHEET_TOO_LARGE, CANCELLED, those of `write`. */
export const openXlsx = async (head: FileHead, mostBytes = MOST_SHEET_BYTES): Promise<FileBody> =>
  new XlsxFile(head, mostBytes);
