// The names are read before the first search needs them, but after the first screen is shown.

import { useEffect } from 'react';
import { useBridge } from '../../client/bridge.tsx';

const AFTER_MS = 3000;

/** `connected` identifies the service: each has names of its own. */
export function usePreparedNames(connected: string): void {
  const { client } = useBridge();
  useEffect(() => {
    // The search itself reports a failure.
    const timer = setTimeout(() => void client.find.prepare().catch(() => undefined), AFTER_MS);
    return () => clearTimeout(timer);
  }, [client, connected]);
}
