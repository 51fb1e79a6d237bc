// Bounds the memory of all loaded columns: beyond the budget, the least recently used ones are evicted.

export interface MemoryEntry {
  readonly bytes: number;
  readonly evict: () => void;
}

/** Bytes of coded columns, without the other memory of the worker. */
export const COLUMN_BUDGET = 400_000_000;

export class MemoryBudget {
  readonly budget: number;
  #bytes = 0;
  /** Least recently used first. */
  readonly #entries = new Map<string, MemoryEntry>();
  readonly #used = new Map<string, number>();

  constructor(budget: number = COLUMN_BUDGET) {
    this.budget = budget;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Adds a newly loaded column as the most recently used one. */
  add(key: string, entry: MemoryEntry): void {
    this.forget(key);
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
    this.#evictOldest();
  }

  /** Marks columns as used, and keeps them from being evicted until the returned function is called. */
  use(keys: readonly string[]): () => void {
    for (const key of keys) {
      this.#used.set(key, (this.#used.get(key) ?? 0) + 1);
      const entry = this.#entries.get(key);
      if (!entry) continue;
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return () => {
      for (const key of keys) {
        const left = (this.#used.get(key) ?? 1) - 1;
        if (left > 0) this.#used.set(key, left);
        else this.#used.delete(key);
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
      if (this.#used.has(key)) continue;
      this.forget(key);
      entry.evict();
    }
  }
}
