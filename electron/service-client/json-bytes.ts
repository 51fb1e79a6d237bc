// Scans JSON in bytes: where text, a number, a list or an object ends, and whether it is valid. Each method takes the
// position where a part begins and returns the position after it, or a value of STOP.

import { BOUNDS } from './answer-limits.ts';

/** Returned instead of a position. */
export const STOP = {
  /** The bytes end before the part does. */
  more: -1,
  /** It is not JSON. */
  broken: -2,
  /** It is nested too deeply. */
  deep: -3,
  /** A value or a field's name is too long, or there are too many fields. */
  value: -4,
  name: -5,
  fields: -6,
} as const;

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN = 0x7b;
export const CLOSE = 0x7d;
export const OPEN_LIST = 0x5b;
export const CLOSE_LIST = 0x5d;
export const MINUS = 0x2d;
export const ZERO = 0x30;
export const NINE = 0x39;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;
const DOT = 0x2e;
const PLUS = 0x2b;
const LOWER_E = 0x65;
const UPPER_E = 0x45;
const LOWER_U = 0x75;

const ESCAPES = Buffer.from('"\\/bfnrt');
const WORDS = [Buffer.from('null'), Buffer.from('true'), Buffer.from('false')];

/** The properties describe the parts scanned so far; clear them to learn about a single part. */
export class JsonBytes {
  /** Line breaks between the parts. */
  hasBreak = false;
  /** Half of a surrogate pair, escaped. */
  hasHalf = false;
  /** Bytes beyond ASCII in text, which may not be UTF-8. */
  hasWide = false;
  /** Text with U+FFFD in place of broken bytes, or with half a character. */
  isBroken = false;
  /** The last number has neither fraction nor exponent. */
  isWhole = true;
  /** The last number may change if it is parsed: 1.10, 1e5, -0. */
  isDubious = false;

  blank(bytes: Uint8Array, from: number): number {
    let at = from;
    for (;;) {
      const byte = bytes[at];
      if (byte === NEWLINE || byte === RETURN) this.hasBreak = true;
      else if (byte !== SPACE && byte !== TAB) return at;
      at += 1;
    }
  }

  /** `from` is after the opening quote. */
  text(bytes: Uint8Array, from: number): number {
    let at = from;
    for (;;) {
      const byte = bytes[at];
      if (byte === undefined) return STOP.more;
      if (byte === QUOTE) return at + 1;
      if (byte === BACKSLASH) {
        at = this.#escape(bytes, at + 1);
        if (at < 0) return at;
        continue;
      }
      if (byte < SPACE) return STOP.broken;
      if (byte >= 0x80) {
        this.hasWide = true;
        if (byte === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) this.isBroken = true;
      }
      at += 1;
    }
  }

  number(bytes: Uint8Array, from: number): number {
    const isNegative = bytes[from] === MINUS;
    const whole = isNegative ? from + 1 : from;
    let at = digits(bytes, whole);
    if (at === whole) return unexpected(bytes, at);
    if (bytes[whole] === ZERO && at > whole + 1) return STOP.broken;
    this.isWhole = true;
    this.isDubious = isNegative && bytes[whole] === ZERO;
    if (bytes[at] === DOT) {
      const fraction = at + 1;
      at = digits(bytes, fraction);
      if (at === fraction) return unexpected(bytes, at);
      this.isWhole = false;
      this.isDubious ||= bytes[at - 1] === ZERO;
    }
    if (bytes[at] === LOWER_E || bytes[at] === UPPER_E) {
      at += 1;
      if (bytes[at] === PLUS || bytes[at] === MINUS) at += 1;
      const exponent = at;
      at = digits(bytes, exponent);
      if (at === exponent) return unexpected(bytes, at);
      this.isWhole = false;
      this.isDubious = true;
    }
    return at >= bytes.length ? STOP.more : at;
  }

  /** true, false or null. */
  word(bytes: Uint8Array, from: number): number {
    const word = WORDS.find((each) => each[0] === bytes[from]);
    if (word === undefined) return unexpected(bytes, from);
    for (let same = 1; same < word.length; same += 1) {
      if (bytes[from + same] !== word[same]) return unexpected(bytes, from + same);
    }
    return from + word.length;
  }

  /** An object or a list with any content. */
  nested(bytes: Uint8Array, from: number): number {
    let depth = 0;
    let at = from;
    do {
      const byte = bytes[at];
      if (byte === undefined) return STOP.more;
      if (byte === QUOTE) {
        at = this.text(bytes, at + 1);
        if (at < 0) return at;
        continue;
      }
      if (byte === OPEN || byte === OPEN_LIST) depth += 1;
      else if (byte === CLOSE || byte === CLOSE_LIST) depth -= 1;
      else if (byte === NEWLINE || byte === RETURN) this.hasBreak = true;
      if (depth > BOUNDS.nesting) return STOP.deep;
      at += 1;
    } while (depth > 0);
    try {
      JSON.parse(textBetween(bytes, from, at));
      return at;
    } catch {
      return STOP.broken;
    }
  }

  value(bytes: Uint8Array, from: number): number {
    const first = bytes[from];
    if (first === QUOTE) return this.text(bytes, from + 1);
    if (first === OPEN || first === OPEN_LIST) return this.nested(bytes, from);
    if (first === MINUS || isDigit(first)) return this.number(bytes, from);
    return this.word(bytes, from);
  }

  /** `at` is after the backslash; a pair of surrogates counts as one. */
  #escape(bytes: Uint8Array, at: number): number {
    const letter = bytes[at];
    if (letter === undefined) return STOP.more;
    if (letter !== LOWER_U) return ESCAPES.includes(letter) ? at + 1 : STOP.broken;
    const unit = hex(bytes, at + 1);
    if (unit < 0) return unit;
    if (unit === 0xfffd) this.isBroken = true;
    if (unit < 0xd800 || unit > 0xdfff) return at + 5;
    if (unit <= 0xdbff) {
      const [next, after] = [bytes[at + 5], bytes[at + 6]];
      if (after === undefined) return STOP.more;
      if (next === BACKSLASH && after === LOWER_U) {
        const low = hex(bytes, at + 7);
        if (low === STOP.more) return STOP.more;
        if (low >= 0xdc00 && low <= 0xdfff) return at + 11;
      }
    }
    this.hasHalf = true;
    this.isBroken = true;
    return at + 5;
  }
}

export const textBetween = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8');

/** `broken` if there is a byte here, which is not allowed; `more` if it has not arrived yet. */
export const unexpected = (bytes: Uint8Array, at: number): number =>
  at >= bytes.length ? STOP.more : STOP.broken;

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= ZERO && byte <= NINE;

function digits(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isDigit(bytes[at])) at += 1;
  return at;
}

/** Four hexadecimal digits as a number. */
function hex(bytes: Uint8Array, at: number): number {
  let value = 0;
  for (let digit = 0; digit < 4; digit += 1) {
    const byte = bytes[at + digit];
    if (byte === undefined) return STOP.more;
    const lower = byte | 0x20;
    if (isDigit(byte)) value = value * 16 + byte - ZERO;
    else if (lower >= 0x61 && lower <= 0x66) value = value * 16 + lower - 0x57;
    else return STOP.broken;
  }
  return value;
}
