// The text of a file: UTF-8, UTF-16 with its mark, or code page 932, in which Excel in Japan writes.

/** The same in Node and in browsers. */
declare const TextDecoder: new (
  encoding: string,
  options?: { readonly fatal: boolean },
) => { decode(bytes: Uint8Array): string };

/**
 * Bytes that are no UTF-8 are of code page 932, which browsers call shift_jis. What is neither is UTF-8 with damaged
 * bytes: as code page 932 every other name in it would be nonsense, too.
 */
export function textOfBytes(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  for (const encoding of ['utf-8', 'shift_jis']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The next encoding may fit.
    }
  }
  return new TextDecoder('utf-8').decode(bytes);
}
