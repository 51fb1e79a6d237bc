// The app's log: one file in the data folder, one JSON line an event, never a key.

import { mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { destination, pino, type Logger } from 'pino';

export interface Log {
  readonly logger: Logger;
  /** From now on this text is written as dots, whoever logs it. */
  hide(secret: string): void;
  close(): void;
}

/** At a start, a longer log makes room for a new one and is kept until that one is long. */
const LONGEST_LOG = 5 * 1024 * 1024;
/** A shorter text stands in too many innocent words; no real key is so short. */
const SHORTEST_SECRET = 6;

/** Nothing that is logged should hold a key; hiding those that are known guards against what nobody thought of. */
export function openLog(path: string): Log {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  makeRoom(path);
  const file = destination({ dest: path, sync: true, mode: 0o600 });
  const secrets = new Set<string>();
  const write = (line: string) => {
    let safe = line;
    for (const secret of secrets) safe = safe.replaceAll(secret, '•••');
    file.write(safe);
  };
  return {
    logger: pino({ base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime }, { write }),
    hide: (secret) => {
      if (secret.length < SHORTEST_SECRET) return;
      // As it stands in JSON and in an address as well.
      for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]) {
        secrets.add(form);
      }
    },
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
