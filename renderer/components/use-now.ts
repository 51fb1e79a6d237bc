// The time of the window's clock, updated for components that show an age or a countdown.

import { useEffect, useState } from 'react';

/** Epoch milliseconds, renewed every `interval` milliseconds. */
export function useNow(interval = 30_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}
