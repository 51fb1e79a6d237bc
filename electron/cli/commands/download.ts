// railbird download TABLE...: fetches a period of tables into the archive. Finished windows stay stored, whatever
// happens.

import { randomUUID } from 'node:crypto';
import type { DailyTable } from '#shared/bridge/downloads.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { CommandCore } from '../../data-core.ts';
import { newJob, type StoredJob } from '../../downloads/jobs/job.ts';
import type { Ran } from '../../downloads/jobs/run-job.ts';
import { totals } from '../../results/table-contents.ts';
import { together, type CliCommand, type Context, type CommandOutcome } from '../command.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { periodFrom, tableNamed } from '../selection.ts';

const GOES_ON = 'Finished windows are stored: the same command, or "Resume" in the window, fetches the rest.';

export const download: CliCommand = {
  name: 'download',
  usage: 'TABLE... --from DATE --to DATE [--refresh]',
  summary: 'fetch a period of one or more tables into the archive',
  notes: [
    'Requests only what the archive lacks, and the program and the meetings of the days to check the answers against.\nThe window lists it among its downloads. Stop it at any time, even with kill -9: finished windows are stored, and\nthe same command fetches the rest.',
  ],
  examples: [
    'download d_ra d_hj --from 2026-01-01 --to 2026-11-15',
    'download d_ky d_se --from 20261001 --to 20261031 --sample',
  ],
  options: [
    { name: 'from', value: 'DATE', help: 'first day, YYYYMMDD or YYYY-MM-DD' },
    { name: 'to', value: 'DATE', help: 'last day' },
    { name: 'refresh', help: 'request again even what is stored' },
  ],
  words: '<TABLE...>',
  isAccounted: true,
  run: async ({ words, values }, context) => {
    const period = periodFrom(values);
    const tables = [...new Set(words.map(tableNamed))];
    const master = tables.find((table) => table.grain === 'master');
    if (master) throw new UsageError(`${master.code} takes one horse at a time: use "railbird query".`);
    const core = await context.open();
    const job = newJob(
      { tables: tables.map(({ code }) => code as DailyTable), ...period },
      {
        id: randomUUID(),
        kind: 'period',
        want: values['refresh'] === true ? 'all' : 'stale',
        since: context.now(),
      },
    );
    const ran = await run(core, context, job);
    if (ran.ended) {
      context.terminal.say(GOES_ON);
      throw ran.ended;
    }
    const isNothingStored = ran.accounts.every(({ account }) => account.stored.length === 0);
    if (ran.failed && isNothingStored) throw ran.failed;
    return together(ran.accounts.map(outcomeOf));
  },
};

/** Errors: as `CommandCore.downloadNow`; CommandError if the window stopped it. */
async function run(core: CommandCore, { signal, progress, terminal }: Context, job: StoredJob): Promise<Ran> {
  try {
    return await core.downloadNow(job, {
      signal,
      onProgress: ({ windowsDone, windowsLeft, records }) =>
        progress({ windowsDone, windowsTotal: windowsDone + windowsLeft, records }),
    });
  } catch (error) {
    if (signal.aborted) terminal.say(GOES_ON);
    else if (error instanceof RailbirdError && error.code === 'CANCELLED')
      throw new CommandError(`The download was stopped in the window. ${GOES_ON}`, 'incomplete');
    throw error;
  }
}

const outcomeOf = ({ table, account }: Ran['accounts'][number]): CommandOutcome => {
  const { quarantined, drift, repeated } = totals(account.stored);
  return {
    records: account.stored.reduce((sum, each) => sum + each.records, 0),
    windows: account.windows.fetched + account.windows.stored,
    quarantined,
    drift,
    repeated,
    reasons: account.reasons.map((each) => ({ ...each, where: `${table} ${each.where}` })),
  };
};
