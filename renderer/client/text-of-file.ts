// The text of a file that the user chose or dropped.

import { textOfBytes } from '#shared/text-of-bytes.ts';

/** In UTF-8, UTF-16 or code page 932. Errors: those of the browser if the file cannot be read. */
export const textOfFile = async (file: File): Promise<string> =>
  textOfBytes(new Uint8Array(await file.arrayBuffer()));
