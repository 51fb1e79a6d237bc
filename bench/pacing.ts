// Downloads a year of d_hj and d_ra and a month of d_ky from a service that allows five requests a second: the share of
// that rate in use once it is known, and the number of refusals. Once with the app's windows, once with a request for
// each race day, which makes enough requests to measure.

import { loadavg } from 'node:os';
import { openLabCore } from './fault-lab/lab-core.ts';
import { TIMEOUTS } from '../electron/service-client/undici-transport.ts';
import { systemClock } from '../electron/service-client/clock.ts';
import { firstSize, sizeNote, writeSize } from '../electron/downloads/plan/window-size.ts';
import { reportOfRange, fetchRange } from '../electron/downloads/range.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { DEFAULT_LIMITS } from '../service/http/limits.ts';
import { rounded } from './measuring/figures.ts';
import { MONTH, startLimitedService, YEAR } from './pacing/limited-service.ts';

/**
 * The share of the permitted rate that must be used, once the first answer has announced it and its burst is used up.
 */
const SHARE_WANTED = 0.9;
const MOST_REFUSALS = 3;

const PERIODS = [
  ['d_hj', YEAR],
  ['d_ra', YEAR],
  ['d_ky', MONTH],
] as const;

const TABLES_ASKED = PERIODS.map(([code]) => code);

const service = await startLimitedService();

async function run(name: string, daysAWindow?: number) {
  const sent: number[] = [];
  const statuses: number[] = [];
  const lab = await openLabCore({
    ...service,
    clock: systemClock,
    timeouts: TIMEOUTS,
    onSend: () => sent.push(performance.now()),
    onAttempt: ({ status = 0 }) => statuses.push(status),
  });
  const { core } = lab;
  const context = await core.context();
  if (daysAWindow !== undefined) {
    const { from, to } = YEAR;
    await fetchRange(context, TABLES.d_ka, { from, to }, {}, ['d_ra']);
    const refused = { days: daysAWindow + 1, at: Date.now() };
    for (const [code] of PERIODS) {
      const size = { ...firstSize(TABLES[code]), days: daysAWindow, refused };
      await context.archive.setNote(sizeNote(TABLES[code]), writeSize(size));
    }
  }
  const done = await Promise.all(
    PERIODS.map(([code, period]) => fetchRange(context, TABLES[code], period, {}, TABLES_ASKED)),
  );
  const accounts = await Promise.all(
    PERIODS.map(([code, period], at) => {
      const fetched = done[at];
      if (fetched === undefined) throw new Error('one report per requested table is missing');
      return reportOfRange(context, TABLES[code], period, fetched);
    }),
  );
  await lab.close();
  return {
    name,
    requests: sent.length,
    ...shareOf(sent),
    refusals: statuses.filter((status) => status === 429).length,
    records: done.reduce((sum, { fetched }) => sum + fetched.records, 0),
    complete: accounts.every(({ reasons }) => reasons.length === 0),
  };
}

/** Requests after the first window of the limiter, compared with what it permits in that time. */
function shareOf(sent: readonly number[]): { seconds: number; share: number } {
  const { perSecond, burst } = DEFAULT_LIMITS.user;
  const from = (sent[0] ?? 0) + (burst / perSecond) * 1000;
  const later = sent.filter((at) => at >= from);
  // The last one opens a slot that nothing uses.
  const seconds = ((later.at(-1) ?? 0) - from) / 1000;
  return { seconds: rounded(seconds), share: rounded((later.length - 1) / (seconds * perSecond)) };
}

const load = loadavg()[0] ?? 0;
const runs = [await run('windows of the app'), await run('a request a race day', 1)];
await service.stop();

for (const each of runs) process.stdout.write(`${JSON.stringify(each)}\n`);
const refusals = runs.reduce((sum, run) => sum + run.refusals, 0);
const share = Math.min(...runs.map((run) => run.share));
process.stdout.write(
  `${JSON.stringify({
    name: 'pacing',
    permitted_a_second: DEFAULT_LIMITS.user.perSecond,
    share,
    share_wanted: SHARE_WANTED,
    refusals,
    refusals_wanted: MOST_REFUSALS,
    load: rounded(load),
  })}\n`,
);
const isKept = share >= SHARE_WANTED && refusals <= MOST_REFUSALS && runs.every(({ complete }) => complete);
process.exitCode = isKept ? 0 : 1;
