// The width of an element, for a drawing that fills it.

import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

interface MeasuredWidth {
  readonly box: RefObject<HTMLDivElement | null>;
  /** In pixels, at least `least`; 0 until it is measured. */
  readonly width: number;
}

/**
 * The last width of each drawing: the next one of its kind mostly has the same, and is then drawn once. To measure it first
 * would lay out the page twice.
 */
const lastWidths = new Map<string, number>();

/** `name`: of the drawing. */
export function useMeasuredWidth(name: string, least: number): MeasuredWidth {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(lastWidths.get(name) ?? 0);
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const measure = (): void => {
      const measured = Math.max(least, current.clientWidth);
      lastWidths.set(name, measured);
      setWidth(measured);
    };
    if (!lastWidths.has(name)) measure();
    // Comes once the page is laid out and before it is painted.
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(current);
    return () => observer.disconnect();
  }, [name, least]);
  return { box, width };
}
