// The window's clock for components that show an age, and a countdown that does not jump when the clock is set.

import { useEffect, useState } from 'react';
import { onWake } from '../client/wake.ts';

/** Epoch milliseconds, renewed every `interval` milliseconds, and after a sleep of the computer. */
export function useNow(interval = 30_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const renew = (): void => setNow(Date.now());
    const timer = setInterval(renew, interval);
    const stop = onWake(renew);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [interval]);
  return now;
}

const COUNT_EVERY_MS = 500;

/**
 * Whole seconds until an instant (epoch milliseconds, as just reported), never negative. Another instant is
 * another countdown: the component that shows it uses the instant as its key.
 */
export function useSecondsLeft(until: number): number {
  const [due] = useState(() => performance.now() + until - Date.now());
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), COUNT_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((due - now) / 1000));
}
