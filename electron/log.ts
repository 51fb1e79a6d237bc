// The app's log: one file in the data folder, one JSON line an event, never a key.

import { appendFileSync, closeSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pino, stdTimeFunctions, type Logger } from 'pino';
import { RailbirdError } from '#shared/errors.ts';

export interface AppLog {
  readonly logger: Logger;
  close(): void;
}

/** The app's log in a data folder. */
export const logFileOf = (dataDir: string): string => join(dataDir, 'logs', 'railbird.log');

export interface LogOptions {
  readonly path: string;
  /** Nothing that is logged should contain a key; this guards against oversights. */
  readonly hide: (line: string) => string;
}

/** A longer log is rotated and kept until the next rotation. */
const LONGEST_LOG = 5 * 1024 * 1024;

/** A later failure to write the log stops nothing. Errors: FILE_FAILED if it cannot be opened. */
export function openLog({ path, hide }: LogOptions): AppLog {
  let open: OpenFile | undefined = openFile(path, 0);
  let isClosed = false;
  const write = (line: string) => {
    if (isClosed) return;
    try {
      const text = hide(line);
      const bytes = Buffer.byteLength(text);
      // Rotates while the app runs, too: however much it logs, the two files together stay below twice this size.
      if (open !== undefined && open.size + bytes > LONGEST_LOG) {
        const { file } = open;
        open = undefined;
        closeSync(file);
      }
      open ??= openFile(path, bytes);
      appendFileSync(open.file, text);
      open.size += bytes;
    } catch {
      // The disk is full: an app that goes on without its log serves its user better than one that ends.
    }
  };
  return {
    logger: pino({ base: { pid: process.pid }, timestamp: stdTimeFunctions.isoTime }, { write }),
    close: () => {
      if (!isClosed && open !== undefined) closeSync(open.file);
      isClosed = true;
    },
  };
}

interface OpenFile {
  readonly file: number;
  /** Bytes. */
  size: number;
}

/** Opens the log for this many more bytes; a log that would get too long is rotated first. */
function openFile(path: string, bytes: number): OpenFile {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    const isLong = size + bytes > LONGEST_LOG;
    if (isLong) renameSync(path, `${path}.1`);
    return { file: openSync(path, 'a', 0o600), size: isLong ? 0 : size };
  } catch (cause) {
    throw new RailbirdError('FILE_FAILED', { path: dirname(path) }, { cause });
  }
}
