// What a service may do if a request exceeds what it answers at once (specification, section 8: "maximum date-range
// length and maximum number of records: not shown").

import { spanDays } from '#shared/racing/racedate.ts';
import type { Draw } from '../../../service/sample/generator/draw.ts';
import {
  changedBytes,
  changedRecords,
  instead,
  envelopeIn,
  withHeaders,
  type Fault,
  type Situation,
  type Spoil,
} from '../delivery.ts';
import { periodOf } from './range-readings.ts';
import { refusal, type Words } from './words.ts';

const layer = 'size';

/** The longest period of a run's service, in days. */
const mostDays = ({ habits }: Situation): number => habits.drawFor('most days').of([1, 2, 3, 5, 7, 8, 10]);

/** The most records of a run's service; each single day has fewer. */
const mostRecords = ({ habits, table }: Situation): number => {
  const draw = habits.drawFor('most records');
  return table.grain === 'horse' ? draw.of([250, 300, 400, 900]) : draw.of([12, 24, 30]);
};

const overDays =
  (otherwise: Spoil): Spoil =>
  async (situation) => {
    const period = periodOf(situation.filter);
    const isOver = period !== undefined && spanDays(period.from, period.to) > mostDays(situation);
    return isOver ? otherwise(situation) : { answer: await situation.sound() };
  };

const overRecords =
  (otherwise: Spoil): Spoil =>
  async (situation) => {
    const sound = await situation.sound();
    const records = envelopeIn(sound.body)?.result.data ?? [];
    const isOver = records.length > mostRecords(situation);
    return isOver ? otherwise(situation) : { answer: sound };
  };

const MESSAGES = [
  'The period is too long',
  'period must not exceed the maximum',
  '取得期間が長すぎます',
  'Too many records requested',
  'Response exceeds limit; narrow your filter',
  'invalid request',
  'error',
  '',
];

const CODES = ['BAD_REQUEST', 'PERIOD_TOO_LONG', 'LIMIT_EXCEEDED', 'TOO_MANY_RECORDS', 'E4001', 'RANGE', ''];

const wordsWith =
  (status: number, codes: readonly string[] = CODES) =>
  (draw: Draw): Words => ({ status, code: draw.of(codes), message: draw.of(MESSAGES) });

/** A refusal of long periods with one status, by days or by the number of records. */
const refuses = (status: number, more: { readonly codes?: readonly string[] } = {}): Fault => ({
  name: `too-much-${status}`,
  does: `answers ${status} to long periods or many records, with its own message`,
  spoil: async (situation) => {
    const otherwise = refusal(wordsWith(status, more.codes));
    const by = situation.habits.drawFor('refused by').of([overDays, overRecords]);
    return by(otherwise)(situation);
  },
  mustDeliver: true,
  layer,
});

/** A part of the records, and a sign that there is more. */
const part = (situation: Situation, records: number): number =>
  Math.max(1, Math.min(mostRecords(situation), records));

const withHint = (hint: (situation: Situation, total: number) => { result?: object; body?: object }): Spoil =>
  changedBytes((body, situation) => {
    const envelope = envelopeIn(body);
    if (envelope === undefined) return body;
    const all = envelope.result.data;
    const data = all.slice(0, part(situation, all.length));
    const more = data.length < all.length ? hint(situation, all.length) : {};
    const result = { ...envelope.result, result_count: data.length, data, ...more.result };
    return Buffer.from(JSON.stringify({ ...envelope, result, ...more.body }));
  });

const HINTS_IN_BODY: readonly ((total: number) => { result?: object; body?: object })[] = [
  () => ({ result: { next: '/v1/more?page=2' } }),
  () => ({ result: { next_cursor: 'eyJvIjoxMDB9' } }),
  () => ({ body: { paging: { hasMore: true } } }),
  () => ({ body: { links: { next: '/v1/more?page=2' } } }),
  (total) => ({ body: { meta: { total, page: 1 } } }),
  (total) => ({ result: { total_count: total } }),
  (total) => ({ result: { total_pages: 3, page: 1, per_page: Math.ceil(total / 3) } }),
  () => ({ result: { is_last: false } }),
  (total) => ({ result: { result_count: total } }),
  () => ({ body: { warning: 'result truncated' } }),
  () => ({ result: { offset: 0, limit: 30, remaining: 12 } }),
];

