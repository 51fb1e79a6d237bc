// railbird download TABLE...: a period of tables into the archive. What is finished stays, whatever happens then.

import type { Filter, Table } from '#shared/catalogue/table.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import type { DataCore } from '../../data-core.ts';
import type { FetchProgress } from '../../downloads/fetch.ts';
import { gather, unique, type Gathered } from '../../downloads/gather.ts';
import { shortfalls } from '../../results/completeness.ts';
import { totals } from '../../results/table-contents.ts';
import { together, type Command, type Context, type Outcome } from '../command.ts';
import { periodFrom, tableNamed } from '../selection.ts';
import { UsageError } from '../command-error.ts';

export const download: Command = {
  name: 'download',
  usage: 'TABLE... --from DATE --to DATE [--refresh]',
  summary: 'fetch a period of one or more tables into the archive',
  notes: [
    'Only what the archive does not hold is asked for. Stop it whenever you like, even with kill -9: what was finished\nis held, and the same command asks for the rest.',
  ],
  examples: [
    'download d_ra d_hj --from 2026-01-01 --to 2026-11-15',
    'download d_ky d_se --from 20261001 --to 20261031 --sample',
  ],
  options: [
    { name: 'from', value: 'DATE', help: 'first day, YYYYMMDD or YYYY-MM-DD' },
    { name: 'to', value: 'DATE', help: 'last day' },
    { name: 'refresh', help: 'ask again even for what is held' },
  ],
  words: [1, 16],
  isAccounted: true,
  run: async ({ words, values }, context) => {
    const period = periodFrom(values);
    const tables = [...new Set(words.map(tableNamed))];
    const master = tables.find((table) => table.grain === 'master');
    if (master) throw new UsageError(`${master.code} is asked for horse by horse: use "railbird query".`);
    const core = await context.open();
    const outcomes: Outcome[] = [];
    for (const table of tables) {
      outcomes.push(await downloadTable(core, context, table, period, values['refresh'] === true));
    }
    return together(outcomes);
  },
};

async function downloadTable(
  core: DataCore,
  context: Context,
  table: Table,
  period: { readonly from: string; readonly to: string },
  refresh: boolean,
): Promise<Outcome> {
  const archive = await core.archive();
  const { signal, now } = context;
  const filters = await filtersFor(core, table, period, signal);
  const show = sumOf(filters.length, context.progress);
  const gathered: Gathered[] = [];
  for (const [at, filter] of filters.entries()) {
    const options = { signal, refresh, priority: 'batch', onProgress: show(at) } as const;
    gathered.push(await gather({ archive, client: core.client, now }, table.code, filter, options));
  }
  const held = gathered.flatMap((each) => each.held);
  const missing = gathered.flatMap((each) => each.missing);
  const range: Filter = { start_racedate: period.from, end_racedate: period.to };
  const short = await shortfalls(archive, table, range, todayInTokyo(now()), missing);
  const { setAside, drift } = totals(held);
  return {
    records: held.reduce((sum, each) => sum + each.records, 0),
    windows: gathered.reduce((sum, { windows }) => sum + windows.fetched + windows.held, 0),
    setAside,
    drift,
    reasons: unique([...gathered.flatMap((each) => each.reasons), ...short]).map(({ reason, where }) => ({
      reason,
      where: `${table.code} ${where}`,
    })),
  };
}

/** The period itself, or its race days for a table that is asked for day by day. */
async function filtersFor(
  core: DataCore,
  table: Table,
  { from, to }: { readonly from: string; readonly to: string },
  signal: AbortSignal,
): Promise<Filter[]> {
  if (table.filters.includes('start_racedate')) return [{ start_racedate: from, end_racedate: to }];
  const { days, unknown } = await core.raceDays.list(from, to, signal);
  return [...days.map((day) => day.racedate), ...unknown].toSorted().map((racedate) => ({ racedate }));
}

/** The progress of several downloads, one after another, as one. */
function sumOf(count: number, show: (progress: FetchProgress) => void) {
  const parts: FetchProgress[] = Array.from({ length: count }, () => ({
    windowsDone: 0,
    windowsTotal: 1,
    records: 0,
  }));
  return (at: number) => (progress: FetchProgress) => {
    parts[at] = progress;
    const sum = (field: keyof FetchProgress) => parts.reduce((total, part) => total + part[field], 0);
    show({ windowsDone: sum('windowsDone'), windowsTotal: sum('windowsTotal'), records: sum('records') });
  };
}
