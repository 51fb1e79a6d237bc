// Whether an answer indicates that there is more than it contains. The specification has no pages; an answer of a
// service with pages must not pass as complete. Names are compared in snake case (`calledOf`).

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Objects beside the records that are about pages. */
const OF_PAGES = setOf('paging pagination page_info page pager');
/** Objects beside the records in which hints occur. */
const PLACES: ReadonlySet<string> = new Set([...OF_PAGES, 'meta', 'links', '_links']);

/** Names of hints that there is more. */
const MORE = new Set([
  ...setOf('next next_page next_link next_url next_page_url next_offset next_token next_page_token'),
  ...setOf('cursor next_cursor continuation_token more has_more has_next has_next_page more_results'),
  ...setOf('partial is_partial truncated is_truncated'),
]);
/** Names of hints that there is more if they are false. */
const LAST = setOf('last is_last last_page is_last_page');
/** Names of how many records there are in all. */
const TOTALS = new Set([
  ...setOf('total total_count total_records total_results total_elements total_items total_rows'),
  ...setOf('total_hits total_size records_total num_found odata_count'),
]);
/** Names of how many pages there are. */
const PAGES = setOf('pages total_pages last_page num_pages number_of_pages');

/** Names of how many records are left. Beside a field of a limit, it may be how many requests are. */
const LEFT = setOf('remaining remaining_records remaining_count remaining_results');
const OF_A_LIMIT = /^(?:reset|retry|quota|rate|used|window)/;

/** Values of a hint that deny it, as text. */
const DENIALS: ReadonlySet<string> = new Set(['', ...setOf('0 false no none null')]);

export type Fields = Readonly<Record<string, unknown>>;

/**
 * @param objects those of the answer that surround the records, and last the one that contains them
 * @param headers names in lower case
 * @param count how many records the answer has
 */
export function hintsAtMore(objects: readonly Fields[], headers: Fields, count: number): boolean {
  const named = objects
    .flatMap((object) => Object.entries(object))
    .map(([name, value]) => ({ name: calledOf(name), value }));
  const inPlaces = named.flatMap(({ name, value }) =>
    PLACES.has(name) && isFields(value) ? [{ name, value }] : [],
  );
  const ofPages = inPlaces.filter(({ name }) => OF_PAGES.has(name)).map(({ value }) => value);
  const { link = '', 'content-range': range = '', ...others } = headers;
  const inHeaders = [
    others,
    ...Object.entries(others).flatMap(([name, value]) =>
      OF_PAGES.has(calledOf(name)) ? fieldsIn(value) : [],
    ),
  ];
  return (
    [...objects, ...inPlaces.map(({ value }) => value), ...inHeaders].some((object) =>
      saysMore(object, count),
    ) ||
    [...objects.slice(-1), ...ofPages].some((object) => saysSomeAreLeft(object)) ||
    objects.some(({ links, _links }) => listsNext(links) || listsNext(_links)) ||
    hasNext(String(link)) ||
    numberIn(/\/(\d+)$/.exec(String(range))?.[1]) > count
  );
}

const saysMore = (object: Fields, count: number): boolean =>
  Object.entries(object).some(([name, value]) => {
    const called = calledOf(name);
    return (
      (MORE.has(called) && isAffirmed(value)) ||
      (LAST.has(called) && (value === false || value === 'false')) ||
      (TOTALS.has(called) && numberIn(value) > count) ||
      (PAGES.has(called) && numberIn(value) > 1)
    );
  });

function saysSomeAreLeft(object: Fields): boolean {
  const names = Object.keys(object).map(calledOf);
  if (names.some((name) => OF_A_LIMIT.test(name))) return false;
  return Object.entries(object).some(([name, value]) => LEFT.has(calledOf(name)) && numberIn(value) > 0);
}

/** Of `nextLink`, `X-Next-Link` and `@odata.nextLink`: `next_link`. */
const calledOf = (name: string): string =>
  name
    .replace(/^@odata\.(?!count)/, '')
    .replace('@odata.', 'odata_')
    .replaceAll(/[A-Z]/g, (capital, at) => `${at === 0 ? '' : '_'}${capital.toLowerCase()}`)
    .replaceAll('-', '_')
    .replace(/^x_/, '');

const isAffirmed = (value: unknown): boolean =>
  typeof value === 'string' ? !DENIALS.has(value.trim().toLowerCase()) : Boolean(value);

/** NaN for what is no number. */
const numberIn = (value: unknown): number => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : NaN;
};

/** Some services send a JSON object as a header. */
function fieldsIn(header: unknown): Fields[] {
  if (typeof header !== 'string' || !header.startsWith('{')) return [];
  try {
    const value: unknown = JSON.parse(header);
    return isFields(value) ? [value] : [];
  } catch {
    return [];
  }
}

/** Whether a list of links has one to a next page. */
const listsNext = (links: unknown): boolean =>
  Array.isArray(links) &&
  links.some(
    (link: unknown) =>
      isFields(link) && typeof link.rel === 'string' && isNext(link.rel) && isAffirmed(link.href ?? link.url),
  );

/** A relation is a list of words, quoted or not (RFC 8288, section 3.3). */
const hasNext = (link: string): boolean =>
  [...link.matchAll(/;\s*rel\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,]+))/gi)].some((found) =>
    isNext(found[1] ?? found[2] ?? found[3] ?? ''),
  );

const isNext = (relation: string): boolean => relation.toLowerCase().split(/\s+/).includes('next');

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
