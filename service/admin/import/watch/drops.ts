// What lies in a watched folder and is whole: files, and folders of files that belong together.

import { readdirSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { join } from 'node:path';
import type { TableCode } from '#shared/catalogue/table.ts';
import { isTableCode } from '#shared/catalogue/tables.ts';
import { REJECTS } from '../rejects.ts';

/** The folders for what was imported and for what could not be. */
export const DONE = 'done';
export const FAILED = 'failed';

/** A file, or a folder of files, that is imported as a whole. */
export interface Drop {
  /** Its name in the watched folder. */
  readonly name: string;
  readonly path: string;
  readonly isFolder: boolean;
  /** In the order of their names. */
  readonly files: readonly DroppedFile[];
}

export interface DroppedFile {
  readonly name: string;
  readonly path: string;
  /** Changes when the file is written or replaced. */
  readonly state: string;
}

interface Seen {
  readonly drop: Drop;
  /** Changes when anything is written. */
  readonly state: string;
  /** When it was last written. */
  readonly at: number;
}

/** Names of files that somebody is still writing, and will rename. */
const UNFINISHED = /^\.|\.(?:part|partial|tmp|filepart|crdownload)$/i;

export class DropFolder {
  readonly #folder: string;
  #before = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * What has not changed since the last call, the oldest first, so that of two versions without a time of their own the
   * later wins.
   *
   * @throws the system's error if the folder cannot be read
   */
  settled(): Drop[] {
    const seen = readdirSync(this.#folder)
      .filter((name) => name !== DONE && name !== FAILED && isFinished(name))
      .flatMap((name) => look(this.#folder, name) ?? []);
    const settled = seen.filter(({ drop, state }) => this.#before.get(drop.name) === state);
    this.#before = new Map(seen.map(({ drop, state }) => [drop.name, state]));
    return settled
      .toSorted((a, b) => a.at - b.at || (a.drop.name < b.drop.name ? -1 : 1))
      .map(({ drop }) => drop);
  }
}

const isFinished = (name: string): boolean => !UNFINISHED.test(name) && !name.endsWith(REJECTS);

/** Undefined for what is no file, not whole yet, or gone. */
function look(folder: string, name: string): Seen | undefined {
  const path = join(folder, name);
  const stats = statSync(path, { throwIfNoEntry: false });
  const isFolder = stats?.isDirectory() ?? false;
  if (!isFolder && !stats?.isFile()) return undefined;
  const names = isFolder ? readdirSync(path).toSorted() : [name];
  // A folder in which a file is still being written is not whole.
  if (names.length === 0 || names.some((file) => UNFINISHED.test(file))) return undefined;
  const files: DroppedFile[] = [];
  let at = 0;
  for (const file of names.filter(isFinished)) {
    const where = isFolder ? join(path, file) : path;
    const found = statSync(where, { throwIfNoEntry: false });
    if (!found) return undefined;
    at = Math.max(at, found.mtimeMs);
    files.push({ name: file, path: where, state: stateOf(found) });
  }
  const state = files.map((file) => `${file.name}/${file.state}`).join('\n');
  return { drop: { name, path, isFolder, files }, state, at };
}

/** Changes when a file is written or replaced, and not when it is moved. */
export const stateOf = ({ ino, size, mtimeMs }: Stats): string => `${ino}/${size}/${mtimeMs}`;

/** The table that a file's name begins with, such as `t_se` of `t_se-20261107.ndjson.gz`; undefined if it names none. */
export function tableOfName(name: string): TableCode | undefined {
  const code = /^[a-z]_[a-z]{2}(?![a-z0-9])/i.exec(name)?.[0].toLowerCase();
  return code !== undefined && isTableCode(code) ? code : undefined;
}
