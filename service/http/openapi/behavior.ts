// How the service behaves where the specification is silent: docs/decisions.md, "The service", row by row, in the words
// of the service's clients. A test compares the names with the rows.

import { LARGEST_BODY } from '../body.ts';
import { MOST_RECORDS, DEFAULT_LIMITS } from '../limits.ts';

const { user, inFlight, address, failuresAMinute } = DEFAULT_LIMITS;

export const BEHAVIOR: Readonly<Record<string, string>> = {
  'order of checks':
    'The first failing check decides the answer: the limit of the address, the pages of this service, an address outside `/v1/` (404), the method (405), the two keys (401), the plan (403), the limit of the user (429), an unknown table (404), the media type (415), the size (413), JSON, the parameters and the span (400).',
  'filters combined':
    'A record must match all filters that are sent. A racekey outside the dates sent with it gives an empty answer.',
  'no filter':
    'A request without a filter returns the newest race date that the table has; the header X-Applied-Filter names it. The horse master requires one of its identifiers.',
  'age of an answer':
    'A service that answers from copies of its data sends X-Data-As-Of, a moment: the answer has everything that was published before it.',
  range:
    'A period includes both of its ends, and both must be sent. Past meetings also accept one racedate instead of a period.',
  'span and size': `A period of more than \`x-max-span-days\` days, or an answer of more than ${MOST_RECORDS} records, is refused with \`RANGE_TOO_LARGE\`. Answers are never truncated: result_count is the length of data.`,
  'paging, order':
    'There are no pages. Records are sorted by `x-order`, horse numbers as numbers; there are no ties.',
  'empty match': 'A well-formed request that matches nothing gets 200 and no records.',
  'malformed value': `Every filter is a string of the form in its schema, dates are calendar dates from 1873 on, and no name may be repeated. details lists all problems. A body has at most ${LARGEST_BODY} bytes of JSON in UTF-8.`,
  'unknown parameter':
    'A name that the table does not know is refused, also in the query string, which may contain only api_key; details suggests the nearest known name.',
  'other methods':
    'Tables answer POST, pages GET and HEAD; any other method gets 405 before the keys are checked. There are no CORS headers: the user key must never be in browser code.',
  'error body':
    'Errors have a code, some also a reason, a message for people, and for failures of the service the id of the request. A missing key and a wrong key get the same answer.',
  'rate limit': `By default ${user.perSecond} requests per second and user, with a burst of ${user.burst} and ${inFlight} in flight; ${address.perSecond} per second and address; ${failuresAMinute} failed authentications per minute and address. An IPv6 address is its /64 network. With 429 and 503, Retry-After says how long to wait.`,
  identifiers:
    'The day of a meeting in a racekey may be a letter. A horse_id has 12 letters or digits, a kettonum 8 or 10 digits.',
  t_ky: 'Entries of the day have every field of the past entries except withdrawn_flag.',
  d_se: 'Past results have the same fields as the results of the day.',
  m_uk: 'The horse master has one record per horse.',
  kettonum:
    'Honored only without horse_id; the answer then carries Deprecation and a Link. No date is set for its removal.',
  echo: 'request.parameters repeats the filters as sent and nothing else, never a key.',
  versions:
    'Addresses under /v1 only ever gain optional fields and codes: ignore those that you do not know.',
  keys: 'During rotation both the new and the previous key are valid. Keys are stored as digests and never logged or repeated.',
  'HTTP server':
    'A request that is not valid HTTP, or does not name exactly one host, gets 400 with the usual error body. A target may include scheme and host. A refusal does not wait for the body; `100 Continue` is sent once both keys are verified.',
  'code tables, conflicts':
    'Coded fields name their code tables in x-codes; a code that is in none of them can occur and is not an error. Times are in tenths of a second.',
};

/** As the description of the document, in CommonMark. */
export const behaviorText = (): string =>
  Object.entries(BEHAVIOR)
    .map(([name, text]) => `## ${name}\n\n${text}`)
    .join('\n\n');
