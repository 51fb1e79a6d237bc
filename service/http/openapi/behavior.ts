// How the service behaves where the specification is silent: docs/decisions.md, "The service", row by row, in the words
// of someone who asks. A test holds the names to the rows.

import { LARGEST_BODY } from '../body.ts';
import { MOST_RECORDS, DEFAULT_LIMITS } from '../limits.ts';

const { user, inFlight, address, failuresAMinute } = DEFAULT_LIMITS;

export const BEHAVIOR: Readonly<Record<string, string>> = {
  'order of checks':
    'A request that is wrong in several ways is told of the first: the limit of the address, the pages of this service, an address outside `/v1/` (404), the method (405), the two keys (401), the plan (403), the limit of the user (429), an unknown table (404), the media type (415), the size (413), JSON, the parameters and the span (400).',
  'filters combined':
    'All filters that are sent have to match. A racekey and dates that do not meet are an empty answer.',
  'no filter':
    'Without a filter the newest race date that the table holds is meant; the header X-Applied-Filter names it. The horse master asks for one of its identifiers.',
  range:
    'Both ends belong to a period, and both are sent. Past meetings take one racedate instead of a period as well.',
  'span and size': `A period of more than \`x-max-span-days\` days, or an answer of more than ${MOST_RECORDS} records, is refused with \`RANGE_TOO_LARGE\`. Nothing is ever cut off: result_count is the length of data.`,
  'paging, order':
    'There are no pages. Records come in the order of `x-order`, horse numbers by size; no two are alike in it.',
  'empty match': 'What is well-formed and matches nothing is 200 with no records.',
  'malformed value': `Every filter is a string of the form that its schema names, dates are days of the calendar from 1873 on, and no name comes twice. All problems are listed in details. A body has at most ${LARGEST_BODY} bytes of JSON in UTF-8.`,
  'unknown parameter':
    'A name that the table does not know is refused, in the query too, where only api_key belongs; the nearest known one is named.',
  'other methods':
    'Tables answer POST, pages GET and HEAD; any other method is 405 before the keys are looked at. Nothing is sent that would let a browser of another origin in: the user key must never be in browser code.',
  'error body':
    'Errors have a code, for some a reason, a message for people, and for failures of the service the id of the request. A missing key and a wrong one get the same answer.',
  'rate limit': `Usually ${user.perSecond} requests a second and user, ${user.burst} at once and ${inFlight} in flight, ${address.perSecond} a second and address, ${failuresAMinute} failed authentications a minute and address, of IPv6 a network of 64 bits. 429 and 503 say in Retry-After how long to wait.`,
  identifiers:
    'The day of a meeting in a racekey may be a letter. A horse_id has 12 letters or digits, a kettonum 8 or 10 digits.',
  t_ky: 'Entries of the day have every field of the past entries but withdrawn_flag.',
  d_se: 'Past results have the fields of the results of the day.',
  m_uk: 'The horse master has one record a horse.',
  kettonum:
    'Counts only without horse_id, and is then answered with Deprecation and a Link. A day of its removal is not set.',
  echo: 'request.parameters repeats the filters as sent and nothing else, never a key.',
  versions: 'Addresses under /v1 only ever gain optional fields and codes: read past what you do not know.',
  keys: 'While a key is rotated the new and the previous one are both good. Keys are kept as digests and never logged or repeated.',
  'HTTP server':
    'What cannot be read as HTTP, or does not name one host, gets 400 with the same error body as everything else. A target may have scheme and host in front. A refusal does not wait for the body; `100 Continue` is said once both keys are found to be good.',
  'code tables, conflicts':
    'Coded fields name their code tables in x-codes; a code that they do not know can occur and is not an error. Times are tenths of a second.',
};

/** As the description of the document, in CommonMark. */
export const behaviorText = (): string =>
  Object.entries(BEHAVIOR)
    .map(([name, text]) => `## ${name}\n\n${text}`)
    .join('\n\n');
