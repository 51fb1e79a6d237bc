// Faults in the content of an answer: too few, too many, foreign, changed or miscounted records.

import type { WireRecord } from '#shared/service-api/envelope.ts';
import {
  changedEnvelope,
  changedRecords,
  instead,
  withHeaders,
  type Fault,
  type Situation,
} from './delivery.ts';

type Records = readonly WireRecord[];

const cappedAt =
  (most: (situation: Situation) => number) =>
  (records: Records, situation: Situation): Records =>
    records.slice(0, most(situation));

const someOf = (records: Records, { draw }: Situation): Records => records.filter(() => draw.chance(0.1));

/** A copy of an answered record, dated long ago. */
const stranger = (record: WireRecord): WireRecord => ({
  ...record,
  racedate: '20200105',
  racekey: '06200101',
});

/** A column outside the table's key. */
const plainColumn = ({ draw, table }: Situation): string =>
  draw.of(table.columns.map(({ name }) => name).filter((name) => !isKey(table.primaryKey, name)));

const isKey = (primaryKey: readonly string[], name: string): boolean =>
  primaryKey.includes(name) || ['racedate', 'racekey', 'holdingkey', 'horse_id'].includes(name);

function retyped(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string')
    return value !== '' && Number.isFinite(Number(value)) ? Number(value) : [value];
  return value === null ? 0 : null;
}

