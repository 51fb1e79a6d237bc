// The focused race: one tab stop for all races, arrow keys between them, and Back restores it.

import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import { useStepMemory } from '../../app/navigation/navigation.ts';
import { raceAfterKey, type RaceColumns } from './movement.ts';

/** The scroll position is stored once it has rested this long, in milliseconds. */
const REST = 150;

interface Kept {
  readonly racedate?: string;
  readonly racekey?: string;
  readonly top: number;
  readonly left: number;
}

const raceOf = (target: EventTarget | null): string | undefined =>
  target instanceof HTMLElement
    ? target.closest<HTMLElement>('[data-racekey]')?.dataset['racekey']
    : undefined;

/**
 * Returns the race key that has the tab stop. `scroller` is the element around all races; `name` is that of the step's
 * memory, one for each form of the day.
 */
export function useRacePosition(
  scroller: RefObject<HTMLElement | null>,
  racedate: string,
  courses: RaceColumns,
  name: string,
): string | undefined {
  const [stored, store] = useStepMemory<Kept>(name, { top: 0, left: 0 });
  const isHere = stored.racedate === racedate;
  const races = courses.flatMap((course) => course.races);
  const isThere = isHere && races.some(({ racekey }) => racekey === stored.racekey);
  const current = isThere ? stored.racekey : races[0]?.racekey;
  const hasRaces = races.length > 0;

  // When the races are first drawn, restores the scroll position and the focus.
  const restored = useRef(false);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (restored.current || !hasRaces || element === null) return;
    restored.current = true;
    if (isHere) element.scrollTo(stored.left, stored.top);
    if (isFocusFree(element.ownerDocument))
      element.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  }, [scroller, hasRaces, isHere, stored.left, stored.top]);

  const remember = useEffectEvent((element: HTMLElement, racekey: string | undefined) => {
    const { scrollTop: top, scrollLeft: left } = element;
    store({ racedate, top, left, ...(racekey === undefined ? {} : { racekey }) });
  });
  const rest = useEffectEvent((element: HTMLElement) => remember(element, current));
  const move = useEffectEvent((element: HTMLElement, event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const racekey = raceOf(event.target);
    const next = racekey === undefined ? undefined : raceAfterKey(courses, racekey, event.key);
    if (next === undefined) return;
    event.preventDefault();
    element.querySelector<HTMLElement>(`[data-racekey="${CSS.escape(next)}"]`)?.focus();
  });

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onFocus = (event: FocusEvent): void => {
      const racekey = raceOf(event.target);
      if (racekey !== undefined) remember(element, racekey);
    };
    const onScroll = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => rest(element), REST);
    };
    const onKeyDown = (event: KeyboardEvent): void => move(element, event);
    element.addEventListener('focusin', onFocus);
    element.addEventListener('scroll', onScroll, { passive: true });
    element.addEventListener('keydown', onKeyDown);
    return () => {
      clearTimeout(timer);
      element.removeEventListener('focusin', onFocus);
      element.removeEventListener('scroll', onScroll);
      element.removeEventListener('keydown', onKeyDown);
    };
  }, [scroller, hasRaces]);

  return current;
}

/** Whether the focus has not moved since the screen opened. */
function isFocusFree({ activeElement, body }: Document): boolean {
  return (
    activeElement === null ||
    activeElement === body ||
    activeElement.tagName === 'H1' ||
    activeElement.id === 'content'
  );
}
