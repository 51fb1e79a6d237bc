// A folder beside an export for what is stored until the file is complete.

import { randomBytes } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RailbirdError } from '#shared/errors.ts';
import { clearAbandoned, temporaryName } from '../files/temporary-files.ts';

/** DuckDB releases its files a moment after it is closed. */
const MOST_RETRIES = 5;
const READ_AT_ONCE = 1 << 20;

export class WorkFolder {
  /** Where it is made. */
  readonly parent: string;
  readonly #path: string;
  #buffer: Buffer | undefined;
  #made: Promise<unknown> | undefined;

  /** It is made when it is first needed. */
  constructor(parent: string) {
    this.parent = parent;
    this.#path = join(parent, temporaryName('export', randomBytes(6).toString('hex')));
  }

  /** The path of a file in it. Errors: FILE_FAILED. */
  async file(name: string): Promise<string> {
    await (this.#made ??= this.act(() => this.#make()));
    return join(this.#path, name);
  }

  /** Reports a failure in the folder like that of any file. Errors: FILE_FAILED; those of `act` that have a code. */
  async act<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (cause) {
      if (cause instanceof RailbirdError) throw cause;
      throw new RailbirdError('FILE_FAILED', { path: this.parent }, { cause });
    }
  }

  /**
   * The bytes of a file in it from `from` on, without the last `excess`, and then removes it. Each piece is read into the
   * place of the one before: a new one each time would grow until all garbage is collected. Errors: FILE_FAILED.
   */
  async *read(
    path: string,
    { from = 0, excess = 0 }: { readonly from?: number; readonly excess?: number } = {},
  ): AsyncGenerator<Buffer, void, void> {
    const file = await this.act(() => open(path));
    try {
      const { size } = await this.act(() => file.stat());
      const buffer = (this.#buffer ??= Buffer.allocUnsafe(READ_AT_ONCE));
      for (let at = from; at < size - excess;) {
        const length = Math.min(buffer.length, size - excess - at);
        const { bytesRead } = await this.act(() => file.read(buffer, 0, length, at));
        if (bytesRead === 0) throw new RailbirdError('FILE_FAILED', { path: this.parent });
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await file.close();
    }
    await this.act(() => rm(path));
  }

  /** Removes it with everything in it. */
  async release(): Promise<void> {
    if (this.#made === undefined) return;
    await this.#made.catch(() => undefined);
    await rm(this.#path, { recursive: true, force: true, maxRetries: MOST_RETRIES });
  }

  async #make(): Promise<void> {
    await clearAbandoned(this.parent);
    await mkdir(this.#path, { mode: 0o700 });
  }
}
