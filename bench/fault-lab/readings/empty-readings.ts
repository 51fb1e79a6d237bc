// How a service may answer when nothing matches (specification, section 7: "empty matches: not shown").

import { envelopeIn, type Fault, type HttpAnswer, type Situation, type Spoil } from '../delivery.ts';

type EmptyAnswer = Partial<HttpAnswer> & { readonly json?: unknown; readonly text?: string };

/** Another answer instead of an empty result. */
const whereEmpty =
  (answerFor: (situation: Situation, envelope: { request: object; result: object }) => EmptyAnswer): Spoil =>
  async (situation) => {
    const sound = await situation.sound();
    const envelope = envelopeIn(sound.body);
    if (envelope === undefined || envelope.result.data.length > 0) return { answer: sound };
    const { status = 200, headers = {}, json, text = '' } = answerFor(situation, envelope);
    const body = Buffer.from(json === undefined ? text : JSON.stringify(json));
    return { answer: { status, headers: { ...sound.headers, ...headers }, body } };
  };

const errorOf = (code: string, message: string) => ({ success: false, error: { code, message } });

interface Row {
  readonly name: string;
  readonly does: string;
  readonly answerFor: Parameters<typeof whereEmpty>[0];
}

const ROWS: readonly Row[] = [
  {
    name: 'nothing-null',
    does: 'sends "data": null if nothing matches',
    answerFor: (_, { request, result }) => ({ json: { request, result: { ...result, data: null } } }),
  },
  {
    name: 'nothing-no-data',
    does: 'leaves "data" out if nothing matches',
    answerFor: (_, { request, result }) => ({ json: { request, result: { ...result, data: undefined } } }),
  },
  {
    name: 'nothing-count-text',
    does: 'sends "result_count": "0" if nothing matches, and [], null or nothing for the records',
    answerFor: ({ habits }, { request, result }) => ({
      json: {
        request,
        result: {
          ...result,
          result_count: '0',
          ...habits.drawFor('data').of([{ data: [] }, { data: null }, { data: undefined }]),
        },
      },
    }),
  },
  {
    name: 'nothing-no-result',
    does: 'sends "result": null, {} or [] if nothing matches',
    answerFor: ({ habits }, { request }) => ({
      json: { request, result: habits.drawFor('result').of([null, {}, []]) },
    }),
  },
  {
    name: 'nothing-odd-data',
    does: 'sends {}, "", [{}] or [null] instead of the records if nothing matches',
    answerFor: ({ habits }, { request, result }) => ({
      json: { request, result: { ...result, data: habits.drawFor('data').of([{}, '', [{}], [null]]) } },
    }),
  },
  { name: 'nothing-204', does: 'answers 204 if nothing matches', answerFor: () => ({ status: 204 }) },
  {
    name: 'nothing-404',
    does: 'answers 404 with its own error if nothing matches',
    answerFor: ({ habits }) => {
      const draw = habits.drawFor('404');
      const codes = ['NOT_FOUND', 'NO_DATA', 'DATA_NOT_FOUND', 'NO_RECORDS', 'RESOURCE_NOT_FOUND', 'E404'];
      return {
        status: 404,
        json: errorOf(draw.of(codes), draw.of(['No data found', '該当するデータがありません', 'no records'])),
      };
    },
  },
  {
    name: 'nothing-404-envelope',
    does: 'answers 404 with the envelope of an empty set if nothing matches',
    answerFor: (_, { request, result }) => ({
      status: 404,
      json: { request, result: { ...result, status: 404, result_count: 0, data: [] } },
    }),
  },
  {
    name: 'nothing-400',
    does: 'answers 400 with a message that nothing matches',
    answerFor: ({ habits }) => {
      const draw = habits.drawFor('400');
      return {
        status: 400,
        json: errorOf(
          draw.of(['BAD_REQUEST', 'NO_DATA', 'NODATA']),
          draw.of(['no data', 'No data found for the given period', 'データが存在しません']),
        ),
      };
    },
  },
  {
    name: 'nothing-unsuccessful',
    does: 'answers 200 with success:false and NO_DATA if nothing matches',
    answerFor: ({ habits }) => ({
      json: errorOf(habits.drawFor('code').of(['NO_DATA', 'NOT_FOUND', 'DATA_NOT_FOUND']), 'no data'),
    }),
  },
  {
    name: 'nothing-status-within',
    does: 'answers 200 with a status of 404 or 204 in the envelope if nothing matches',
    answerFor: ({ habits }, { request, result }) => ({
      json: { request, result: { ...result, status: habits.drawFor('status').of([404, 204]), data: [] } },
    }),
  },
];

export const EMPTY_READINGS: readonly Fault[] = ROWS.map(({ name, does, answerFor }) => ({
  name,
  does,
  spoil: whereEmpty(answerFor),
  mustDeliver: true,
  layer: 'empty',
}));
