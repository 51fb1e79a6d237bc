// One run of a job: its tables one after another, until all is asked for, something ends it, or it is told to stop.

import type { Shortfall } from '#shared/bridge/downloads.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { RailbirdError } from '#shared/errors.ts';
import { requestsFor } from '../estimate.ts';
import type { GatherContext } from '../gather.ts';
import { downloadPeriod, planPeriod, type Downloaded } from '../period.ts';
import type { KeptJob } from './job.ts';
import type { Run } from './verdict.ts';

/** Since the run began. */
export interface RunProgress {
  readonly windowsDone: number;
  readonly windowsLeft: number;
  readonly records: number;
  readonly bytes: number;
}

/** `windowsDone`: those that are held now. */
export interface Ran extends Run, RunProgress {}

export interface RunOptions {
  /** Gives up what is on its way. */
  readonly signal: AbortSignal;
  /** Begins nothing further. */
  readonly stop: AbortSignal;
  readonly onProgress: (progress: RunProgress) => void;
}

/** Errors: CANCELLED, ARCHIVE_FAILED. Those of the service end the run and are in it. */
export async function runJob(context: GatherContext, job: KeptJob, options: RunOptions): Promise<Ran> {
  const ahead = await Promise.all(job.tables.map((code) => windowsOf(context, job, code)));
  const reasons: Shortfall[] = [];
  let [windowsDone, records, bytes] = [0, 0, 0];
  let ended: RailbirdError | undefined;
  let failed: RailbirdError | undefined;
  const left = () => ahead.reduce((sum, windows) => sum + windows, 0);
  options.onProgress({ windowsDone, windowsLeft: left(), records, bytes });

  for (const [at, code] of job.tables.entries()) {
    if (options.stop.aborted) break;
    const downloaded: Downloaded = await downloadPeriod(context, TABLES[code], job, {
      want: job.want,
      since: job.since,
      signal: options.signal,
      stop: options.stop,
      onProgress: (now) => {
        ahead[at] = now.windowsTotal - now.windowsDone;
        options.onProgress({
          windowsDone: windowsDone + now.windowsDone,
          windowsLeft: left(),
          records: records + now.records,
          bytes: bytes + now.bytes,
        });
      },
    });
    const { fetched } = downloaded;
    windowsDone += fetched.answered;
    records += fetched.records;
    bytes += fetched.bytes;
    reasons.push(...downloaded.reasons.map((reason) => ({ ...reason, table: code })));
    failed ??= fetched.failed[0]?.error;
    ended = fetched.ended;
    if (ended) break;
  }
  return {
    windowsDone,
    windowsLeft: left(),
    records,
    bytes,
    reasons,
    ...(ended ? { ended } : {}),
    ...(failed ? { failed } : {}),
  };
}

/** As far as it can be told before the first answer. */
async function windowsOf(
  context: GatherContext,
  job: KeptJob,
  code: KeptJob['tables'][number],
): Promise<number> {
  return requestsFor(TABLES[code], await planPeriod(context, TABLES[code], job, job));
}
