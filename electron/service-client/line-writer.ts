// A file that is written line by line, and to the disk in large pieces. It does not exist before its first line.

import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Large enough for the disk, small enough for memory. */
const PIECE = 256 * 1024;

export class LineFile {
  readonly path: string;
  lines = 0;
  /** Bytes of the longest line. */
  longest = 0;
  #buffer = Buffer.alloc(0);
  #used = 0;
  #file: FileHandle | undefined;
  #isOnDisk = false;

  constructor(path: string) {
    this.path = path;
  }

  /** Adds a line: these bytes up to `to`, then `ending`, line break included. */
  add(bytes: Buffer, from: number, to: number, ending: string): void {
    const length = to - from + ending.length;
    this.#makeRoom(length);
    bytes.copy(this.#buffer, this.#used, from, to);
    this.#buffer.write(ending, this.#used + to - from, 'latin1');
    this.#count(length);
  }

  addText(line: string): void {
    const length = Buffer.byteLength(line);
    this.#makeRoom(length);
    this.#buffer.write(line, this.#used);
    this.#count(length);
  }

  /** Writes the collected lines if they fill a piece. */
  async flush(): Promise<void> {
    if (this.#used >= PIECE) await this.#write();
  }

  /** Writes the rest. Nothing may be added afterwards. */
  async finish(): Promise<void> {
    if (this.#file) {
      await this.#write();
      await this.#file.close();
      this.#file = undefined;
    } else if (this.#used > 0) {
      // Writing a race's records takes less time than handing them to a thread.
      mkdirSync(dirname(this.path), { recursive: true });
      this.#isOnDisk = true;
      writeFileSync(this.path, this.#buffer.subarray(0, this.#used));
    }
    this.#buffer = Buffer.alloc(0);
  }

  /** Closes the file, finished or not, and removes it. */
  async discard(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
    this.#used = this.lines = 0;
    if (this.#isOnDisk) await rm(this.path, { force: true });
  }

  async #write(): Promise<void> {
    if (!this.#file) {
      // Another process may have removed the folder meanwhile.
      await mkdir(dirname(this.path), { recursive: true });
      this.#file = await open(this.path, 'w');
      this.#isOnDisk = true;
    }
    for (let at = 0; at < this.#used;) {
      at += (await this.#file.write(this.#buffer, at, this.#used - at)).bytesWritten;
    }
    this.#used = 0;
  }

  #makeRoom(length: number): void {
    const needed = this.#used + length;
    if (needed <= this.#buffer.length) return;
    // A small answer needs a small buffer; a large one needs a piece and the next bytes.
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2, 16 * 1024));
    this.#buffer.copy(larger, 0, 0, this.#used);
    this.#buffer = larger;
  }

  #count(length: number): void {
    this.#used += length;
    this.lines += 1;
    this.longest = Math.max(this.longest, length);
  }
}
