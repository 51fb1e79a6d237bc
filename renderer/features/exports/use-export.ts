// One export from the window's side: started, watched, cancelled, and how it ended.

import { useCallback, useEffect, useRef, useState } from 'react';
import type { ExportEvent, ExportRequest } from '#shared/bridge/exports.ts';
import { useBridge } from '../../client/bridge.tsx';

export type Done = Extract<ExportEvent, { type: 'done' }>;

export type ExportState =
  | { readonly state: 'choosing' }
  | {
      readonly state: 'running';
      readonly written: number;
      readonly total: number;
      readonly cancelling: boolean;
    }
  | { readonly state: 'done'; readonly done: Done }
  | { readonly state: 'cancelled' }
  | { readonly state: 'failed'; readonly thrown: unknown };

const CHOOSING: ExportState = { state: 'choosing' };

export interface Export {
  readonly now: ExportState;
  readonly start: (request: ExportRequest) => Promise<void>;
  readonly cancel: () => void;
  readonly reset: () => void;
}

export function useExport(): Export {
  const { client } = useBridge();
  const [now, setNow] = useState<ExportState>(CHOOSING);
  const running = useRef<string>(undefined);
  /** Cancelled before the main process named the export: it is cancelled as soon as it has a name. */
  const cancelled = useRef(false);

  const start = useCallback(
    async (request: ExportRequest) => {
      cancelled.current = false;
      setNow({ state: 'running', written: 0, total: 0, cancelling: false });
      try {
        const { exportId } = await client.exports.start(request);
        running.current = exportId;
        if (cancelled.current) await client.exports.cancel({ exportId });
        for await (const event of await client.exports.watch({ exportId })) {
          if (event.type === 'done') return setNow({ state: 'done', done: event });
          if (event.type === 'cancelled') return setNow({ state: 'cancelled' });
          const { written, total } = event;
          setNow({ state: 'running', written, total, cancelling: cancelled.current });
        }
      } catch (thrown) {
        setNow({ state: 'failed', thrown });
      } finally {
        running.current = undefined;
      }
    },
    [client],
  );
  const cancel = useCallback(() => {
    cancelled.current = true;
    setNow((before) => (before.state === 'running' ? { ...before, cancelling: true } : before));
    const exportId = running.current;
    if (exportId === undefined) return;
    client.exports.cancel({ exportId }).catch((thrown: unknown) => setNow({ state: 'failed', thrown }));
  }, [client]);
  const reset = useCallback(() => setNow(CHOOSING), []);

  // Leaving the screen leaves no file half written behind.
  useEffect(
    () => () => {
      const exportId = running.current;
      if (exportId !== undefined) client.exports.cancel({ exportId }).catch(() => undefined);
    },
    [client],
  );
  return { now, start, cancel, reset };
}
