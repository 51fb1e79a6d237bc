// What a window that watches the jobs is told: all of them at first, then those that changed and those that are gone.
// A slow reader gets the newest state of each, not every state it was in.

import type { Job } from '#shared/bridge/downloads.ts';
import { Latest } from '../../latest-value.ts';

export interface JobChanges {
  readonly jobs: readonly Job[];
  readonly gone: readonly string[];
}

export class JobsInView {
  readonly #latest = new Latest<readonly Job[]>([]);

  /** A job that is the same object as before has not changed. */
  show(jobs: readonly Job[]): void {
    this.#latest.set(jobs);
  }

  async *changes(signal?: AbortSignal): AsyncGenerator<JobChanges, void, void> {
    let known: ReadonlyMap<string, Job> | undefined;
    for await (const jobs of this.#latest.values(signal)) {
      const next = new Map(jobs.map((job) => [job.id, job]));
      const changed = jobs.filter((job) => known?.get(job.id) !== job);
      const gone = [...(known?.keys() ?? [])].filter((id) => !next.has(id));
      const isFirst = known === undefined;
      known = next;
      if (isFirst || changed.length > 0 || gone.length > 0) yield { jobs: changed, gone };
    }
  }
}
