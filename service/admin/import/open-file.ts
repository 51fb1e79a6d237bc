// Opens a file or standard input for the import, unpacks gzip, and detects the format from the beginning.

import { createReadStream } from 'node:fs';
import { Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

export type Format = 'json lines' | 'json values' | 'csv';

export interface ImportFile {
  readonly format: Format;
  /** Without a byte order mark. */
  readonly chunks: AsyncIterable<Buffer>;
}

/** Large enough that a chunk costs little, small beside the memory of a process. */
const CHUNK = 262_144;

/** Enough to contain leading white space and the first name of an object. */
const HEAD = 4_096;

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

export const readFile = (path: string): AsyncIterable<Buffer> =>
  createReadStream(path, { highWaterMark: CHUNK });

/** @throws the system's error if the file cannot be opened or, later, read */
export async function open(bytes: AsyncIterable<Buffer>): Promise<ImportFile> {
  const packed = await begin(bytes, 2);
  const isGzip = packed.head[0] === 0x1f && packed.head[1] === 0x8b;
  const { head, all } = await begin(isGzip ? unpack(packed.all) : packed.all, HEAD);
  return { format: formatOf(head), chunks: withoutMark(all) };
}

function unpack(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  // The reader gets the error when it reads; the callback only prevents an unhandled error.
  return pipeline(Readable.from(bytes), createGunzip({ chunkSize: CHUNK }), () => {});
}

/** The first bytes, at least `size` if there are as many, and all bytes from the start. */
async function begin(
  bytes: AsyncIterable<Buffer>,
  size: number,
): Promise<{ readonly head: Buffer; readonly all: AsyncIterable<Buffer> }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const stored: Buffer[] = [];
  let length = 0;
  while (length < size) {
    const next = await iterator.next();
    if (next.done) break;
    stored.push(next.value);
    length += next.value.length;
  }
  const rest = { [Symbol.asyncIterator]: () => iterator };
  return {
    head: Buffer.concat(stored),
    all: (async function* () {
      yield* stored.splice(0);
      yield* rest;
    })(),
  };
}

async function* withoutMark(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  const { head, all } = await begin(bytes, BYTE_ORDER_MARK.length);
  let skip = head.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  for await (const chunk of all) {
    const begun = chunk.subarray(skip);
    skip -= chunk.length - begun.length;
    if (begun.length > 0) yield begun;
  }
}

/** Names that an answer of the service has, and no record. */
const ANSWER = /^\{\s*"(?:request|result|success)"\s*:/;

export function formatOf(head: Buffer): Format {
  const text = head
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart();
  if (text.startsWith('[') || ANSWER.test(text)) return 'json values';
  return text.startsWith('{') ? 'json lines' : 'csv';
}