const HINTS_IN_HEADERS: readonly ((total: number) => Readonly<Record<string, string>>)[] = [
  (total) => ({ 'x-total-count': String(total) }),
  (total) => ({ 'x-total': String(total) }),
  () => ({ 'x-has-more': 'true' }),
  () => ({ 'x-next-page': '2' }),
  () => ({ 'x-next-cursor': 'abc' }),
  (total) => ({ 'content-range': `records 0-9/${total}` }),
  (total) => ({ 'x-pagination': JSON.stringify({ total, page: 1, next: 2 }) }),
  () => ({ 'x-total-pages': '4', 'x-page': '1' }),
];

/** The complete answer, with something that looks like a sign of more. */
const wholeWithHint = (hint: object): Spoil =>
  changedBytes((body) => {
    const envelope = envelopeIn(body);
    if (envelope === undefined) return body;
    return Buffer.from(JSON.stringify({ ...envelope, result: { ...envelope.result, ...hint } }));
  });

export const SIZE_READINGS: readonly Fault[] = [
  refuses(400),
  refuses(403, { codes: ['FORBIDDEN', 'PLAN_LIMIT', 'RANGE_NOT_ALLOWED', 'LIMIT_EXCEEDED', ''] }),
  refuses(413),
  refuses(414),
  refuses(416),
  refuses(422),
  refuses(429, { codes: ['TOO_MANY_REQUESTS', 'TOO_MANY_RECORDS', 'RANGE_TOO_LARGE', ''] }),
  refuses(500, { codes: ['INTERNAL', 'MEMORY', 'E500', ''] }),
  refuses(504, { codes: ['TIMEOUT', ''] }),
  {
    name: 'too-much-under-200',
    does: 'answers success:false under 200 to long periods',
    spoil: overDays(refusal(wordsWith(200))),
    mustDeliver: true,
    layer,
  },
  {
    name: 'too-much-page',
    does: 'answers a web page with an error to long periods',
    spoil: overDays(
      instead(({ habits }) => ({
        status: habits.drawFor('page').of([400, 413, 500, 502]),
        headers: { 'content-type': 'text/html' },
        text: '<html><body><h1>Request too large</h1></body></html>',
      })),
    ),
    layer,
  },
  {
    name: 'cap-round',
    does: 'stops at a round number of records, silently',
    spoil: changedRecords((records, { habits, table }) =>
      records.slice(
        0,
        habits.drawFor('cap').of(table.grain === 'horse' ? [100, 200, 250, 500] : [10, 20, 50]),
      ),
    ),
    onlyKnownBy: 'program',
    mustDeliver: true,
    layer,
  },
  {
    name: 'cap-odd',
    does: 'stops at a number of records that is not round, silently',
    spoil: changedRecords((records, { habits, table }) =>
      records.slice(
        0,
        habits.drawFor('cap').of(table.grain === 'horse' ? [137, 255, 311, 499] : [7, 13, 31]),
      ),
    ),
    onlyKnownBy: 'program',
    mustDeliver: true,
    layer,
  },
  {
    name: 'cap-newest',
    does: 'answers only the newest records if there are many, silently',
    spoil: changedRecords((records, situation) => records.slice(-mostRecords(situation))),
    onlyKnownBy: 'program',
    mustDeliver: true,
    layer,
  },
  {
    name: 'cap-days',
    does: 'answers the first days of a long period, silently',
    spoil: changedRecords((records, situation) => {
      const days = [...new Set(records.map(({ racedate }) => String(racedate)))].toSorted();
      const kept = new Set(days.slice(0, situation.habits.drawFor('days').of([1, 2, 3])));
      return records.filter(({ racedate }) => kept.has(String(racedate)));
    }),
    onlyKnownBy: 'program',
    mustDeliver: true,
    layer,
  },
  {
    name: 'pages-in-body',
    does: 'answers a first part, with a hint in the body that there is more',
    spoil: withHint(({ habits }, total) => habits.drawFor('hint').of(HINTS_IN_BODY)(total)),
    onlyKnownBy: 'program',
    mustDeliver: true,
    layer,
  },
  {
    name: 'pages-in-headers',
    does: 'answers a first part, with a hint in a header that there is more',
    spoil: async (situation) => {
      const sound = await situation.sound();
      const envelope = envelopeIn(sound.body);
      if (envelope === undefined) return { answer: sound };
      const all = envelope.result.data;
      const data = all.slice(0, part(situation, all.length));
      if (data.length === all.length) return { answer: sound };
      const hint = situation.habits.drawFor('hint').of(HINTS_IN_HEADERS)(all.length);
      const result = { ...envelope.result, result_count: data.length, data };
      const body = Buffer.from(JSON.stringify({ ...envelope, result }));
      return { answer: { ...sound, headers: { ...sound.headers, ...hint }, body } };
    },
    onlyKnownBy: 'program',
    mustDeliver: true,
    layer,
  },
  {
    name: 'pages-by-link',
    does: 'answers a first part and a Link to more, in one of its variants',
    spoil: async (situation) => {
      const { trapUrl, habits } = situation;
      const link = habits
        .drawFor('link')
        .of([
          `<${trapUrl}>; rel="next"`,
          `<${trapUrl}>; rel=next`,
          `<${trapUrl}>;title="more";REL="last next"`,
          `<${trapUrl}?page=1>; rel="self", <${trapUrl}?page=2>; rel='next'`,
        ]);
      const { answer } = await withHint(() => ({}))(situation);
      return withHeaders(() => ({ link }))({ ...situation, sound: async () => answer });
    },
    onlyKnownBy: 'program',
    mustDeliver: true,
    layer,
  },
  {
    name: 'hint-without-more',
    does: 'answers all records, with a hint at more that leads nowhere',
    spoil: async (situation) =>
      wholeWithHint(
        situation.habits
          .drawFor('hint')
          .of([
            { next: '/v1/more?page=2' },
            { cursor: 'abc' },
            { paging: { has_more: true } },
            { total_count: 999_999 },
          ]),
      )(situation),
    isWhole: true,
    mustDeliver: true,
    layer,
  },
  {
    name: 'last-page-said',
    does: 'answers all records, with paging fields that say there are no more',
    spoil: async (situation) =>
      wholeWithHint(
        situation.habits
          .drawFor('hint')
          .of([
            { next: null },
            { next: '' },
            { cursor: null, has_more: false },
            { paging: { hasMore: false, page: 1, pages: 1 } },
            { page: 1, total_pages: 1 },
          ]),
      )(situation),
    isWhole: true,
    mustDeliver: true,
    mustBeComplete: true,
    layer,
  },
  {
    name: 'redirect-to-file',
    does: 'redirects long periods to a file',
    spoil: overDays(
      instead(({ habits, trapUrl }) => ({
        status: habits.drawFor('status').of([301, 302, 303, 307, 308]),
        headers: { location: `${trapUrl}/export.json` },
      })),
    ),
    mustDeliver: true,
    layer,
  },
  {
    name: 'file-named',
    does: 'answers long periods with the address of a file, as 200 or 202',
    spoil: overDays(
      instead(({ habits, trapUrl }) => ({
        status: habits.drawFor('status').of([200, 202]),
        headers: { location: trapUrl },
        text: JSON.stringify({
          request: {},
          result: { status: 202, download_url: trapUrl, result_count: 0 },
        }),
      })),
    ),
    layer,
  },
];
