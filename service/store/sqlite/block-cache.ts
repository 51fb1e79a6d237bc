// The blocks that were read last, by the table and the key of their race or horse. On a race day most requests are for
// a few dozen races; reading one from the file takes longer than all checks of its request.

import type { TableCode } from '#shared/catalogue/table.ts';
import type { ReadBlock } from './reader.ts';

/** Bytes of each of the two generations: together a day of racing, all tables. */
const GENERATION = 8 * 1024 * 1024;

type Blocks = Map<TableCode, Map<string, ReadBlock>>;

/**
 * Two generations instead of a list by last use: a block that is found costs no more than a look into a map, and what
 * was not used while a whole generation was read is forgotten.
 */
export class BlockCache {
  readonly #most: number;
  #young: Blocks = new Map();
  #old: Blocks = new Map();
  /** Bytes in the young generation. */
  #bytes = 0;

  constructor(most = GENERATION) {
    this.#most = most;
  }

  get(table: TableCode, key: string): ReadBlock | undefined {
    const young = this.#young.get(table)?.get(key);
    if (young) return young;
    const old = this.#old.get(table)?.get(key);
    if (old) this.set(table, key, old);
    return old;
  }

  set(table: TableCode, key: string, block: ReadBlock): void {
    const size = block.records.length;
    if (size > this.#most) return;
    if (this.#bytes + size > this.#most) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#bytes = 0;
    }
    const blocks = this.#young.get(table) ?? new Map<string, ReadBlock>();
    this.#young.set(table, blocks.set(key, block));
    this.#bytes += size;
  }

  clear(): void {
    if (this.#bytes === 0 && this.#old.size === 0) return;
    this.#young = new Map();
    this.#old = new Map();
    this.#bytes = 0;
  }
}
