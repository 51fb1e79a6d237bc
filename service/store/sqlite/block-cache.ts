// The blocks that were read last, by the table and the key of their race or horse. On a race day most requests are for
// a few dozen races; reading one from the file takes longer than all checks of its request.

import type { TableCode } from '#shared/catalogue/table.ts';
import { giveBack } from '../give-back.ts';
import type { Records } from '../store.ts';
import type { ReadBlock } from './reader.ts';

/** Bytes: the cards and results of a race day. */
const MOST = 8 * 1024 * 1024;

/** A block that several answers may be sending. */
export class SharedBlock implements Records {
  readonly count: number;
  readonly pages: readonly [Buffer];
  #readers = 0;
  #isDropped = false;

  constructor({ count, records }: ReadBlock) {
    this.count = count;
    this.pages = [records];
  }

  /** The same block, until the answer releases it. An answer that is cut off leaves it to the garbage collector. */
  lend(): this {
    this.#readers += 1;
    return this;
  }

  readonly release = (): void => {
    this.#readers -= 1;
    this.#freeIfUnused();
  };

  /** No more answers get it; its memory is freed after those that send it. */
  drop(): void {
    this.#isDropped = true;
    this.#freeIfUnused();
  }

  #freeIfUnused(): void {
    if (this.#isDropped && this.#readers === 0) giveBack(this.pages[0]);
  }
}

export class BlockCache {
  readonly #most: number;
  /** By table and key, the one that was used last at the end. */
  readonly #blocks = new Map<string, SharedBlock>();
  #bytes = 0;

  constructor(most = MOST) {
    this.#most = most;
  }

  get(table: TableCode, key: string): SharedBlock | undefined {
    const name = `${table} ${key}`;
    const block = this.#blocks.get(name);
    if (!block) return undefined;
    this.#blocks.delete(name);
    this.#blocks.set(name, block);
    return block;
  }

  /** Keeps a block that was read and is not there yet, and lends it to the answer that it was read for. */
  add(table: TableCode, key: string, read: ReadBlock): SharedBlock {
    const block = new SharedBlock(read).lend();
    this.#blocks.set(`${table} ${key}`, block);
    this.#bytes += read.records.length;
    this.#dropBeyond(this.#most);
    return block;
  }

  clear(): void {
    this.#dropBeyond(0);
  }

  #dropBeyond(most: number): void {
    for (const [name, block] of this.#blocks) {
      if (this.#bytes <= most) return;
      this.#blocks.delete(name);
      this.#bytes -= block.pages[0].length;
      block.drop();
    }
  }
}
