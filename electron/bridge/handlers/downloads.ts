// The window's procedures for downloads: the plan, the jobs, the stored data and its disk usage.

import type { Downloads } from '../../downloads/downloads.ts';
import type { Implementer } from '../implementer.ts';

export function downloadsHandlers(os: Implementer['downloads'], downloads: Downloads) {
  return {
    plan: os.plan.handler(({ input: { refresh, ...selection } }) => downloads.plan(selection, { refresh })),
    list: os.list.handler(async () => [...(await downloads.list())]),
    watch: os.watch.handler(({ signal }) => changes(downloads, signal)),
    start: os.start.handler(({ input: { refresh, ...selection } }) =>
      downloads.start(selection, { refresh }),
    ),
    pause: os.pause.handler(({ input }) => downloads.pause(input.id)),
    resume: os.resume.handler(({ input }) => downloads.resume(input.id)),
    cancel: os.cancel.handler(({ input }) => downloads.cancel(input.id)),
    retry: os.retry.handler(({ input }) => downloads.retry(input.id)),
    forget: os.forget.handler(async ({ input }) => {
      await downloads.forget(input.id);
      return {};
    }),
    calendar: os.calendar.handler(({ input }) => downloads.calendar(input)),
    fillGaps: os.fillGaps.handler(({ input }) => downloads.fillGaps(input)),
    usage: os.usage.handler(() => downloads.usage()),
    remove: os.remove.handler(({ input }) => downloads.remove(input)),
  };
}

async function* changes(downloads: Downloads, signal: AbortSignal | undefined) {
  for await (const { jobs, gone } of downloads.watch(signal)) yield { jobs: [...jobs], gone: [...gone] };
}