export const ANSWER_FAULTS: readonly Fault[] = [
  {
    name: 'wrong-count',
    does: 'sends a result_count that differs from the number of records',
    spoil: changedEnvelope(({ request, result }, { draw }) => ({
      request,
      result: { ...result, result_count: result.result_count + draw.of([-1, 1, 7, 1000]) },
    })),
  },
  {
    name: 'short-of-count',
    does: 'leaves records out and sends the true result_count, sometimes as text',
    spoil: changedEnvelope(({ request, result }, situation) => {
      const count = result.result_count;
      return {
        request,
        result: {
          ...result,
          result_count: situation.draw.chance(0.3) ? String(count) : count,
          data: someOf(result.data, situation),
        },
      };
    }),
  },
  {
    name: 'capped-100',
    does: 'stops at 100 records, silently',
    spoil: changedRecords(cappedAt(() => 100)),
  },
  {
    name: 'capped-1000',
    does: 'stops at 1,000 records, silently',
    spoil: changedRecords(cappedAt(() => 1000)),
  },
  {
    name: 'capped-5000',
    does: 'stops at 5,000 records, silently',
    spoil: changedRecords(cappedAt(() => 5000)),
  },
  {
    name: 'capped-round',
    does: 'stops at another round number of records, silently',
    spoil: changedRecords(cappedAt(({ table }) => (table.grain === 'horse' ? 200 : 50))),
  },
  {
    name: 'capped-odd',
    does: 'stops at a number of records that is not round, silently',
    onlyKnownBy: 'program',
    spoil: changedRecords(cappedAt(({ table }) => (table.grain === 'horse' ? 137 : 11))),
  },
  {
    name: 'record-missing',
    does: 'leaves one record out and counts the rest',
    onlyKnownBy: 'program',
    spoil: changedRecords((records, { draw }) => {
      const at = draw.int(0, Math.max(0, records.length - 1));
      return records.filter((_, index) => index !== at);
    }),
  },
  {
    name: 'nothing-there',
    does: 'answers an empty set for a period with racing',
    onlyKnownBy: 'program',
    spoil: changedRecords(() => []),
  },
  {
    name: 'nothing-there-404',
    does: 'answers 404 in the shape that may mean an empty set',
    onlyKnownBy: 'program',
    spoil: instead(() => ({
      status: 404,
      text: '{"success":false,"error":{"code":"NOT_FOUND","message":"no records"}}',
    })),
  },
  {
    name: 'out-of-order',
    does: 'answers the records in another order',
    spoil: changedRecords((records, { draw }) => draw.shuffle([...records])),
  },
  {
    name: 'strangers',
    does: 'adds records outside the filter',
    spoil: changedRecords((records) => [...records.slice(0, 3).map(stranger), ...records]),
  },
  {
    name: 'strangers-instead',
    does: 'replaces some records by records outside the filter',
    spoil: changedRecords((records, { draw }) =>
      records.map((record) => (draw.chance(0.1) ? stranger(record) : record)),
    ),
  },
  {
    name: 'other-answer',
    does: 'gives the answer to another query, as a broken cache does',
    spoil: changedEnvelope(({ result }, { draw }) => ({
      request: { parameters: { racekey: '06200101' } },
      result: { ...result, ...(draw.chance(0.5) ? { result_count: 0, data: [] } : {}) },
    })),
  },
  {
    name: 'extra-columns',
    does: 'adds columns that the catalogue does not know',
    spoil: changedRecords((records, { draw }) =>
      records.map((record) => ({
        ...record,
        new_index: '12.3',
        notes: { by: [draw.int(1, 9)] },
        __proto: null,
      })),
    ),
  },
  {
    name: 'missing-column',
    does: 'leaves a column out of every record',
    spoil: changedRecords((records, situation) => without(records, plainColumn(situation), () => true)),
  },
  {
    name: 'missing-here-and-there',
    does: 'leaves a column out of some records',
    spoil: changedRecords((records, situation) =>
      without(records, plainColumn(situation), () => situation.draw.chance(0.2)),
    ),
  },
  {
    name: 'missing-key',
    does: 'leaves the race date out of some records',
    spoil: changedRecords((records, { draw }) =>
      records.every((record) => 'racedate' in record)
        ? without(records, 'racedate', () => draw.chance(0.2))
        : without(records, 'horse_id', () => true),
    ),
  },
  {
    name: 'retyped-column',
    does: 'answers a column in another JSON type',
    spoil: changedRecords((records, situation) => {
      const name = plainColumn(situation);
      return records.map((record) => ({ ...record, [name]: retyped(record[name]) }));
    }),
  },
  {
    name: 'retyped-key',
    does: 'answers the race date as a number',
    spoil: changedRecords((records) =>
      records.map((record) =>
        'racedate' in record ? { ...record, racedate: Number(record.racedate) } : record,
      ),
    ),
  },
  {
    name: 'repeated-records',
    does: 'answers some records twice',
    spoil: changedRecords((records, { draw }) =>
      records.flatMap((record) => (draw.chance(0.05) ? [record, record] : [record])),
    ),
  },
  {
    name: 'repeated-instead',
    does: 'answers some records twice and others not at all, as unstable pages do',
    spoil: changedRecords((records, { draw }) =>
      records.map((record, index) => (draw.chance(0.1) ? (records[index - 1] ?? record) : record)),
    ),
    mayReplaceOthers: true,
  },
  {
    name: 'duplicate-keys',
    does: 'answers a second record of the same key with other values',
    spoil: changedRecords((records, situation) => {
      const name = plainColumn(situation);
      return records.flatMap((record) =>
        situation.draw.chance(0.05) ? [record, { ...record, [name]: '9' }] : [record],
      );
    }),
  },
  {
    name: 'paged',
    does: 'answers the first part with a hint that there is more',
    spoil: changedEnvelope(({ request, result }, { draw }) => {
      const data = result.data.slice(0, Math.ceil(result.data.length / 2));
      const hint = draw.of([
        { next: '/v1/more?page=2' },
        { cursor: 'abc' },
        { paging: { hasMore: true } },
        { total_count: result.data.length },
      ]);
      return { request, result: { ...result, ...hint, result_count: data.length, data } };
    }),
  },
  {
    name: 'paged-by-link',
    does: 'hints in the Link header that there is more',
    spoil: withHeaders(({ trapUrl }) => ({ link: `<${trapUrl}>; rel="next"` })),
  },
];

const without = (records: Records, name: string, when: () => boolean): Records =>
  records.map((record) => {
    if (!when()) return record;
    const { [name]: _, ...rest } = record;
    return rest;
  });
