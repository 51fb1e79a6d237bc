// The blocks that were read last, by the table and the key of their race or horse. On a race day most requests are for
// a few dozen races; reading one from the file takes longer than all checks of its request.

import type { TableCode } from '#shared/catalogue/table.ts';
import { giveBack } from '../give-back.ts';
import type { Records } from '../store.ts';
import type { ReadBlock } from './reader.ts';

/** Bytes of each of the two generations: together a day of racing, all tables. */
const GENERATION = 8 * 1024 * 1024;

/** A block that several answers may be sending. */
export class SharedBlock implements Records {
  readonly count: number;
  readonly pages: readonly [Buffer];
  /** The youngest generation that has it. */
  generation = 0;
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

type Blocks = Map<TableCode, Map<string, SharedBlock>>;

/**
 * Two generations instead of a list by last use: a block that is found costs no more than a look into a map, and what
 * was not used while a whole generation was read is dropped.
 */
export class BlockCache {
  readonly #most: number;
  #young: Blocks = new Map();
  #old: Blocks = new Map();
  #generation = 0;
  /** Bytes in the young generation. */
  #bytes = 0;

  constructor(most = GENERATION) {
    this.#most = most;
  }

  get(table: TableCode, key: string): SharedBlock | undefined {
    const young = this.#young.get(table)?.get(key);
    if (young) return young;
    const old = this.#old.get(table)?.get(key);
    return old && this.#keep(table, key, old);
  }

  /** Keeps a block that was read, and lends it to the answer that it was read for. */
  add(table: TableCode, key: string, read: ReadBlock): SharedBlock {
    return this.#keep(table, key, new SharedBlock(read).lend());
  }

  clear(): void {
    if (this.#bytes === 0 && this.#old.size === 0) return;
    this.#nextGeneration();
    this.#nextGeneration();
  }

  #keep(table: TableCode, key: string, block: SharedBlock): SharedBlock {
    const size = block.pages[0].length;
    // It alone would displace everything else.
    if (size > this.#most) {
      block.drop();
      return block;
    }
    // Used in this generation, so that the next one does not drop it.
    block.generation = this.#generation;
    if (this.#bytes + size > this.#most) this.#nextGeneration();
    const blocks = this.#young.get(table) ?? new Map<string, SharedBlock>();
    this.#young.set(table, blocks.set(key, block));
    block.generation = this.#generation;
    this.#bytes += size;
    return block;
  }

  #nextGeneration(): void {
    for (const blocks of this.#old.values()) {
      for (const block of blocks.values()) if (block.generation < this.#generation) block.drop();
    }
    this.#old = this.#young;
    this.#young = new Map();
    this.#generation += 1;
    this.#bytes = 0;
  }
}
