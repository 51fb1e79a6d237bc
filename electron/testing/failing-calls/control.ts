// The library that makes a system call fail, and the file that controls which one.

import { spawnSync } from 'node:child_process';
import { openSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';

export const CALLS = ['open', 'read', 'write', 'fsync', 'rename', 'statfs'] as const;
export const FAILURES = ['EIO', 'ENOSPC', 'EMFILE', 'EACCES', 'ENOMEM', 'ESTALE'] as const;

export interface Plan {
  readonly call: (typeof CALLS)[number];
  readonly error: (typeof FAILURES)[number];
  /** The call of that kind that fails, counted from 1. */
  readonly nth: number;
  /** How many in a row fail; -1: all from then on. */
  readonly times: number;
}

/** Undefined if there is no compiler. */
export function buildLibrary(folder: string): string | undefined {
  const library = join(folder, 'fail-call.so');
  const source = join(import.meta.dirname, 'fail-call.c');
  const built = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'], {
    encoding: 'utf8',
  });
  if (built.error !== undefined) return undefined;
  if (built.status !== 0) throw new Error(built.stderr);
  return library;
}

// Matches struct control of fail-call.c: numbers of four bytes, the last of them one for each kind, and two paths of 512.
const INJECTED = 5;
const SEEN = 6;
const NUMBERS = (SEEN + CALLS.length) * 4;
const LONGEST_PATH = 512;

export class Control {
  readonly #file: number;

  /** Creates the file; call it before starting the process that maps it. */
  static make(path: string): void {
    writeFileSync(path, Buffer.alloc(NUMBERS + 2 * LONGEST_PATH));
  }

  /** Set by the process once it has mapped the file. */
  constructor(path: string) {
    this.#file = openSync(path, 'r+');
  }

  /** From now on the planned calls under the path fail. Without a plan none does, and those of every kind are counted. */
  arm(plan: Plan | undefined, under: string): void {
    const bytes = Buffer.alloc(NUMBERS + 2 * LONGEST_PATH);
    const planned =
      plan === undefined
        ? []
        : [CALLS.indexOf(plan.call) + 1, constants.errno[plan.error], plan.nth, plan.times];
    const numbers = [1, ...planned];
    for (const [at, number] of numbers.entries()) bytes.writeInt32LE(number, at * 4);
    bytes.write(under, NUMBERS);
    // Armed last: everything else is in place by then.
    writeSync(this.#file, bytes.subarray(4), 0, bytes.length - 4, 4);
    writeSync(this.#file, bytes.subarray(0, 4), 0, 4, 0);
  }

  /** The number of calls of each of `CALLS`, the number that failed, and the path of the first that failed. */
  disarm(): { readonly seen: number[]; readonly injected: number; readonly path: string } {
    writeSync(this.#file, Buffer.alloc(4), 0, 4, 0);
    const bytes = Buffer.alloc(NUMBERS + 2 * LONGEST_PATH);
    readSync(this.#file, bytes, 0, bytes.length, 0);
    const path = bytes
      .subarray(NUMBERS + LONGEST_PATH)
      .toString('utf8')
      .replace(/\0.*$/s, '');
    const seen = CALLS.map((_, at) => bytes.readInt32LE((SEEN + at) * 4));
    return { seen, injected: bytes.readInt32LE(INJECTED * 4), path };
  }
}
