// A column as its distinct values and a code per row: about 2.5 bytes a cell, and it sorts by counting.

import type { Column } from '#shared/catalogue/column.ts';
import { comparePoints } from '#shared/catalogue/reading.ts';
import { measureOf } from '#shared/filters/measure.ts';
import { orderOfValues } from './value-order.ts';
import { TextList, TextPack, type PackedTexts, type ValueTexts } from './value-texts.ts';

export type Codes = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/** A column as it was read: distinct values in code point order, and for each row the index of its value. */
export interface PackedColumn {
  /** Null has the number of values as its code. */
  readonly codes: Codes;
  readonly values: PackedTexts;
}

/** The narrowest array for this many different codes. */
export function codesFor(kinds: number, rows: number): Codes {
  if (kinds <= 0x100) return new Uint8Array(rows);
  return kinds <= 0x1_0000 ? new Uint16Array(rows) : new Uint32Array(rows);
}

export class CodedColumn {
  readonly definition: Column;
  /** In the column's sort order: below `filled` the values, then blank texts, then null. */
  readonly codes: Codes;
  readonly filled: number;
  /** The number of codes, including that of null. */
  readonly kinds: number;
  /** For a numeric column, the number of each code, NaN for a value that is not a number. Null's code has no entry. */
  readonly numbers: Float64Array | undefined;
  readonly bytes: number;
  readonly #zeroIsNone: boolean;
  readonly #texts: ValueTexts;
  /** The index of the value of a code; absent if both are equal. */
  readonly #valueOf: Uint32Array | undefined;

  /** Takes ownership of the codes and rewrites them in place. */
  constructor(definition: Column, codes: Codes, texts: ValueTexts) {
    const { placeOf, filled, numbers } = orderOfValues(texts, definition);
    this.definition = definition;
    this.codes = codes;
    this.filled = filled;
    this.kinds = texts.count + 1;
    this.numbers = numbers;
    this.#zeroIsNone = measureOf(definition)?.zeroIsNone === true;
    this.#texts = texts;
    if (placeOf.some((place, index) => place !== index)) {
      const newOf = new Uint32Array(this.kinds);
      newOf.set(placeOf);
      newOf[texts.count] = texts.count;
      for (let row = 0; row < codes.length; row += 1) codes[row] = newOf[codes[row] ?? 0] ?? 0;
      this.#valueOf = new Uint32Array(texts.count);
      for (const [index, place] of placeOf.entries()) this.#valueOf[place] = index;
    }
    this.bytes =
      codes.byteLength + texts.bytes + (numbers?.byteLength ?? 0) + (this.#valueOf?.byteLength ?? 0);
  }

  /**
   * The number that a code stands for in sums and means: NaN for anything else, and for a zero that means "none", such
   * as the finish of a runner that did not finish.
   */
  quantity(code: number): number {
    const number = this.numbers?.[code] ?? NaN;
    return number === 0 && this.#zeroIsNone ? NaN : number;
  }

  /** Whether a code stands for a blank or a zero that means "none". */
  isNone(code: number): boolean {
    return code >= this.filled || (this.#zeroIsNone && this.numbers?.[code] === 0);
  }

  /** The raw value that a code stands for. */
  text(code: number): string | null {
    if (code >= this.#texts.count) return null;
    return this.#texts.at(this.#valueOf?.[code] ?? code);
  }

  /** The code of a raw value; undefined if no row has it. */
  codeOf(raw: string | null): number | undefined {
    for (let code = 0; code < this.kinds; code += 1) if (this.text(code) === raw) return code;
    return undefined;
  }

  at(row: number): string | null {
    return this.text(this.codes[row] ?? this.kinds);
  }
}

export const fromPacked = (definition: Column, { codes, values }: PackedColumn): CodedColumn =>
  new CodedColumn(definition, codes, new TextPack(values));

export function fromCells(definition: Column, cells: readonly (string | null)[]): CodedColumn {
  const distinct = [...new Set(cells)].filter((cell) => cell !== null).toSorted(comparePoints);
  const codeOf = new Map<string | null, number>(distinct.map((text, index) => [text, index]));
  const codes = codesFor(distinct.length + 1, cells.length);
  for (const [row, cell] of cells.entries()) codes[row] = codeOf.get(cell) ?? distinct.length;
  return new CodedColumn(definition, codes, new TextList(distinct));
}
