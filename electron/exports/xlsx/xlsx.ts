// XLSX, streamed: typed cells, codes and keys as text, the header frozen, widths fitted to the first rows. The workbook
// and its archive are the library's; the rows, of which there may be a million, pass through as bytes.

import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { RailbirdError } from '#shared/errors.ts';
import { copiedLines, separated } from '../copied-lines.ts';
import { TSV, tsvPage } from '../csv.ts';
import type { CellPage, CopiedRows, FileBody, FileHead } from '../file-format.ts';
import { SheetRows } from './sheet-rows.ts';
import { aroundRows, stylesOf, workbookOf } from './template.ts';

/** Rows that decide the widths. */
const MEASURED_ROWS = 1000;
/** Level 6 makes files a quarter smaller, and takes half as long again for the whole export (measured). */
const COMPRESSION_LEVEL = 1;
/** Bytes of the sheet that may wait to be compressed. */
const MOST_WAITING = 1 << 20;

class XlsxFile implements FileBody {
  readonly #head: FileHead;
  readonly #styles: readonly number[];
  readonly #rows: SheetRows;
  /** The first rows, until their widths are known. */
  #first: Uint8Array[] = [];
  /** The rest of the sheet. */
  readonly #sheet = new PassThrough({ writableHighWaterMark: MOST_WAITING });
  /** What the file is written by, once the widths are known. */
  #written: Promise<void> | undefined;

  constructor(head: FileHead) {
    this.#head = head;
    this.#styles = stylesOf(head.fields);
    const columns = head.fields.map(({ value, type }, at) => ({
      value: value ?? (type.startsWith('S') ? 'text' : undefined),
      style: this.#styles[at] ?? 0,
    }));
    this.#rows = new SheetRows(columns, MEASURED_ROWS);
    // The next rows report it; without a listener the process would end here.
    this.#sheet.on('error', () => undefined);
  }

  page(cells: CellPage): Promise<void> {
    return this.#add(tsvPage(cells));
  }

  copy(): CopiedRows {
    const { fields, work } = this.#head;
    return copiedLines(fields, separated(fields, TSV), { work, write: (bytes) => this.#add(bytes) });
  }

  async end(): Promise<void> {
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
    const around = aroundRows(workbook.sheet, this.#styles);
    this.#written = this.#writeAll(workbook.with(this.#sheetOf(around)));
    // It is reported by the next rows, or at the end.
    this.#written.catch((error: unknown) => {
      this.#sheet.destroy(error instanceof Error ? error : new Error(String(error)));
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

  async #writeAll(pieces: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const piece of pieces) await this.#head.write(piece);
  }

  /** Resolves when there is room for more. Errors: those of `write`. */
  async #put(rows: Uint8Array): Promise<void> {
    if (this.#sheet.errored) throw this.#sheet.errored;
    if (!this.#sheet.write(rows)) await once(this.#sheet, 'drain');
  }
}

/** Errors: CELL_TOO_LONG, CANCELLED, and those of `write`. */
export const openXlsx = async (head: FileHead): Promise<FileBody> => new XlsxFile(head);
