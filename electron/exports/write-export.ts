// Writes an open result as a file with its manifest: page by page, under a temporary name until it is whole.

import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { ExportEvent, ExportRequest } from '#shared/bridge/exports.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { RailbirdError } from '#shared/errors.ts';
import { openReplacement } from '../files/replacement.ts';
import type { Result } from '../results/result.ts';
import { csvLine, csvPage } from './csv.ts';
import { countFormulas } from './formula.ts';
import { headerCells } from './header.ts';
import { manifestPathOf, manifestText } from './manifest.ts';
import { shownValue } from './shown-value.ts';

export interface WriteOptions {
  readonly path: string;
  readonly request: ExportRequest;
  readonly signal: AbortSignal;
  readonly onProgress: (written: number, total: number) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export type Written = Omit<Extract<ExportEvent, { type: 'done' }>, 'type' | 'download'>;

/** Small enough that a cancel is heard at once, large enough that reading is not all overhead. */
const PAGE_RECORDS = 1000;

/** Errors: CANCELLED, after which nothing of the file is left; FILE_FAILED; those of reading the result. */
export async function writeExport(result: Result, options: WriteOptions): Promise<Written> {
  const { path, request, signal } = options;
  const file = await onDisk(path, () => openReplacement(path, 0o644));
  const manifestPath = manifestPathOf(path);
  try {
    const counted = await writeBody(result, options, (text) => onDisk(path, () => file.write(text)));
    const written = { path, complete: result.summary.complete, ...counted };
    await onDisk(path, () => file.seal());
    const manifest = await onDisk(manifestPath, () => openReplacement(manifestPath, 0o644));
    try {
      const facts = { ...counted, request, summary: result.summary, file: basename(path) };
      const text = manifestText({ ...facts, writtenAt: options.now() });
      await onDisk(manifestPath, () => manifest.write(text));
      await onDisk(manifestPath, () => manifest.seal());
      if (signal.aborted) throw new RailbirdError('CANCELLED');
      await onDisk(path, () => file.commit());
      await onDisk(manifestPath, () => manifest.commit());
    } finally {
      await manifest.abandon();
    }
    return written;
  } finally {
    await file.abandon();
  }
}

async function writeBody(result: Result, options: WriteOptions, write: (text: string) => Promise<void>) {
  const { request, signal } = options;
  const columns = new Map(result.columns.map((column) => [column.name, column]));
  const hash = createHash('sha256');
  let bytes = 0;
  let formulas = 0;
  const put = async (text: string) => {
    hash.update(text);
    bytes += Buffer.byteLength(text);
    await write(text);
  };

  await put(csvLine(headerCells(request, columns)));
  const total = result.summary.records;
  let records = 0;
  options.onProgress(0, total);
  while (records < total) {
    if (signal.aborted) throw new RailbirdError('CANCELLED');
    const count = Math.min(PAGE_RECORDS, total - records);
    const page = shownPage(await pageOf(result, request.columns, records, count), request, columns);
    formulas += countFormulas(page);
    await put(csvPage(page));
    records += count;
    options.onProgress(records, total);
    // Writing to a fast disk never yields by itself, and the window's own questions must be answered meanwhile.
    await setImmediate();
  }
  return { records, bytes, formulas, sha256: hash.digest('hex') };
}

/** Cells of the columns asked for; one that this result does not have is empty, so that a layout stays as it is. */
async function pageOf(result: Result, names: readonly string[], from: number, count: number) {
  const held = new Set(result.summary.columns.map((column) => column.name));
  const present = names.filter((name) => held.has(name));
  const cells = await result.cells(present, from, count);
  const byName = new Map(present.map((name, index) => [name, cells[index]]));
  const empty = Array.from({ length: count }, () => null);
  const page = names.map((name) => byName.get(name) ?? empty);
  if (page.some((column) => column.length !== count)) throw new RailbirdError('RESULT_CLOSED');
  return page;
}

function shownPage(
  page: readonly (readonly (string | null)[])[],
  { values, columns: names, language }: ExportRequest,
  columns: ReadonlyMap<string, Column>,
) {
  if (values === 'raw') return page;
  return page.map((cells, index) => {
    const column = columns.get(names[index] ?? '');
    return column === undefined ? cells : cells.map((cell) => shownValue(column, cell, language));
  });
}

async function onDisk<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    throw new RailbirdError('FILE_FAILED', { path }, { cause });
  }
}
