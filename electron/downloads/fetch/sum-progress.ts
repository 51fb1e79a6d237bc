// Several downloads as one: each reports its own figures, the listener hears their sums.

import type { FetchFigures } from './fetched.ts';

/** Where one more of them reports. */
export type SumProgress = () => (progress: FetchFigures) => void;

const NOTHING: FetchFigures = { windowsDone: 0, windowsTotal: 0, records: 0, bytes: 0 };

export function sumProgress(listener: ((progress: FetchFigures) => void) | undefined): SumProgress {
  const parts: FetchFigures[] = [];
  return () => {
    const mine = parts.push(NOTHING) - 1;
    return (progress) => {
      parts[mine] = progress;
      const sum = (figure: keyof FetchFigures) => parts.reduce((total, part) => total + part[figure], 0);
      listener?.({
        windowsDone: sum('windowsDone'),
        windowsTotal: sum('windowsTotal'),
        records: sum('records'),
        bytes: sum('bytes'),
      });
    };
  };
}
