// The text of a file that is opened as a list: UTF-8, UTF-16 with its mark, or code page 932, in which Excel in Japan
// writes.

/** Bytes that are no UTF-8 are of code page 932, which browsers call shift_jis. */
export async function textOfFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('shift_jis').decode(bytes);
  }
}
