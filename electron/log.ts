// The app's log: one file in the data folder, one JSON line an event, never a key.

import { mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { destination, pino, stdTimeFunctions, type Logger } from 'pino';

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

export function openLog({ path, hide }: LogOptions): Log {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  makeRoom(path);
  const file = destination({ dest: path, sync: true, mode: 0o600 });
  const write = (line: string) => {
    file.write(hide(line));
  };
  return {
    logger: pino({ base: { pid: process.pid }, timestamp: stdTimeFunctions.isoTime }, { write }),
    close: () => {
      file.flushSync();
      file.end();
    },
  };
}

function makeRoom(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LONGEST_LOG) renameSync(path, `${path}.1`);
}
