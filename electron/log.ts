// The app's log: one file in the data folder, one JSON line an event, never a key.

import { appendFileSync, closeSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pino, stdTimeFunctions, type Logger } from 'pino';
import { RailbirdError } from '#shared/errors.ts';

export interface Log {
  readonly logger: Logger;
  close(): void;
}

export interface LogOptions {
  readonly path: string;
  /** Nothing that is logged should hold a key; this guards against what nobody thought of. */
  readonly hide: (line: string) => string;
}

/** At a start, a longer log makes room for a new one, and stands beside it until that one is long. */
const LONGEST_LOG = 5 * 1024 * 1024;

/** A log that cannot be written to later stops nothing. Errors: FILE_FAILED where it cannot be begun. */
export function openLog({ path, hide }: LogOptions): Log {
  const file = begun(path);
  let isOpen = true;
  const write = (line: string) => {
    if (!isOpen) return;
    try {
      appendFileSync(file, hide(line));
    } catch {
      // The disk is full: an app that goes on without its log serves its person better than one that ends.
    }
  };
  return {
    logger: pino({ base: { pid: process.pid }, timestamp: stdTimeFunctions.isoTime }, { write }),
    close: () => {
      if (isOpen) closeSync(file);
      isOpen = false;
    },
  };
}

function begun(path: string): number {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    makeRoom(path);
    return openSync(path, 'a', 0o600);
  } catch (cause) {
    throw new RailbirdError('FILE_FAILED', { path: dirname(path) }, { cause });
  }
}

function makeRoom(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LONGEST_LOG) renameSync(path, `${path}.1`);
}
