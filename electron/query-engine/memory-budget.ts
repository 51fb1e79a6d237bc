// What all views together may hold: beyond the budget, the columns not looked at for longest are let go.

export interface MemoryEntry {
  readonly bytes: number;
  readonly evict: () => void;
}

/** The counted bytes of columns; what else their thread costs comes on top. */
export const VIEW_BUDGET = 400_000_000;

export class MemoryBudget {
  readonly budget: number;
  #bytes = 0;
  /** Oldest look first. */
  readonly #entries = new Map<string, MemoryEntry>();
  readonly #inUse = new Map<string, number>();

  constructor(budget: number = VIEW_BUDGET) {
    this.budget = budget;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Newly held, and looked at now. */
  add(key: string, entry: MemoryEntry): void {
    this.forget(key);
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
    this.#letGoOfOldest();
  }

  /** Neither oldest nor let go while it is used; undo with the function returned. */
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
      this.#letGoOfOldest();
    };
  }

  forget(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }

  #letGoOfOldest(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#bytes <= this.budget) return;
      if (this.#inUse.has(key)) continue;
      this.forget(key);
      entry.evict();
    }
  }
}
