// The reject file: NDJSON beside the data, with the file, line, reasons and content of each rejected record.

import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { RecordProblem } from './check-record.ts';
import type { RawRecord } from './raw-record.ts';

/** How the name of a reject file ends. */
export const REJECTS = '.rejects.ndjson';

/** As much of a record as helps to find and fix it. */
const LONGEST_TEXT = 16_384;

export class Rejects {
  readonly #folder: string | undefined;
  readonly #file: string | undefined;
  readonly #open = new Map<string, number>();

  /** @param at a folder for one reject file per imported file, or one file for all, which is created even if empty */
  constructor(at: { readonly folder: string } | { readonly file: string }) {
    this.#folder = 'folder' in at ? at.folder : undefined;
    this.#file = 'file' in at ? at.file : undefined;
    if (this.#file !== undefined) this.#descriptorOf(this.#file);
  }

  /** Files that were written. */
  get files(): readonly string[] {
    return [...this.#open.keys()];
  }

  /** Removes the rejects of an earlier import of the file, since their records may be correct now. */
  begin(file: string): void {
    const path = this.#pathOf(file);
    if (this.#folder !== undefined && !this.#open.has(path)) rmSync(path, { force: true });
  }

  /** @throws the system's error if it cannot be written */
  add(file: string, raw: RawRecord, problems: readonly RecordProblem[]): void {
    const line = { file, line: raw.line, problems, ...contentOf(raw) };
    writeSync(this.#descriptorOf(this.#pathOf(file)), `${JSON.stringify(line)}\n`);
  }

  close(): void {
    for (const descriptor of this.#open.values()) closeSync(descriptor);
  }

  #pathOf(file: string): string {
    return this.#file ?? join(this.#folder ?? '', `${basename(file)}${REJECTS}`);
  }

  #descriptorOf(path: string): number {
    const stored = this.#open.get(path);
    if (stored !== undefined) return stored;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const descriptor = openSync(path, 'w', 0o600);
    this.#open.set(path, descriptor);
    return descriptor;
  }
}

function contentOf(raw: RawRecord): object {
  if ('cells' in raw) return { record: raw.cells };
  const text = ('json' in raw ? raw.json : raw.text).toString();
  return text.length > LONGEST_TEXT ? { text: text.slice(0, LONGEST_TEXT), cut: true } : { text };
}
