// The two sums that the specification's fields obey: every runner of sample races shows them.

import { describe, expect, it } from 'vitest';
import type { TableCode } from '#shared/catalogue/table.ts';
import { explainIndex, OVERALL_INDEX, RESULT_IDM, type IndexSum } from '#shared/racing/index-parts.ts';
import { sampleDays, type SampleRecord } from './generate.ts';

const SUMS: readonly { readonly sum: IndexSum; readonly table: TableCode; readonly few: number }[] = [
  { sum: OVERALL_INDEX, table: 'd_ky', few: 4000 },
  { sum: RESULT_IDM, table: 'd_se', few: 4000 },
];

const textsOf = (record: SampleRecord): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, value === null ? null : String(value)]),
  );

describe.each(SUMS)('the $sum.name index', ({ sum, table, few }) => {
  it.each(['sums one', 'sums two'])('is the sum of its parts for every runner (seed %s)', (seed) => {
    const days = sampleDays('20170401', '20170430', { seed, today: '20170601', tables: [table] });
    const states = new Map<string, number>();
    for (const day of days) {
      for (const record of day.records.get(table) ?? []) {
        const explained = explainIndex(sum, textsOf(record));
        const { state } = explained;
        states.set(state, (states.get(state) ?? 0) + 1);
        if (state === 'explained') continue;
        // A horse that did not run to the finish has no index; every index that there is has its parts.
        expect({ state, record: record['racekey'] }).toEqual({ state: 'absent', record: record['racekey'] });
      }
    }
    expect(states.get('explained')).toBeGreaterThan(few);
  });
});
