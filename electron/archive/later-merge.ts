// When the archive merges what was written into its file. Rows that were written stay in memory, outside DuckDB's limit,
// until a checkpoint merges them: two blocks for each column of each table, so opening a few races kept 180 to 240 MB in
// files with blocks of 256 KB, a quarter of that with those of build-file.ts. A checkpoint takes a tenth of a second.

import type { Connection } from './connection.ts';
import { isDamage, isInvalidated } from './damage.ts';

/** Once nothing more is written. */
const MERGE_AFTER_MS = 2_000;
/** A long download gets one now and then: each repacks the last rows of the tables. */
const MERGE_WITHIN_MS = 20_000;

export class LaterMerge {
  readonly #merge: () => Promise<void>;
  #due: { readonly timer: NodeJS.Timeout; readonly by: number } | undefined;
  #isStopped = false;

  /** `merge` does not reject. */
  constructor(merge: () => Promise<void>) {
    this.#merge = merge;
  }

  /** Something was written. */
  wrote(): void {
    if (this.#isStopped) return;
    const now = performance.now();
    const by = this.#due?.by ?? now + MERGE_WITHIN_MS;
    clearTimeout(this.#due?.timer);
    const merge = () => {
      this.#due = undefined;
      void this.#merge();
    };
    const timer = setTimeout(merge, Math.max(0, Math.min(MERGE_AFTER_MS, by - now)));
    this.#due = { timer: timer.unref(), by };
  }

  /** Merges at once what was written, if anything was. */
  async now(): Promise<void> {
    if (this.#due === undefined) return;
    clearTimeout(this.#due.timer);
    this.#due = undefined;
    await this.#merge();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#due?.timer);
  }
}

/**
 * Recent writes stay in the log beside the file until a checkpoint merges them: DuckDB's own at some size, or this one. An
 * active reader may block it: they then stay in the log for now. Rows that are held would keep it from joining groups of
 * rows, so those that nobody wants are let go first. Errors: those of a damaged file.
 */
export async function mergeLog(
  writer: Connection,
  snapshots: { readonly endUnwanted: () => void },
): Promise<void> {
  snapshots.endUnwanted();
  await writer.run('checkpoint').catch((error: unknown) => {
    if (isDamage(error) || isInvalidated(error)) throw error;
  });
}
