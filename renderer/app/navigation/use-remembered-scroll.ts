// Restores the scroll position of a part of a screen when the user comes back to it.

import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { useStepMemory } from './navigation.ts';

/** The scroll position is stored once it has rested this long, in milliseconds. */
const REST = 150;

interface Offset {
  readonly top: number;
  readonly left: number;
}

const START: Offset = { top: 0, left: 0 };

/** For an element that appears with its content, so that there is something to scroll. `name` per place and part. */
export function useRememberedScroll(name: string): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const [stored, store] = useStepMemory<Offset>(name, START);
  const latest = useRef({ stored, store });
  useEffect(() => {
    latest.current = { stored, store };
  });

  useLayoutEffect(() => {
    const scrolled = element.current;
    if (scrolled === null) return undefined;
    scrolled.scrollTo({ ...latest.current.stored, behavior: 'instant' });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = (): void => {
      clearTimeout(timer);
      const { scrollTop: top, scrollLeft: left } = scrolled;
      const before = latest.current.stored;
      if (top !== before.top || left !== before.left) latest.current.store({ top, left });
    };
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(write, REST);
    };
    scrolled.addEventListener('scroll', later, { passive: true });
    // Navigation starts with a press or a key: the position is stored before the user leaves.
    scrolled.addEventListener('keydown', write, { capture: true });
    scrolled.addEventListener('pointerdown', write, { capture: true });
    return () => {
      clearTimeout(timer);
      scrolled.removeEventListener('scroll', later);
      scrolled.removeEventListener('keydown', write, { capture: true });
      scrolled.removeEventListener('pointerdown', write, { capture: true });
    };
  }, [name]);
  return element;
}
