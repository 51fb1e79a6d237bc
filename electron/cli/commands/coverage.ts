// railbird coverage [TABLE]: what the archive stores of the connected service.

import type { Table } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { addDays } from '#shared/racing/racedate.ts';
import type { Archive } from '../../archive/archive.ts';
import type { CliCommand } from '../command.ts';
import { tableNamed } from '../selection.ts';
import { SHEET_OPTION, sheetFields, sheetFormat, writeSheet } from '../sheet.ts';

export const coverage: CliCommand = {
  name: 'coverage',
  usage: '[TABLE] [--format FORMAT]',
  summary: 'what the archive stores: a summary of every table, or the periods of one',
  notes: [
    'A day is complete, provisional (finished, but its indices are still to come; jump races have none) or incomplete. Races and horses that\nwere requested individually are counted separately.',
  ],
  examples: ['coverage', 'coverage d_se', 'coverage --format json --sample'],
  options: [SHEET_OPTION],
  words: '[TABLE]',
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

const SUMMARY = sheetFields({
  table: 'S',
  days: 'I',
  from: 'S?',
  to: 'S?',
  race_days: 'I',
  records: 'I',
  provisional_days: 'I',
  incomplete_days: 'I',
  races_and_horses: 'I',
  oldest_fetched_at: 'S?',
});

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

const PERIODS = sheetFields({
  from: 'S',
  to: 'S',
  state: 'S',
  race_days: 'I',
  records: 'I',
  fetched_at: 'S?',
  reasons: 'S?',
});

async function periodRows(archive: Pick<Archive, 'rows'>, table: Table): Promise<(string | null)[][]> {
  const days = await archive.rows(
    `select last_day, ${STATE}, records, fetched_at, (select string_agg(distinct json_extract_string(reason, '$.reason'), ' ')
        from (select unnest(from_json(reasons, '["JSON"]')) as reason))
      from coverage where table_code = ? and ${OF_A_DAY} and last_day is not null order by last_day`,
    [table.code],
  );
  return periodsOf(days.map(periodOfDay)).map((period) =>
    textRow([
      period.from,
      period.to,
      period.state,
      period.raceDays,
      period.records,
      new Date(period.fetchedAt).toISOString().replace(/\.\d+/, ''),
      period.reasons,
    ]),
  );
}

/** Consecutive days with the same state. */
interface Period {
  from: string;
  to: string;
  state: string;
  raceDays: number;
  records: number;
  /** When the first-fetched day was fetched, in epoch milliseconds. */
  fetchedAt: number;
  reasons: string | null;
}

function periodOfDay([day, state, records, fetchedAt, reasons]: readonly unknown[]): Period {
  return {
    from: String(day),
    to: String(day),
    state: String(state),
    raceDays: Number(records) > 0 ? 1 : 0,
    records: Number(records),
    fetchedAt: Number(fetchedAt),
    reasons: reasons === null ? null : String(reasons),
  };
}

/** Merges neighboring days that have the same state and the same reasons. */
function periodsOf(days: readonly Period[]): Period[] {
  const periods: Period[] = [];
  for (const day of days) {
    const last = periods.at(-1);
    const goesOn = last?.state === day.state && last.reasons === day.reasons;
    if (last === undefined || !goesOn || addDays(last.to, 1) !== day.from) {
      periods.push({ ...day });
      continue;
    }
    last.to = day.to;
    last.raceDays += day.raceDays;
    last.records += day.records;
    last.fetchedAt = Math.min(last.fetchedAt, day.fetchedAt);
  }
  return periods;
}

const textRow = (row: readonly unknown[]): (string | null)[] =>
  row.map((cell) => (cell === null || cell === undefined ? null : String(cell)));
