// Probabilities of combinations of the first three: Harville's formula on the win chances, flattened behind the winner.

export interface FinishWeights {
  readonly first: readonly number[];
  readonly second: readonly number[];
  readonly third: readonly number[];
}

/** Weights by position in the field for each place, as the finish is drawn (chances.ts). */
export function finishWeights(chances: readonly number[]): FinishWeights {
  return {
    first: chances,
    second: chances.map((chance) => (chance > 0 ? chance ** 0.86 : 0)),
    third: chances.map((chance) => (chance > 0 ? chance ** 0.8 : 0)),
  };
}

/** Probabilities of ordered pairs (`i * n + j`), and of each third given the pair. */
export class Orders {
  readonly size: number;
  readonly #pairs: Float64Array;
  readonly #third: Float64Array;
  readonly #thirdTotal: number;

  constructor(chances: readonly number[]) {
    const { first, second, third } = finishWeights(chances);
    this.size = chances.length;
    this.#pairs = new Float64Array(this.size * this.size);
    this.#third = Float64Array.from(third);
    this.#thirdTotal = third.reduce((sum, each) => sum + each, 0);
    const total = second.reduce((sum, each) => sum + each, 0);
    for (let i = 0; i < this.size; i++) {
      for (let j = 0; j < this.size; j++) {
        if (i !== j)
          this.#pairs[i * this.size + j] = ((first[i] ?? 0) * (second[j] ?? 0)) / (total - (second[i] ?? 0));
      }
    }
  }

  exacta(i: number, j: number): number {
    return this.#pairs[i * this.size + j] ?? 0;
  }

  quinella(i: number, j: number): number {
    return this.exacta(i, j) + this.exacta(j, i);
  }

  trifecta(i: number, j: number, k: number): number {
    const left = this.#thirdTotal - (this.#third[i] ?? 0) - (this.#third[j] ?? 0);
    return left > 0 ? (this.exacta(i, j) * (this.#third[k] ?? 0)) / left : 0;
  }

  trio(i: number, j: number, k: number): number {
    const one = this.trifecta(i, j, k) + this.trifecta(i, k, j) + this.trifecta(j, i, k);
    return one + this.trifecta(j, k, i) + this.trifecta(k, i, j) + this.trifecta(k, j, i);
  }

  /** The probability that both are in the first three. */
  wide(i: number, j: number): number {
    let sum = 0;
    for (let k = 0; k < this.size; k++) if (k !== i && k !== j) sum += this.trio(i, j, k);
    return sum;
  }
}
