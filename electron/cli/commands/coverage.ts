// railbird coverage [TABLE]: what the archive holds of the service that is connected.

import type { Table } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { Archive } from '../../archive/archive.ts';
import { addDays } from '#shared/racing/racedate.ts';
import type { Command } from '../command.ts';
import { tableNamed } from '../selection.ts';
import { SHEET_OPTION, sheetFormat, writeSheet, type SheetField } from '../sheet.ts';

export const coverage: Command = {
  name: 'coverage',
  usage: '[TABLE] [--format FORMAT]',
  summary: 'what the archive holds: of every table, or the periods of one',
  notes: [
    'A day is complete, provisional (finished, but its indices are still to come) or incomplete. Races and horses that\nwere asked for by themselves are counted apart.',
  ],
  examples: ['coverage', 'coverage d_se', 'coverage --format json --sample'],
  options: [SHEET_OPTION],
  words: [0, 1],
  run: async ({ words: [word], values }, context) => {
    sheetFormat(values);
    const table = word === undefined ? undefined : tableNamed(word);
    const archive = await (await context.open({ offline: true })).archive();
    if (table === undefined) await writeSheet(context, values, SUMMARY, await summaryRows(archive));
    else await writeSheet(context, values, PERIODS, await periodRows(archive, table));
    return undefined;
  },
};

const STATE = `case when reasons <> '[]' then 'incomplete' when provisional > 0 then 'provisional' else 'complete' end`;
const FETCHED = `strftime(make_timestamp(min(fetched_at) * 1000), '%Y-%m-%dT%H:%M:%SZ')`;
const OF_A_DAY = `starts_with(unit, 'day:')`;

const SUMMARY: readonly SheetField[] = [
  { name: 'table', type: 'S' },
  { name: 'days', type: 'I' },
  { name: 'from', type: 'S?' },
  { name: 'to', type: 'S?' },
  { name: 'race_days', type: 'I' },
  { name: 'records', type: 'I' },
  { name: 'provisional_days', type: 'I' },
  { name: 'incomplete_days', type: 'I' },
  { name: 'races_and_horses', type: 'I' },
  { name: 'oldest_fetched_at', type: 'S?' },
];

async function summaryRows(archive: Pick<Archive, 'rows'>): Promise<(string | null)[][]> {
  const rows = await archive.rows(
    `select table_code, count(*) filter (${OF_A_DAY}), min(last_day) filter (${OF_A_DAY}),
        max(last_day) filter (${OF_A_DAY}), count(*) filter (${OF_A_DAY} and records > 0),
        coalesce(sum(records) filter (${OF_A_DAY}), 0),
        count(*) filter (${OF_A_DAY} and ${STATE} = 'provisional'),
        count(*) filter (${OF_A_DAY} and ${STATE} = 'incomplete'),
        count(*) filter (not ${OF_A_DAY}), ${FETCHED}
      from coverage group by table_code`,
  );
  const place = Object.keys(TABLES);
  return rows.map(textRow).toSorted((a, b) => place.indexOf(a[0] ?? '') - place.indexOf(b[0] ?? ''));
}

const PERIODS: readonly SheetField[] = [
  { name: 'from', type: 'S' },
  { name: 'to', type: 'S' },
  { name: 'state', type: 'S' },
  { name: 'race_days', type: 'I' },
  { name: 'records', type: 'I' },
  { name: 'fetched_at', type: 'S?' },
  { name: 'reasons', type: 'S?' },
];

/** Neighbouring days of one state as one period. */
async function periodRows(archive: Pick<Archive, 'rows'>, table: Table): Promise<(string | null)[][]> {
  const days = await archive.rows(
    `select last_day, ${STATE}, records, fetched_at, (select string_agg(distinct json_extract_string(reason, '$.reason'), ' ')
        from (select unnest(from_json(reasons, '["JSON"]')) as reason))
      from coverage where table_code = ? and ${OF_A_DAY} and last_day is not null order by last_day`,
    [table.code],
  );
  const periods: {
    from: string;
    to: string;
    state: string;
    days: number;
    records: number;
    at: number;
    why: string;
  }[] = [];
  for (const [day, state, records, fetchedAt, why] of days) {
    const one = {
      state: String(state),
      records: Number(records),
      at: Number(fetchedAt),
      why: why === null ? '' : String(why),
    };
    const last = periods.at(-1);
    const days = one.records > 0 ? 1 : 0;
    if (last && last.state === one.state && last.why === one.why && addDays(last.to, 1) === String(day)) {
      last.to = String(day);
      last.days += days;
      last.records += one.records;
      last.at = Math.min(last.at, one.at);
    } else periods.push({ from: String(day), to: String(day), days, ...one });
  }
  return periods.map(({ from, to, state, days, records, at, why }) => [
    from,
    to,
    state,
    String(days),
    String(records),
    new Date(at).toISOString().replace(/\.\d+/, ''),
    why === '' ? null : why,
  ]);
}

const textRow = (row: readonly unknown[]): (string | null)[] =>
  row.map((cell) => (cell === null || cell === undefined ? null : String(cell)));
