// A drag over neighboring bars: from the first bar to the last one it was over, wherever it ends.

import { useEffect, useRef, useState, type PointerEvent } from 'react';

interface Drawn {
  readonly low: number;
  readonly high: number;
}

/** `onDrawn` is called when a drag ends over another bar than it began on; over the same bar it is a click. */
export function useBarDrag(onDrawn: (first: number, last: number) => void) {
  const [drawn, setDrawn] = useState<Drawn>();
  const first = useRef<number>(undefined);
  const last = useRef<number>(undefined);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  return {
    /** The bars under the present drag. */
    drawn,
    onDown(event: PointerEvent, index: number): void {
      if (event.button !== 0 || event.shiftKey) return;
      first.current = index;
      last.current = index;
      const ended = new AbortController();
      stop.current = () => ended.abort();
      const onUp = (): void => {
        ended.abort();
        const [from, to] = [first.current, last.current];
        first.current = undefined;
        setDrawn(undefined);
        if (from !== undefined && to !== undefined && from !== to) onDrawn(from, to);
      };
      window.addEventListener('pointerup', onUp, { signal: ended.signal });
      window.addEventListener('pointercancel', onUp, { signal: ended.signal });
    },
    onOver(index: number): void {
      const from = first.current;
      if (from === undefined) return;
      last.current = index;
      setDrawn({ low: Math.min(from, index), high: Math.max(from, index) });
    },
  };
}
