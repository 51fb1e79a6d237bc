// Files that the system hands to the app (a double click, "Open with"), on their way to the window, which reads what is
// in them.

import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpenedFile } from '#shared/bridge/app.ts';
import { LARGEST_OPENED, mayBeOpened } from '#shared/opened-files.ts';
import { textOfBytes } from '#shared/text-of-bytes.ts';
import { Latest } from '../latest-value.ts';

export interface FileInbox {
  /** Takes the absolute path of a file. */
  receive(path: string): void;
  /** Each received file once, in order, until `signal` aborts. */
  files(signal?: AbortSignal): AsyncGenerator<OpenedFile, void, void>;
}

export function createFileInbox(): FileInbox {
  const waiting: string[] = [];
  const latest = new Latest(0);
  let received = 0;
  return {
    receive(path) {
      waiting.push(path);
      received += 1;
      latest.set(received);
    },
    async *files(signal) {
      for await (const _ of latest.values(signal)) {
        for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) yield readOpened(path);
      }
    },
  };
}

/** Never fails: what is wrong with the file is part of the answer. */
async function readOpened(path: string): Promise<OpenedFile> {
  const name = basename(path);
  try {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      if (size > LARGEST_OPENED) return { name, problem: 'too_large' };
      return { name, text: textOfBytes(await file.readFile()) };
    } finally {
      await file.close();
    }
  } catch {
    return { name, problem: 'unreadable' };
  }
}

/**
 * The files that a command line names, as absolute paths: those with the ending of a file that the app opens, and any
 * other that exists. File managers on Linux pass them as file: addresses. `args`: without the program.
 */
export function filesIn(args: readonly string[], folder: string): readonly string[] {
  return args.flatMap((arg) => {
    if (arg.startsWith('-')) return [];
    const path = arg.startsWith('file:') ? pathOf(arg) : resolve(folder, arg);
    return path !== undefined && (mayBeOpened(path) || isFile(path)) ? [path] : [];
  });
}

function pathOf(address: string): string | undefined {
  try {
    return fileURLToPath(address);
  } catch {
    return undefined;
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
