// A block of the SQLite store: the records of one race in order, as the bytes that an answer sends, together with what
// is needed to insert another record without parsing the JSON. The bytes of a packed block are compressed.

import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

import { completed } from '../partial-record.ts';

/** The sort key of a record within its block. */
export type SortKey = readonly (string | number)[];

export interface BlockEntry {
  readonly place: SortKey;
  /** The time of the version, comparable: later is greater. */
  readonly updatedAt: string;
  /** The record as one line of JSON. */
  readonly json: Uint8Array;
  /** Of a new record: columns that it says nothing of. */
  readonly absent?: readonly string[];
}

/** A stored block. */
export interface Block {
  readonly count: number;
  /** Sort keys, times and lengths of the records, as JSON. */
  readonly entries: string;
  readonly records: Buffer;
}

/** Separates two records, so that each is on its own line. */
export const BETWEEN = Buffer.from(',\n');

type Noted = [...place: (string | number)[], updatedAt: string, bytes: number];

export function blockOf(entries: readonly BlockEntry[]): Block {
  const noted = entries.map(({ place, updatedAt, json }): Noted => [...place, updatedAt, json.length]);
  const [first] = entries;
  const records = joined(entries.map(({ json }) => json));
  if (!first) throw new RangeError('a block has records');
  return { count: entries.length, entries: JSON.stringify(noted), records };
}

/** Joins texts with the record separator. */
export function joined(pieces: readonly Uint8Array[]): Buffer {
  const parts = pieces.flatMap((piece, at) => (at === 0 ? [piece] : [BETWEEN, piece]));
  return Buffer.concat(parts);
}

/** Smaller blocks gain little from packing. */
const LEAST_PACKED = 4096;

/** JSON begins with a brace, a packed block with the first byte of every zstd frame. */
const FIRST_OF_PACKED = 0x28;

/** The level at which a tenth remains and packing takes less time than writing the rest would. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** The records of a block in a tenth of the space, if there are enough of them. */
export const packed = (records: Buffer): Buffer =>
  records.length < LEAST_PACKED ? records : zstdCompressSync(records, LEVEL);

/** The records of a block as an answer sends them, whether it was packed or not. */
export const unpacked = (stored: Buffer): Buffer =>
  stored[0] === FIRST_OF_PACKED ? zstdDecompressSync(stored) : stored;

export function entriesOf({ entries, records }: Pick<Block, 'entries' | 'records'>): BlockEntry[] {
  let from = 0;
  return (JSON.parse(entries) as Noted[]).map((noted) => {
    const place = noted.slice(0, -2);
    const json = records.subarray(from, from + Number(noted.at(-1)));
    from += json.length + BETWEEN.length;
    return { place, updatedAt: String(noted.at(-2)), json };
  });
}

/** The times of a block's records, without reading these. */
export const timesOf = ({ entries }: Pick<Block, 'entries'>): string[] =>
  (JSON.parse(entries) as Noted[]).map((noted) => String(noted.at(-2)));

/**
 * Merges records into the stored ones, in order. A new record with the same key replaces the stored one unless that is
 * newer or identical; at the same time the later record wins. Columns that it says nothing of stay as they are, its
 * time too: it is then as new as the stored one.
 *
 * @returns the entries of the block, and how many of the new records changed it
 */
export function merged(
  stored: readonly BlockEntry[],
  coming: readonly BlockEntry[],
): { entries: BlockEntry[]; changed: number } {
  const byPlace = new Map(stored.map((entry) => [nameOf(entry), entry]));
  let changed = 0;
  for (const entry of coming) {
    const name = nameOf(entry);
    const before = byPlace.get(name);
    const isUndated = entry.absent?.includes('updated_at') ?? false;
    const updatedAt = before && isUndated ? before.updatedAt : entry.updatedAt;
    if (before && updatedAt < before.updatedAt) continue;
    const isPartial = before !== undefined && entry.absent !== undefined;
    const json = isPartial ? Buffer.from(JSON.stringify(completed(entry, before.json))) : entry.json;
    if (before && Buffer.compare(json, before.json) === 0) continue;
    byPlace.set(name, { ...entry, updatedAt, json });
    changed += 1;
  }
  return { entries: [...byPlace.values()].sort(inOrder), changed };
}

const nameOf = ({ place }: BlockEntry): string => JSON.stringify(place);

/** Compares like SQLite: numbers by value, texts by their bytes. */
function inOrder(one: BlockEntry, other: BlockEntry): number {
  for (const [at, value] of one.place.entries()) {
    const against = other.place[at] ?? '';
    if (value === against) continue;
    if (typeof value === 'number' && typeof against === 'number') return value - against;
    return Buffer.compare(Buffer.from(String(value)), Buffer.from(String(against)));
  }
  return 0;
}
