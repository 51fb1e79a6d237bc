// Whether an answer indicates that there is more than it contains. The specification has no pages; an answer of a
// service with pages must not pass as complete.

/** Objects beside the records in which such hints occur, and the names of the hints. */
const PLACES = ['paging', 'pagination', 'page_info', 'meta', 'links', '_links'];
const MORE = [
  'next',
  'cursor',
  'next_cursor',
  'next_page',
  'next_token',
  'next_page_token',
  'next_url',
  'has_more',
  'has_next',
  'has_next_page',
  'truncated',
  'is_truncated',
];
const TOTALS = ['total', 'total_count', 'total_records', 'total_results'];

export type Fields = Readonly<Record<string, unknown>>;

/**
 * @param objects those of the answer that contain the records or surround them
 * @param headers names in lower case
 * @param count how many records the answer has
 */
export function hintsAtMore(objects: readonly Fields[], headers: Fields, count: number): boolean {
  const all = objects.flatMap((object) => [
    object,
    ...PLACES.map((place) => object[place]).filter((value) => isFields(value)),
  ]);
  return all.some((object) => saysMore(object, count)) || headersSayMore(headers, count);
}

function saysMore(object: Fields, count: number): boolean {
  return Object.entries(object).some(([name, value]) => {
    const called = name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
    return (MORE.includes(called) && Boolean(value)) || (TOTALS.includes(called) && Number(value) > count);
  });
}

function headersSayMore(headers: Fields, count: number): boolean {
  const total = headers['x-total-count'] ?? /\/(\d+)$/.exec(String(headers['content-range'] ?? ''))?.[1];
  return hasNext(String(headers.link ?? '')) || Number(total) > count;
}

/** A relation is a list of words, quoted or not (RFC 8288, section 3.3). */
const hasNext = (link: string): boolean =>
  [...link.matchAll(/;\s*rel\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,]+))/gi)].some((found) =>
    (found[1] ?? found[2] ?? found[3] ?? '').toLowerCase().split(/\s+/).includes('next'),
  );

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
