// Faults in which a service, or a proxy in front of it, answers without records: refusals, storms, redirects.

import { instead, withHeaders, type Fault, type HttpAnswer, type Situation, type Spoil } from './delivery.ts';

const HOUR = 3_600_000;

const httpDate = (at: number): string => new Date(at).toUTCString();

const errorBody = (code: string, message: string, more: object = {}): string =>
  JSON.stringify({ success: false, error: { code, message, ...more } });

const refused = (
  status: number,
  code: string,
  headers: (situation: Situation) => HttpAnswer['headers'] = () => ({}),
  more: object = {},
): Spoil =>
  instead((situation) => ({
    status,
    headers: headers(situation),
    text: errorBody(code, `${code} of the proxy`, more),
  }));

const slowDown = (headers: (situation: Situation) => HttpAnswer['headers'] = () => ({})): Spoil =>
  refused(429, 'TOO_MANY_REQUESTS', headers);

const PAGE = '<!doctype html><html><body><h1>Please sign in</h1></body></html>';

export const REFUSAL_FAULTS: readonly Fault[] = [
  { name: 'unauthorized', does: 'answers 401', spoil: refused(401, 'UNAUTHORIZED') },
  {
    name: 'unauthorized-under-200',
    does: 'answers success:false with UNAUTHORIZED under 200',
    spoil: refused(200, 'UNAUTHORIZED'),
  },
  {
    name: 'forbidden',
    does: 'answers 403',
    spoil: refused(403, 'FORBIDDEN', undefined, { reason: 'PLAN_EXPIRED' }),
  },
  { name: 'not-found', does: 'answers 404 with an error of its own', spoil: refused(404, 'NO_SUCH_ADDRESS') },
  { name: 'bad-request', does: 'answers 400', spoil: refused(400, 'BAD_REQUEST') },
  {
    name: 'range-too-large',
    does: 'refuses periods of more than three days as too large',
    spoil: async (situation) => {
      const { start_racedate: from = '', end_racedate: to = '' } = situation.filter;
      const isLong = Number(to) - Number(from) > 2;
      if (!isLong) return { answer: await situation.sound() };
      return refused(400, 'BAD_REQUEST', undefined, { reason: 'RANGE_TOO_LARGE' })(situation);
    },
  },
  { name: 'too-large', does: 'answers 413', spoil: refused(413, 'PAYLOAD_TOO_LARGE') },
  { name: '429', does: 'answers 429 without a pause', spoil: slowDown() },
  {
    name: '429-seconds',
    does: 'answers 429 with Retry-After in seconds',
    spoil: slowDown(({ draw }) => ({ 'retry-after': String(draw.int(0, 30)) })),
  },
  {
    name: '429-date',
    does: 'answers 429 with Retry-After as a date',
    spoil: slowDown(({ draw, now }) => ({ 'retry-after': httpDate(now + draw.int(0, 30) * 1000) })),
  },
  {
    name: '429-absurd',
    does: 'answers 429 with an unusable Retry-After',
    spoil: slowDown(({ draw }) => ({
      'retry-after': draw.of([
        '999999999',
        '-5',
        '1e9',
        '0',
        'soon',
        '9'.repeat(400),
        'Thu, 01 Jan 1970 00:00:00 GMT',
      ]),
    })),
  },
  {
    name: '429-long',
    does: 'answers 429 with a pause of many minutes',
    spoil: slowDown(({ draw }) => ({ 'retry-after': String(draw.int(121, 3600)) })),
  },
  {
    name: '429-clock-off',
    does: 'answers 429 with a date by a clock that is an hour off',
    spoil: slowDown(({ draw, now }) => {
      const theirs = now + draw.of([-HOUR, HOUR]);
      return { date: httpDate(theirs), 'retry-after': httpDate(theirs + draw.int(1, 20) * 1000) };
    }),
  },
  {
    name: 'clock-off',
    does: 'dates its answers by a clock that is an hour off',
    spoil: withHeaders(({ draw, now }) => ({ date: httpDate(now + draw.of([-HOUR, HOUR])) })),
  },
  { name: '500', does: 'answers 500 with plain text', spoil: instead(() => ({ status: 500, text: 'oops' })) },
  {
    name: '5xx-storm',
    does: 'answers 500, 502, 503 or 504, some with a page or a Retry-After',
    spoil: instead(({ draw }) => ({
      status: draw.of([500, 502, 503, 504]),
      headers: {
        ...(draw.chance(0.3) ? { 'retry-after': String(draw.int(0, 5)) } : {}),
        ...(draw.chance(0.5) ? { 'content-type': 'text/html' } : {}),
      },
      text: draw.of([PAGE, '', errorBody('SERVICE_UNAVAILABLE', 'in a while')]),
    })),
  },
  {
    name: 'unsuccessful-under-200',
    does: 'answers success:false under 200',
    spoil: instead(({ draw }) => ({
      text: draw.of([
        errorBody('INTERNAL', 'no'),
        errorBody('SOMETHING', ''),
        '{"success":false}',
        '{"success":false,"error":"no","result":{"status":200,"result_count":0,"data":[]}}',
      ]),
    })),
  },
  {
    name: 'html-under-200',
    does: 'answers a web page under 200',
    spoil: instead(({ draw }) => ({
      headers: draw.chance(0.5) ? { 'content-type': 'text/html' } : {},
      text: PAGE,
    })),
  },
  {
    name: 'status-within',
    does: 'answers an empty result with a status of 500 in its envelope, under 200',
    spoil: instead(() => ({ text: '{"request":{},"result":{"status":500,"result_count":0,"data":[]}}' })),
  },
  {
    name: 'other-json',
    does: 'answers JSON other than an envelope under 200',
    spoil: instead(({ draw }) => ({
      text: draw.of([
        'null',
        '[]',
        '{}',
        '"ok"',
        '0',
        '{"result":null}',
        '{"result":{}}',
        '{"result":{"data":{}}}',
      ]),
    })),
  },
  {
    name: 'redirect',
    does: 'redirects to another address',
    spoil: instead(({ draw, trapUrl }) => ({
      status: draw.of([301, 302, 303, 307, 308]),
      headers: { location: trapUrl },
    })),
  },
];
