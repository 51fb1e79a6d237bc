// railbird download TABLE...: a period of tables into the archive. What is finished stays, whatever happens then.

import type { Table } from '#shared/catalogue/table.ts';
import type { DataCore } from '../../data-core.ts';
import type { FetchProgress } from '../../downloads/fetch.ts';
import { insist } from '../../downloads/gather.ts';
import { accountOfPeriod, fetchPeriod, type Period } from '../../downloads/period.ts';
import { totals } from '../../results/table-contents.ts';
import { together, type Command, type Context, type Outcome } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { periodFrom, tableNamed } from '../selection.ts';

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
  { signal, now, progress }: Context,
  table: Table,
  period: Period,
  refresh: boolean,
): Promise<Outcome> {
  const context = { archive: await core.archive(), client: core.client, now };
  const want = refresh ? 'all' : 'stale';
  const onProgress = (done: FetchProgress) => progress(done, table.code);
  const fetched = await fetchPeriod(context, table, period, { want, signal, onProgress });
  const done = await accountOfPeriod(context, table, period, fetched);
  await insist(context.archive, done, fetched.fetched, refresh);
  const { setAside, drift } = totals(done.held);
  return {
    records: done.held.reduce((sum, each) => sum + each.records, 0),
    windows: done.windows.fetched + done.windows.held,
    setAside,
    drift,
    reasons: done.reasons.map(({ reason, where }) => ({ reason, where: `${table.code} ${where}` })),
  };
}
