// The blocks that were read last, by the table and the key of their race or horse. On a race day most requests are for
// a few dozen races; reading one from the file takes longer than all checks of its request.

import type { TableCode } from '#shared/catalogue/table.ts';
import { giveBack } from '../give-back.ts';
import type { Around, Records } from '../store.ts';
import type { ReadBlock } from './reader.ts';

/** Bytes: the cards and results of a race day. */
const MOST = 8 * 1024 * 1024;

/** A block that several answers may be sending. */
export class SharedBlock implements Records {
  readonly count: number;
  /** Of the records, for which the cache has room; the few hundred around them are not counted. */
  readonly bytes: number;
  /** Since it was added, or the cache was last full. */
  isUsed = false;
  pages: readonly [Buffer];
  /** The whole answer with that opening, once the block was asked for again. */
  #whole: { readonly opening: string; readonly bytes: Buffer } | undefined;
  #loans = 0;
  #readers = 0;
  #isDropped = false;

  constructor({ count, records }: ReadBlock) {
    this.count = count;
    this.bytes = records.length;
    this.pages = [records];
  }

  /** The same block, until the answer releases it. An answer that is cut off leaves it to the garbage collector. */
  lend(): this {
    this.#loans += 1;
    this.#readers += 1;
    return this;
  }

  /** Another request may have named the race in other words, whose answer repeats them: it is sent in three pieces. */
  readonly within = (opening: string, around: () => Around): Buffer | undefined => {
    if (this.#whole === undefined && this.#loans > 1) this.#enclose(opening, around());
    return this.#whole?.opening === opening ? this.#whole.bytes : undefined;
  };

  /** The whole answer takes the place of the block. */
  #enclose(opening: string, { head, tail }: Around): void {
    const [records] = this.pages;
    const bytes = Buffer.allocUnsafeSlow(head.length + records.length + tail.length);
    bytes.write(head, 'latin1');
    records.copy(bytes, head.length);
    bytes.write(tail, head.length + records.length, 'latin1');
    this.#whole = { opening, bytes };
    this.pages = [bytes.subarray(head.length, head.length + records.length)];
    // The one reader is who gets the whole.
    if (this.#readers === 1) giveBack(records);
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
    if (!this.#isDropped || this.#readers !== 0) return;
    giveBack(this.#whole?.bytes ?? this.pages[0]);
  }
}

export class BlockCache {
  readonly #most: number;
  /** By table and key. Blocks that were used since they came to the front are put to the end instead of dropped. */
  readonly #blocks = new Map<string, SharedBlock>();
  #bytes = 0;

  constructor(most = MOST) {
    this.#most = most;
  }

  get(table: TableCode, key: string): SharedBlock | undefined {
    const block = this.#blocks.get(`${table} ${key}`);
    if (block) block.isUsed = true;
    return block;
  }

  /** Keeps a block that was read and is not there yet, and lends it to the answer that it was read for. */
  add(table: TableCode, key: string, read: ReadBlock): SharedBlock {
    const block = new SharedBlock(read).lend();
    this.#blocks.set(`${table} ${key}`, block);
    this.#bytes += block.bytes;
    for (const [name, oldest] of this.#blocks) {
      if (this.#bytes <= this.#most) break;
      this.#blocks.delete(name);
      if (oldest.isUsed) this.#blocks.set(name, oldest);
      else this.#drop(oldest);
      oldest.isUsed = false;
    }
    return block;
  }

  clear(): void {
    for (const block of this.#blocks.values()) this.#drop(block);
    this.#blocks.clear();
  }

  #drop(block: SharedBlock): void {
    this.#bytes -= block.bytes;
    block.drop();
  }
}
