// Memory of stored bytes, which the garbage collector alone would free late.

/**
 * Frees the memory of a page, unless it is part of a larger buffer; the page is empty then. Otherwise the pages of a few
 * large answers pile up to a hundred megabytes, because each is a small object to the garbage collector. It also gives
 * the next page memory that is still in the processor's cache.
 */
export function giveBack({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}
