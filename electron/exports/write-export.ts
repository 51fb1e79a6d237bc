// Writes an open result as a file with its manifest, under a temporary name until it is complete.

import { basename, dirname } from 'node:path';
import type { ExportEvent, FileRequest } from '#shared/bridge/exports.ts';
import type { Incompleteness, Summary } from '#shared/bridge/results.ts';
import { RailbirdError } from '#shared/errors.ts';
import { behindLinks, openAtomicFile } from '../files/atomic-file.ts';
import type { Result } from '../results/result.ts';
import { commitPair, mendPairs } from './file-pair.ts';
import { manifestPathOf, manifestText } from './manifest.ts';
import type { WrittenRows } from './cell-pages.ts';
import { fileTitleOf } from './file-name.ts';
import { writeRecords } from './write-records.ts';

export interface WriteOptions {
  readonly path: string;
  readonly request: FileRequest;
  readonly signal: AbortSignal;
  readonly onProgress: (written: number, total: number) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Rows that the archive writes at once; benchmarks use fewer. */
  readonly copiedRows?: number;
}

export type Written = Omit<Extract<ExportEvent, { type: 'done' }>, 'type' | 'download'>;

/**
 * Through a symbolic link the file behind it is written, and `path` of what is returned is that one. Errors: CANCELLED,
 * FILE_FAILED, those of reading the result. After an error nothing of the file is left.
 */
export async function writeExport(
  result: WrittenRows & Pick<Result, 'source'>,
  options: WriteOptions,
): Promise<Written> {
  const { request, signal } = options;
  const path = await onDisk(options.path, () => behindLinks(options.path));
  await mendPairs(dirname(path));
  // A file that the user made private stays so, and its manifest with it.
  const mode = { like: path, otherwise: 0o644 };
  const file = await onDisk(path, () => openAtomicFile(path, mode));
  const manifestPath = manifestPathOf(path);
  try {
    const counted = await writeRecords(result, {
      layout: request,
      signal,
      onProgress: options.onProgress,
      folder: dirname(path),
      ...(options.copiedRows === undefined ? {} : { copiedRows: options.copiedRows }),
      title: fileTitleOf(result.source, request.language),
      write: (chunk) => onDisk(path, () => file.write(chunk)),
    });
    const summary = withJoined(result.summary, request.composed);
    const written = { path, complete: summary.complete, ...counted };
    await onDisk(path, () => file.seal());
    const manifest = await onDisk(manifestPath, () => openAtomicFile(manifestPath, mode));
    try {
      const facts = {
        ...counted,
        source: result.source,
        request,
        summary,
        file: basename(path),
      };
      const text = manifestText({ ...facts, writtenAt: options.now() });
      await onDisk(manifestPath, () => manifest.write(text));
      await onDisk(manifestPath, () => manifest.seal());
      if (signal.aborted) throw new RailbirdError('CANCELLED');
      await commitPair({ path, atomicFile: file }, { path: manifestPath, atomicFile: manifest }, failedFile);
    } finally {
      await manifest.abandon();
    }
    return written;
  } finally {
    await file.abandon();
  }
}

/** Of cells that the screen joined from several sets of records: as complete as all of these. */
function withJoined(summary: Summary, composed: FileRequest['composed']): Summary {
  const keyOf = ({ reason, where }: Incompleteness): string => `${reason} ${where}`;
  const known = new Set(summary.reasons.map(keyOf));
  const others = (composed?.reasons ?? []).filter((each) => !known.has(keyOf(each)));
  return others.length === 0
    ? summary
    : { ...summary, complete: false, reasons: [...summary.reasons, ...others] };
}

async function onDisk<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    throw failedFile(path, cause);
  }
}

const failedFile = (path: string, cause: unknown): RailbirdError =>
  new RailbirdError('FILE_FAILED', { path }, { cause });
