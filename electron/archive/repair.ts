// Repairs a single damaged byte. DuckDB's checksum of a block is the XOR of a product of each of its 64-bit words, so
// the computed and the stored checksum together determine what each word would have to be. A word that then differs
// from the one on disk in exactly one byte could be the damaged one. If several could be, the block is left as it is, and
// so is damage larger than a byte.
//
// The lower a byte is in its word, the more of the product it changes, and the rarer is a second word that would explain
// it: among 32,767 random words only the damaged one does for the three lowest bytes, nearly always for the fourth, in a
// third of the cases for the fifth, and hardly ever above. Words that are equal, or differ in their upper bytes only,
// can be mistaken for each other whichever byte it is.

import { open } from 'node:fs/promises';

/** DuckDB's factor (src/common/checksum.cpp) and its inverse modulo 2^64. */
const FACTOR = 0xbf58476d1ce4e5b9n;
const INVERSE = inverseOf(FACTOR);

const WORD = 8;
const HEADER_BYTES = 4096;
/** In each of the database's two headers; the second may be of an unfinished write. */
const BLOCK_SIZE_AT = [HEADER_BYTES + 5 * WORD, 2 * HEADER_BYTES + 5 * WORD];
/** After these bytes a header is all zeroes. */
const HEADER_USED = 128;
/** A log entry's length and checksum precede its bytes. */
export const LOG_ENTRY_HEAD = 2 * WORD;
/** The file's header and the two of the database precede the first block. */
const FIRST_BLOCK = 3 * HEADER_BYTES;
const MAGIC = { at: 8, bytes: Buffer.from('DUCK') };

/** The value that one byte of a file had before the damage. */
export interface Repair {
  readonly file: 'database' | 'log';
  readonly at: number;
  readonly byte: number;
}

/**
 * Parses DuckDB's message about `path` or its log and finds the byte. Undefined if more than one byte was damaged or
 * several could be the one.
 */
export async function findRepair(error: unknown, path: string): Promise<Repair | undefined> {
  const message = error instanceof Error ? error.message : '';
  const sums = /computed checksum (\d+) does not match stored checksum (\d+)/.exec(message);
  const inLog = /entry at byte position (\d+)/.exec(message);
  const inBlock = /in block at location (\d+)/.exec(message);
  if (sums && inLog) return inEntry(`${path}.wal`, Number(inLog[1]), sumsOf(sums));
  if (sums && inBlock) {
    const at = Number(inBlock[1]);
    const bytes = await readPart(path, at, at < FIRST_BLOCK ? HEADER_BYTES : await blockBytesOf(path));
    return bytes && found('database', at, at + WORD, bytes.subarray(WORD), sumsOf(sums));
  }
  if (/not a valid duckdb database/i.test(message)) return inMagic(path);
  return undefined;
}

/** Zero if no header has a size. */
async function blockBytesOf(path: string): Promise<number> {
  const sizes = await Promise.all(BLOCK_SIZE_AT.map((at) => readPart(path, at, WORD)));
  return Math.max(...sizes.map((bytes) => Number(bytes?.readBigUInt64LE(0) ?? 0)));
}

/** Writes the byte into a file, which has to be a copy. */
export async function applyRepair(path: string, { file, at, byte }: Repair): Promise<void> {
  const handle = await open(file === 'log' ? `${path}.wal` : path, 'r+');
  try {
    await handle.write(Uint8Array.of(byte), 0, 1, at);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A log entry is its length, its checksum and its bytes. */
async function inEntry(log: string, at: number, sums: Sums): Promise<Repair | undefined> {
  const head = await readPart(log, at - LOG_ENTRY_HEAD, LOG_ENTRY_HEAD);
  const length = head ? Number(head.readBigUInt64LE(0)) : 0;
  // The bytes after the last whole word have another kind of checksum.
  const words = await readPart(log, at, length - (length % WORD));
  return words && found('log', at - WORD, at, words, sums);
}

function found(
  file: Repair['file'],
  sumAt: number,
  at: number,
  bytes: Buffer,
  { computed, stored }: Sums,
): Repair | undefined {
  const difference = computed ^ stored;
  const repairs: Repair[] = [];
  // The damaged byte may belong to the stored checksum.
  const ofSum = onlyByteOf(difference);
  if (ofSum !== undefined) repairs.push({ file, at: sumAt + ofSum, byte: byteOf(computed, ofSum) });
  const isHeader = file === 'database' && sumAt < FIRST_BLOCK;
  for (let offset = 0; offset < bytes.length; offset += WORD) {
    const word = bytes.readBigUInt64LE(offset);
    const wanted = BigInt.asUintN(64, (BigInt.asUintN(64, word * FACTOR) ^ difference) * INVERSE);
    const index = onlyByteOf(word ^ wanted);
    if (index === undefined) continue;
    const repair: Repair = { file, at: at + offset + index, byte: byteOf(wanted, index) };
    if (isHeader && WORD + offset >= HEADER_USED) {
      // Only zeroes belong here, so any other byte is the damage.
      if (wanted === 0n) return repair;
      continue;
    }
    repairs.push(repair);
  }
  return repairs.length === 1 ? repairs[0] : undefined;
}

async function inMagic(path: string): Promise<Repair | undefined> {
  const there = await readPart(path, MAGIC.at, MAGIC.bytes.length);
  const wrong = [...MAGIC.bytes.keys()].filter((index) => there?.[index] !== MAGIC.bytes[index]);
  const [index = 0] = wrong;
  return wrong.length === 1
    ? { file: 'database', at: MAGIC.at + index, byte: MAGIC.bytes[index] ?? 0 }
    : undefined;
}

interface Sums {
  readonly computed: bigint;
  readonly stored: bigint;
}

const sumsOf = ([, computed = '0', stored = '0']: RegExpExecArray): Sums => ({
  computed: BigInt(computed),
  stored: BigInt(stored),
});

/** The index of the only byte of a word with set bits, counted from the lowest; undefined for none or several. */
function onlyByteOf(bits: bigint): number | undefined {
  if (bits === 0n) return undefined;
  for (let index = 0; index < WORD; index += 1) {
    if ((bits & ~(0xffn << BigInt(8 * index))) === 0n) return index;
  }
  return undefined;
}

const byteOf = (word: bigint, index: number): number => Number((word >> BigInt(8 * index)) & 0xffn);

/** Undefined if the file ends before. */
async function readPart(path: string, at: number, length: number): Promise<Buffer | undefined> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    if (at < 0 || length <= 0 || at + length > size) return undefined;
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, at);
    return buffer;
  } finally {
    await handle.close();
  }
}

/** The inverse of an odd number modulo 2^64, by Newton's iteration: each step doubles the number of correct bits. */
function inverseOf(odd: bigint): bigint {
  let inverse = odd;
  for (let step = 0; step < 6; step += 1) inverse = BigInt.asUintN(64, inverse * (2n - odd * inverse));
  return inverse;
}
