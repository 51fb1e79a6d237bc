// The stream of an opening result: progress events, then the summary. Ending the stream cancels the rest.

import type { z } from 'zod';
import type { openEventSchema } from '#shared/bridge/results.ts';
import type { OpenOptions, Result } from '../../results/result.ts';
import { Latest } from '../../latest-value.ts';

type OpenEvent = z.infer<typeof openEventSchema>;

/**
 * A slow window gets fewer events, but never outdated ones. A result that opens after its reader has left is closed.
 */
export async function* openEvents(
  open: (options: OpenOptions) => Promise<Result>,
  close: (resultId: string) => void,
  signal: AbortSignal | undefined,
): AsyncGenerator<OpenEvent, void, void> {
  const gone = new AbortController();
  const until = signal ? AbortSignal.any([signal, gone.signal]) : gone.signal;
  const latest = new Latest<OpenEvent>({ type: 'progress', windowsDone: 0, windowsTotal: 0, records: 0 });
  let delivered = false;
  const opening = open({
    signal: until,
    onProgress: (progress) => latest.set({ type: 'progress', ...progress }),
  });
  const settled = opening.then(
    ({ summary }) => {
      latest.set({ type: 'opened', summary });
      latest.end();
      return summary.resultId;
    },
    (error: unknown) => {
      latest.end({ error });
      return undefined;
    },
  );
  try {
    for await (const event of latest.values(signal)) {
      delivered = event.type === 'opened';
      yield event;
    }
  } finally {
    gone.abort();
    if (!delivered) {
      const resultId = await settled;
      if (resultId !== undefined) close(resultId);
    }
  }
}
