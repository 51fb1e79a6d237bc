// Random draws without state: every draw is a hash of its subject, so any two runs agree.

/** A text as a 32-bit number (FNV-1a): turns the user's seed into the root of all draws. */
export function seedNumber(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** One 32-bit number from up to four, with murmur's finalizer after each. */
export function mix(a: number, b: number, c = 0, d = 0): number {
  let hash = scramble(a ^ 0x9e3779b9);
  hash = scramble(hash ^ Math.imul(b, 0x85ebca6b));
  hash = scramble(hash ^ Math.imul(c + 1, 0xc2b2ae35));
  return scramble(hash ^ Math.imul(d + 1, 0x27d4eb2f)) >>> 0;
}

function scramble(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x7feb352d);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x846ca68b);
  return hash ^ (hash >>> 16);
}

/** A number in [0, 1) from up to four numbers. */
export const unit = (a: number, b: number, c = 0, d = 0): number => mix(a, b, c, d) / 4294967296;

/** A standard normal from a hash: the sum of four 16-bit uniforms is accurate enough here, and fast. */
export function normal(a: number, b: number, c = 0, d = 0): number {
  const first = mix(a, b, c, d);
  const second = scramble(first ^ 0x68e31da4) >>> 0;
  const sum = (first & 0xffff) + (first >>> 16) + (second & 0xffff) + (second >>> 16);
  return (sum / 65536 - 2) * 1.7320508;
}

/** A stream of draws about one subject (a race, a runner, a morning's work). */
export class Draw {
  #state: number;

  constructor(a: number, b: number, c = 0, d = 0) {
    this.#state = mix(a, b, c, d);
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let value = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  }

  /** Standard normal. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(6.283185307179586 * this.next());
  }

  /** Exponential with mean 1. */
  exponential(): number {
    return -Math.log(1 - this.next());
  }

  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  of<T>(items: readonly [T, ...T[]] | readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new RangeError('nothing to draw from');
    return item;
  }

  /** One of the rows `[value, weight]`. */
  weighted<T>(rows: readonly (readonly [T, number])[]): T {
    let total = 0;
    for (const row of rows) total += row[1];
    let left = this.next() * total;
    for (const row of rows) {
      left -= row[1];
      if (left < 0) return row[0];
    }
    const last = rows[rows.length - 1];
    if (last === undefined) throw new RangeError('nothing to draw from');
    return last[0];
  }

  /** Puts the items in a random order, in place. */
  shuffle<T>(items: T[]): T[] {
    for (let i = items.length - 1; i > 0; i--) {
      const j = Math.floor(this.next() * (i + 1));
      [items[i], items[j]] = [items[j] as T, items[i] as T];
    }
    return items;
  }
}
