// Cuts names that people gave, so that every file system takes them as the name of a file.

/** File systems take 255 bytes; endings, numbers of copies and the names of locks and temporary files add theirs. */
export const MOST_BYTES = 180;

/** As much of the name as fits into `most` bytes, in whole characters: Japanese takes three bytes each. */
export function shortName(name: string, most = MOST_BYTES): string {
  let [short, bytes] = ['', 0];
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > most) break;
    short += segment;
  }
  return short;
}
