// A countdown that does not jump when the computer's clock is set.

import { useEffect, useState } from 'react';

const EVERY_MS = 500;

/**
 * Whole seconds until an instant (epoch milliseconds, as just reported), never negative. Another instant is
 * another countdown: the component that shows it uses the instant as its key.
 */
export function useSecondsLeft(until: number): number {
  const [due] = useState(() => performance.now() + until - Date.now());
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((due - now) / 1000));
}
