// The request target: the path, and what is in the query string. Never logged or echoed, because it contains the
// application key.

export interface RequestTarget {
  readonly path: string;
  readonly query: QueryString;
}

/** The only parameter of the query string is the application key; filters belong in the body. */
export interface QueryString {
  /** The values of `api_key`, of which there should be one. */
  readonly apiKeys: readonly string[];
  /** Other names, each once. */
  readonly otherNames: readonly string[];
}

/** Targets that were parsed before: most are those of one application and sixteen tables. At the limit all are forgotten. */
const parsed = new Map<string, RequestTarget>();
const MOST_PARSED = 1_000;
const LONGEST_PARSED = 250;

export function parseTarget(text: string): RequestTarget {
  const known = parsed.get(text);
  if (known) return known;
  const { path, query } = splitTarget(text);
  const parameters = new URLSearchParams(query);
  const target = {
    path,
    query: {
      apiKeys: parameters.getAll('api_key'),
      otherNames: [...new Set(parameters.keys())].filter((name) => name !== 'api_key'),
    },
  };
  if (parsed.size >= MOST_PARSED) parsed.clear();
  if (text.length <= LONGEST_PARSED) parsed.set(text, target);
  return target;
}

/** The two halves; scheme and host in front of them are ignored (RFC 9112, section 3.2.2). */
function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const local = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '');
  const mark = local.indexOf('?');
  const path = mark < 0 ? local : local.slice(0, mark);
  const isRoot = path === '' && local !== target;
  return { path: isRoot ? '/' : path, query: mark < 0 ? '' : local.slice(mark + 1) };
}
