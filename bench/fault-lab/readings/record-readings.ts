// Order and duplicates (specification, section 4.3, rule 6: "pagination or result ordering: not shown").

import type { Table } from '#shared/catalogue/table.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { changedEnvelope, changedRecords, type Fault, type Situation } from '../delivery.ts';

type Records = readonly WireRecord[];

const layer = 'records';

/** A column that a correction may change. */
const plainColumn = (table: Table): string =>
  table.columns.find(
    ({ name, type }) =>
      type.startsWith('S') &&
      !table.primaryKey.includes(name) &&
      !['racedate', 'racekey', 'holdingkey', 'horse_id', 'updated_at', 'horse_number'].includes(name),
  )?.name ?? 'updated_at';

/** An update time before that of the record, in the same form. */
function earlier(at: unknown): unknown {
  const text = String(at);
  if (/^\d{8}$/.test(text)) return String(Number(text) - 1);
  return text.startsWith('20') ? `2019${text.slice(4)}` : at;
}

const older = (record: WireRecord, { table, draw }: Situation): WireRecord => ({
  ...record,
  [plainColumn(table)]: draw.of(['0', '9', '']),
  ...('updated_at' in record ? { updated_at: earlier(record.updated_at) } : {}),
});

/** Each record, some with a second one before or after it. */
const withSome = (
  records: Records,
  situation: Situation,
  second: (record: WireRecord) => WireRecord,
): Records =>
  records.flatMap((record) => {
    if (!situation.draw.chance(0.1)) return [record];
    return situation.draw.chance(0.5) ? [second(record), record] : [record, second(record)];
  });

export const RECORD_READINGS: readonly Fault[] = [
  {
    name: 'unordered',
    does: 'answers in another order each time',
    spoil: changedRecords((records, { draw }) => draw.shuffle([...records])),
    isWhole: true,
    mustDeliver: true,
    mustBeComplete: true,
    layer,
  },
  {
    name: 'by-update',
    does: 'answers the most recently updated records first, with the fields in another order',
    spoil: changedRecords((records) =>
      records
        .toSorted((a, b) => String(b.updated_at).localeCompare(String(a.updated_at)))
        .map((record) => Object.fromEntries(Object.entries(record).toReversed())),
    ),
    isWhole: true,
    mustDeliver: true,
    mustBeComplete: true,
    layer,
  },
  {
    name: 'each-twice',
    does: 'answers each record twice, unchanged',
    spoil: changedRecords((records) => records.flatMap((record) => [record, record])),
    isWhole: true,
    mustDeliver: true,
    mustBeComplete: true,
    layer,
  },
  {
    name: 'some-twice',
    does: 'answers some records twice, unchanged, and counts them without the duplicates',
    spoil: changedEnvelope(({ request, result }, { draw }) => ({
      request,
      result: {
        ...result,
        data: result.data.flatMap((record) => (draw.chance(0.2) ? [record, record] : [record])),
      },
    })),
    isWhole: true,
    mustDeliver: true,
    layer,
  },
  {
    name: 'twice-in-another-order',
    does: 'answers some records twice, the second time with their fields in another order',
    spoil: changedRecords((records, situation) =>
      withSome(records, situation, (record) => Object.fromEntries(Object.entries(record).toReversed())),
    ),
    isWhole: true,
    mustDeliver: true,
    layer,
  },
  {
    name: 'being-changed',
    does: 'answers some records both before and after a correction',
    spoil: changedRecords((records, situation) =>
      withSome(records, situation, (record) => older(record, situation)),
    ),
    isWhole: true,
    mustDeliver: true,
    layer,
  },
  {
    name: 'two-versions',
    does: 'answers two versions of a key, and nothing shows which is newer',
    spoil: changedRecords((records, situation) =>
      withSome(records, situation, (record) => ({ ...record, [plainColumn(situation.table)]: '7' })),
    ),
    isWhole: true,
    mustDeliver: true,
    layer,
  },
  {
    name: 'changing',
    does: 'answers old values in one answer and new ones in the next',
    spoil: changedRecords((records, situation) =>
      situation.draw.chance(0.5) ? records : records.map((record) => withUpdate(record, situation)),
    ),
    onlyKnownBy: 'nothing',
    isWhole: true,
    mustDeliver: true,
    layer,
  },
];

/** Only the update time differs: no value that a user reads. */
const withUpdate = (record: WireRecord, { draw }: Situation): WireRecord =>
  'updated_at' in record && draw.chance(0.2) ? { ...record, updated_at: earlier(record.updated_at) } : record;
