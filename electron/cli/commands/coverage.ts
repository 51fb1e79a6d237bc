// railbird coverage [TABLE]: what the archive stores of the connected service.

import type { Table } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { addDays } from '#shared/racing/racedate.ts';
import { storedDaysOf, type StoredDay } from '../../downloads/plan/calendar.ts';
import type { ArchiveContext } from '../../downloads/query-context.ts';
import type { CliCommand } from '../command.ts';
import { tableNamed } from '../selection.ts';
import { SHEET_OPTION, sheetFields, sheetFormat, writeSheet } from '../sheet.ts';

export const coverage: CliCommand = {
  name: 'coverage',
  usage: '[TABLE] [--format FORMAT]',
  summary: 'what the archive stores: a summary of every table, or the periods of one',
  notes: [
    'A day is complete, provisional (fetched before it was over, or its indices are still to come; jump races have none) or incomplete:\nrecords are missing, or it cannot be checked. Races and horses that were requested individually are counted separately.',
  ],
  examples: ['coverage', 'coverage d_se', 'coverage --format json --sample'],
  options: [SHEET_OPTION],
  words: '[TABLE]',
  run: async ({ words: [word], values }, context) => {
    sheetFormat(values);
    const table = word === undefined ? undefined : tableNamed(word);
    const archive = await (await context.open({ offline: true })).archive();
    const of = { archive, now: context.now };
    if (table === undefined) await writeSheet(context, values, SUMMARY, await summaryRows(of));
    else await writeSheet(context, values, PERIODS, await periodRows(of, table));
    return undefined;
  },
};

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

async function summaryRows(context: ArchiveContext): Promise<(string | null)[][]> {
  const found = await context.archive.rows(
    `select table_code, count(*) filter (${OF_A_DAY}), min(last_day) filter (${OF_A_DAY}),
        max(last_day) filter (${OF_A_DAY}), count(*) filter (${OF_A_DAY} and records > 0),
        coalesce(sum(records) filter (${OF_A_DAY}), 0), count(*) filter (not ${OF_A_DAY}), ${FETCHED}
      from coverage group by table_code`,
  );
  const rows: (string | null)[][] = [];
  for (const table of Object.values(TABLES)) {
    const row = found.find(([code]) => code === table.code);
    if (row === undefined) continue;
    const states = (await storedDaysOf(context, table)).map(stateOf);
    const count = (wanted: State) => states.filter((state) => state === wanted).length;
    rows.push(textRow([...row.slice(0, 6), count('provisional'), count('incomplete'), ...row.slice(6)]));
  }
  return rows;
}

type State = 'complete' | 'provisional' | 'incomplete';

/**
 * As the window's calendar says. A day without racing is all there, and one still to come is stored, but not for good: both
 * are no states of their own here.
 */
function stateOf({ state }: Pick<StoredDay, 'state'>): State {
  if (state === 'incomplete' || state === 'missing') return 'incomplete';
  return state === 'provisional' || state === 'future' ? 'provisional' : 'complete';
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

async function periodRows(context: ArchiveContext, table: Table): Promise<(string | null)[][]> {
  const days = await storedDaysOf(context, table);
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
  state: State;
  raceDays: number;
  records: number;
  /** When the first-fetched day was fetched, in epoch milliseconds. */
  fetchedAt: number;
  reasons: string | null;
}

function periodOfDay(day: StoredDay): Period {
  const { records, fetchedAt } = day.stored;
  return {
    from: day.racedate,
    to: day.racedate,
    state: stateOf(day),
    raceDays: records > 0 ? 1 : 0,
    records,
    fetchedAt,
    reasons: day.reasons.length === 0 ? null : day.reasons.join(' '),
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
