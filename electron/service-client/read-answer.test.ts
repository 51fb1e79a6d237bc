import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { envelope, refusal } from '../testing/fake-service.ts';
import { AnswerScan } from './answer-scan.ts';
import { readAnswer, type RawAnswer } from './read-answer.ts';
import { RecordScan } from './record-scan.ts';

const NOW = Date.UTC(2026, 10, 20);
function read({ text = '', ...answer }: Partial<RawAnswer>) {
  const scan = new AnswerScan(new RecordScan(TABLES.t_ra), () => undefined);
  scan.push(Buffer.from(text));
  return readAnswer({ status: 200, headers: {}, ...answer, ...scan.end() }, NOW);
}
const failureOf = (answer: Partial<RawAnswer>) => {
  const reading = read(answer);
  return reading.ok ? undefined : reading.failure;
};
const RECORDS = [{ racekey: '05264101' }, { racekey: '05264102', 名: 'アイウ' }];
const SOUND = envelope('t_ra', { racedate: '20261114' }, RECORDS);

describe('an answer', () => {
  it('is a success if it is sound', () => {
    expect(read({ text: SOUND })).toEqual({
      ok: true,
      countDiffers: false,
      pagingHint: false,
      isOther: false,
    });
  });

  it('is reported if the count differs from the number of records', () => {
    expect(read({ text: envelope('t_ra', {}, RECORDS, 3) })).toMatchObject({ ok: true, countDiffers: true });
  });

  it.each(['"result_count":"3"', '"result_count":"all"', '"result_count":{}'])(
    'is reported for %s too',
    (count) => {
      const text = SOUND.replace('"result_count":2', count);
      expect(read({ text })).toMatchObject({ ok: true, countDiffers: true });
    },
  );

  it('may have its count as text, or none', () => {
    for (const count of ['"result_count":"2"', '"result_count":null', '"other":1']) {
      const text = SOUND.replace('"result_count":2', count);
      expect(read({ text })).toMatchObject({ ok: true, countDiffers: false });
    }
  });

  it.each([
    ['a field of the envelope', { text: SOUND.replace('"request"', '"next":"abc","request"') }],
    ['a field of the result', { text: SOUND.replace('"status"', '"cursor":"abc","status"') }],
    ['an object', { text: SOUND.replace('"status"', '"pagination":{"nextPage":2},"status"') }],
    ['a total beyond its records', { text: SOUND.replace('"status"', '"total_count":"3","status"') }],
    ['a field of its own', { text: SOUND.replace('"status"', '"truncated":true,"status"') }],
    ['a header', { text: SOUND, headers: { link: '</v1/tra?page=2>; rel="next"' } }],
    ['one of several relations', { text: SOUND, headers: { link: "<a>; rel='self', <b>; rel='prev Next'" } }],
    ['a header with a count', { text: SOUND, headers: { 'x-total-count': '3' } }],
    ['a range', { text: SOUND, headers: { 'content-range': 'items 0-1/3' } }],
  ])('is reported if it refers to more records in %s', (_, answer) => {
    expect(read(answer)).toMatchObject({ ok: true, pagingHint: true });
  });

  /** The sound answer with these fields beside its records. */
  const withFields = (fields: Record<string, unknown>): string =>
    SOUND.replace('"status"', `${JSON.stringify(fields).slice(1, -1)},"status"`);

  it.each([
    { page: 1, total_pages: 3 },
    { pages: '2' },
    { last_page: 2 },
    { last: false },
    { partial: true },
    { more: true },
    { nextLink: '/v1/tra?page=2' },
    { '@odata.nextLink': '/v1/tra?page=2' },
    { '@odata.count': 3 },
    { totalElements: 3 },
    { total_hits: 3 },
    { remaining: 1 },
    { paging: { limit: 2, remaining: 1 } },
    { pageInfo: { hasNextPage: true } },
    { page: { size: 2, totalElements: 3, totalPages: 2, number: 0 } },
    {
      links: [
        { rel: 'self', href: '/a' },
        { rel: 'next', href: '/b' },
      ],
    },
  ])('is reported if it refers to more records as other services do: %j', (fields) => {
    expect(read({ text: withFields(fields) })).toMatchObject({ ok: true, pagingHint: true });
  });

  it.each([
    { 'x-next-page': '2' },
    { 'x-next-cursor': 'abc' },
    { 'x-total': '3' },
    { 'x-total-pages': '2' },
    { 'x-has-more': 'true' },
    { 'x-truncated': '1' },
    { 'x-pagination': '{"TotalCount":3,"CurrentPage":1}' },
  ])('is reported if a header refers to more records: %j', (headers) => {
    expect(read({ text: SOUND, headers })).toMatchObject({ ok: true, pagingHint: true });
  });

  it.each<[Record<string, unknown>, Record<string, string>]>([
    [
      { page: 1, pages: 1, totalPages: 1, last_page: 1, last: true },
      { 'x-total-pages': '1', 'x-page': '1' },
    ],
    [{ total: '2', totalElements: 2, total_hits: true }, { 'x-total': '2' }],
    [
      { has_more: 'false', next: '', partial: '0', cursor: null },
      { 'x-next-page': '', 'x-has-more': 'false' },
    ],
    [{ remaining: 0, pagination: { remaining: 0 } }, { 'x-pagination': '{"TotalCount":2,"TotalPages":1}' }],
    [
      { remaining: 97, reset: 1_800_000_000 },
      { 'x-ratelimit-remaining': '97', 'x-rate-limit-limit': '100' },
    ],
    [{ meta: { limit: 100, remaining: 97 } }, { nel: '{"next":1}', 'x-pagination': '{' }],
    [
      {
        links: [
          { rel: 'self', href: '/a' },
          { rel: 'next', href: null },
        ],
      },
      { ratelimit: '"a";r=97;t=1' },
    ],
  ])('is not reported if what is said of pages is that there is one: %j %j', (fields, headers) => {
    expect(read({ text: withFields(fields), headers })).toMatchObject({ ok: true, pagingHint: false });
  });

  it('is not reported for the requests that are left, said beside the result', () => {
    const text = SOUND.replace('"request"', '"remaining":97,"request"');
    expect(read({ text })).toMatchObject({ ok: true, pagingHint: false });
  });

  it('is not reported if everything came', () => {
    const text = SOUND.replace('"status"', '"total":2,"has_more":false,"next":null,"meta":[1],"status"');
    const headers = { link: '<a>; rel="nextcloud"', 'x-total-count': '2', 'content-range': 'items 0-1/*' };
    expect(read({ text, headers })).toMatchObject({ ok: true, pagingHint: false });
  });

  it.each([
    [
      { success: false, result: { status: 200, result_count: 0, data: [] } },
      { kind: 'failed', status: 500 },
    ],
    [
      { success: false, error: 'no such key' },
      { kind: 'failed', status: 500 },
    ],
    [{ success: false, error: { code: 'UNAUTHORIZED' } }, { kind: 'unauthorized' }],
  ])('with success:false is an error in any shape: %j', (body, failure) => {
    expect(failureOf({ text: JSON.stringify(body) })).toEqual(failure);
  });

  it('is an error if its own status is not 200, whatever the HTTP status', () => {
    expect(failureOf({ text: SOUND.replace('"status":200', '"status":"403"') })).toEqual({
      kind: 'forbidden',
    });
    expect(failureOf({ text: SOUND.replace('"status":200', '"status":401') })).toEqual({
      kind: 'unauthorized',
    });
    expect(failureOf({ text: SOUND.replace('"status":200', '"status":503') })).toMatchObject({
      kind: 'failed',
      status: 503,
    });
  });

  it.each([
    ['UNAUTHORIZED', { kind: 'unauthorized' }],
    ['FORBIDDEN', { kind: 'forbidden' }],
    ['TOO_MANY_REQUESTS', { kind: 'throttled' }],
    ['BAD_REQUEST', { kind: 'refused', status: 400, message: 'said so' }],
    ['SOMETHING_ELSE', { kind: 'failed', status: 500 }],
  ])('with success:false under HTTP 200 and %s is that error', (code, failure) => {
    expect(failureOf({ text: refusal(code, 'said so') })).toEqual(failure);
  });

  it('with a 404 is empty only if it has the service’s error body', () => {
    expect(read({ status: 404, text: refusal('NOT_FOUND', 'none') })).toMatchObject({
      ok: true,
      notFound: true,
    });
    expect(failureOf({ status: 404, text: '<html>' })?.kind).toBe('not_the_service');
    expect(failureOf({ status: 404, text: '{"error":"nginx"}' })?.kind).toBe('not_the_service');
  });

  it('that redirects is not the service', () => {
    expect(failureOf({ status: 302, text: '' })?.kind).toBe('not_the_service');
  });

  it('that is a web page is not from the service', () => {
    const page = { text: '<!doctype html><p>Welcome', headers: { 'content-type': 'text/html' } };
    expect(failureOf(page)?.kind).toBe('not_the_service');
    expect(failureOf({ ...page, status: 502 })).toEqual({ kind: 'failed', status: 502 });
  });

  it('leads to a smaller window if the range is refused or the answer is too large', () => {
    expect(failureOf({ status: 400, text: refusal('BAD_REQUEST', 'm', 'RANGE_TOO_LARGE') })?.kind).toBe(
      'too_large',
    );
    expect(failureOf({ status: 413, text: refusal('PAYLOAD_TOO_LARGE', 'm') })?.kind).toBe('too_large');
  });

  it('distinguishes a full disk from a busy service', () => {
    const full = { status: 503, text: refusal('SERVICE_UNAVAILABLE', 'm', 'STORAGE_FULL') };
    expect(failureOf({ ...full, headers: { 'retry-after': '60' } })).toEqual({ kind: 'disk_full' });
    expect(failureOf({ status: 503, text: refusal('SERVICE_UNAVAILABLE', 'm') })?.kind).toBe('failed');
  });

  it('has the time to wait', () => {
    const answer = { status: 429, text: refusal('TOO_MANY_REQUESTS', 'm') };
    expect(failureOf({ ...answer, headers: { 'retry-after': '7' } })).toEqual({
      kind: 'throttled',
      retryAfter: 7_000,
    });
    const date = new Date(NOW + 90_000).toUTCString();
    expect(failureOf({ ...answer, headers: { 'retry-after': date } })).toEqual({
      kind: 'throttled',
      retryAfter: 90_000,
    });
  });

  it.each([
    'No records found',
    'The record was not found.',
    'Data not found',
    'nothing matched',
    '該当するデータがありません',
    'データなし',
    '結果無し',
    '該当データが見つかりません',
    'レコードが存在しません',
  ])('that refuses with "%s" means that nothing matches', (words) => {
    for (const status of [400, 404]) {
      const reading = read({ status, text: refusal('E_17', words) });
      expect(reading).toMatchObject({ ok: true, nothing: `${status}` });
    }
  });

  it.each([
    'no record',
    'No such race.',
    'there is no matching data',
    'no race data',
    'No results',
    'no rows',
    'no match',
    'no matches',
    'no races on that day',
    'no racing',
    'no content',
    'no entries',
    'no hits',
    'Results were not found',
    'nothing is not found',
    'nothing matches',
    'nothing to return',
    '該当データが無い',
    '該当する結果はない',
  ])('with "%s" means that nothing matches', (words) => {
    expect(read({ status: 400, text: refusal('E_17', words) })).toMatchObject({ ok: true, nothing: '400' });
  });

  it.each(
    `NO_DATA NODATA no_record NO_RECORDS EMPTY_RESULT EMPTY_RESULTS NO_ROW NO_ROWS NO_CONTENT NO_MATCH NO_MATCHES ZERO_HIT ZERO_HITS NO_DATA_FOUND NO_DATAFOUND DATA_NOT_FOUND DATANOTFOUND RECORD_NOT_FOUND RECORDS_NOT_FOUND RESULT_NOT_FOUND RESULTS_NOTFOUND RESOURCE_NOT_FOUND EMPTY`.split(
      ' ',
    ),
  )('that refuses with the code %s means that nothing matches', (code) => {
    expect(read({ status: 400, text: refusal(code, 'm') })).toMatchObject({ ok: true, nothing: '400' });
  });

  it.each([
    'NO_DATABASE',
    'NO',
    'ALL_NO_DATA',
    'USER_NOT_FOUND',
    'DATA_NOT_FOUND_HERE',
    'EMPTY_KEY',
    'AN_EMPTY',
  ])('that refuses with the code %s is a refusal', (code) => {
    expect(read({ status: 400, text: refusal(code, 'm') }).ok).toBe(false);
  });

  it.each([
    'No data available during maintenance',
    'results not found: index rebuilding, retry later',
    'No records found. Please try again later.',
    'データがありません（更新中）',
    'メンテナンス中のため該当データがありません',
  ])('that refuses with "%s" announces records for later, so it fails and is retried', (words) => {
    const failed = { kind: 'failed', status: 503 };
    for (const status of [400, 404, 422]) {
      expect(failureOf({ status, text: refusal('NOT_FOUND', words) })).toEqual(failed);
      expect(failureOf({ status, text: refusal('NO_DATA', words) })).toEqual(failed);
    }
    expect(failureOf({ text: JSON.stringify({ success: false, message: words }) })).toEqual(failed);
  });

  it.each(['No data: your plan does not include this table', 'ご契約のプランではデータがありません'])(
    'that refuses with "%s" is a refusal',
    (words) => {
      for (const status of [400, 404])
        expect(failureOf({ status, text: refusal('NOT_FOUND', words) })).toMatchObject({ kind: 'refused' });
    },
  );

  it.each(['no database', 'a technology race', 'data not foundering', 'nothing'])(
    'that refuses with "%s", in which such a word is only part of another, is a refusal',
    (words) => {
      expect(read({ status: 400, text: refusal('E_17', words) }).ok).toBe(false);
    },
  );

  it.each([
    'No records found: the period is too long',
    'no such parameter',
    '期間の上限を超えています。データなし',
  ])('that refuses with "%s" is a refusal', (words) => {
    expect(read({ status: 400, text: refusal('E_17', words) }).ok).toBe(false);
  });

  it('with nothing in place of the list means that nothing matches, and with anything else is not understood', () => {
    const answered = (data: string) => read({ text: `{"result":{"status":200,"result_count":0${data}}}` });
    for (const data of ['', ',"data":""', ',"data":{}'])
      expect(answered(data)).toMatchObject({ ok: true, nothing: 'absent' });
    for (const data of [',"data":5', ',"data":"x"', ',"data":{"a":1}', ',"data":[5]'])
      expect(answered(data).ok).toBe(false);
    // Records under another name are not an empty match.
    expect(answered(',"rows":[{"racekey":"05264101"}]').ok).toBe(false);
    expect(answered(',"rows":[]')).toMatchObject({ ok: true, nothing: 'absent' });
  });

  it('that is cut off anywhere is never a success', () => {
    fc.assert(
      fc.property(fc.nat(SOUND.length - 1), (length) => {
        expect(failureOf({ text: SOUND.slice(0, length) })).toEqual({ kind: 'cut_short' });
      }),
    );
  });

  it('is read without an exception, whatever it contains', () => {
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constantFrom('null', '[]', '{"result":[]}', '{"result":{"data":[1]}}'),
    );
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), text, (status, body) => {
        const reading = read({ status, text: body });
        // A 204 has no body (RFC 9110, 15.3.5): whatever follows it is not part of the answer.
        if (status === 204) expect(reading).toMatchObject({ ok: true, nothing: '204' });
        else expect(reading.ok).toBe(false);
      }),
      { examples: [[204, '[]']] },
    );
  });
});
