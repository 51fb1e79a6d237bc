// The text of a bet list's file: UTF-8, UTF-16 with its mark, or code page 932, in which Excel in Japan writes.

import iconv from 'iconv-lite';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The text of the file. Bytes that are no UTF-8 are of code page 932. */
export function listText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return iconv.decode(Buffer.from(bytes), 'utf-16le');
  try {
    return UTF8.decode(bytes);
  } catch {
    return iconv.decode(Buffer.from(bytes), 'cp932');
  }
}
