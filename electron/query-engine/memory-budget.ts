// Bounds the memory of all loaded columns: beyond the budget, the least recently used ones are evicted.

export interface MemoryEntry {
  readonly bytes: number;
  readonly evict: () => void;
}

/** Bytes of coded columns; what else the worker needs comes on top. */
export const COLUMN_BUDGET = 400_000_000;

export class MemoryBudget {
  readonly budget: number;
  #bytes = 0;
  /** Least recently used first. */
  readonly #entries = new Map<string, MemoryEntry>();
  readonly #inUse = new Map<string, number>();

  constructor(budget: number = COLUMN_BUDGET) {
    this.budget = budget;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** A newly loaded column, used now. */
  add(key: string, entry: MemoryEntry): void {
    this.forget(key);
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
    this.#evictOldest();
  }

  /** Keeps columns from being evicted until the returned function is called. */
  use(keys: readonly string[]): () => void {
    for (const key of keys) {
      this.#inUse.set(key, (this.#inUse.get(key) ?? 0) + 1);
      const entry = this.#entries.get(key);
      if (!entry) continue;
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return () => {
      for (const key of keys) {
        const left = (this.#inUse.get(key) ?? 1) - 1;
        if (left > 0) this.#inUse.set(key, left);
        else this.#inUse.delete(key);
      }
      this.#evictOldest();
    };
  }

  forget(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }

  #evictOldest(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#bytes <= this.budget) return;
      if (this.#inUse.has(key)) continue;
      this.forget(key);
      entry.evict();
    }
  }
}
