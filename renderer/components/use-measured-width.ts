// The width of an element, for a drawing that fills it.

import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

interface MeasuredWidth {
  readonly box: RefObject<HTMLDivElement | null>;
  /** In pixels, at least `least`; 0 until it is measured. */
  readonly width: number;
}

export function useMeasuredWidth(least: number): MeasuredWidth {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const measure = (): void => setWidth(Math.max(least, current.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [least]);
  return { box, width };
}
