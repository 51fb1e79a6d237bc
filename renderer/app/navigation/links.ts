// Every link of the window opens in a new tab with Ctrl or Command, or the middle button, and has a menu. A link is a
// button that calls `navigation`: where it leads is asked by pressing it while nothing can be opened.

import { destinationOf, tabActions, type Destination } from './navigation.ts';

/** What leads to another screen, and does nothing else: it is pressed to learn where. */
const LINKS = '[role="link"], [data-link], button[data-racekey], .frame-nav-item, [data-opens-screen]';
const LONGEST_TITLE = 60;

/** Whether an event's target is a link, or in one. */
export const isOnLink = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(LINKS) !== null;

export interface PressedLink extends Destination {
  readonly element: HTMLElement;
  /** Its text, as the title of a tab until it is shown. */
  readonly title: string | undefined;
}

/** The text of a link as the title of a tab; undefined if it has none, or a long one. */
export function linkText(element: HTMLElement | undefined): string | undefined {
  const text = element?.textContent.replaceAll(/\s+/g, ' ').trim() ?? '';
  return text === '' || text.length > LONGEST_TITLE ? undefined : text;
}

function linkAt(target: EventTarget | null): PressedLink | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>(LINKS) : null;
  if (element === null) return undefined;
  const to = destinationOf(() => element.click());
  if (to === undefined) return undefined;
  return { ...to, element, title: linkText(element) };
}

/** Whether a link is being asked where it leads: its click is not one of the user's. */
let isAsking = false;

function ask(target: EventTarget | null): PressedLink | undefined {
  isAsking = true;
  try {
    return linkAt(target);
  } finally {
    isAsking = false;
  }
}

/**
 * Listens until the returned function is called. `onMenu`: the right button or its key was pressed where nothing has a
 * menu of its own; it returns whether it opened one.
 */
export function openLinksInTabs(
  window: Window,
  onMenu: (target: EventTarget | null, link: PressedLink | undefined) => boolean,
): () => void {
  const openFrom = (event: MouseEvent | KeyboardEvent): void => {
    const link = ask(event.target);
    if (link === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    tabActions.open(link.route, { title: link.title, memory: link.memory, isShown: event.shiftKey });
  };
  const onClick = (event: MouseEvent): void => {
    if (!isAsking && event.button === 0 && (event.ctrlKey || event.metaKey)) openFrom(event);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const isAsked = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.isComposing;
    if (isAsked && !event.defaultPrevented) openFrom(event);
  };
  const onAuxClick = (event: MouseEvent): void => {
    if (event.button === 1 && !event.defaultPrevented) openFrom(event);
  };
  const onMouseDown = (event: MouseEvent): void => {
    // Otherwise some systems begin to scroll with the pointer.
    if (event.button === 1 && isOnLink(event.target)) event.preventDefault();
  };
  const onContextMenu = (event: MouseEvent): void => {
    // Rows and cells with a menu of their own have opened it; with Shift the browser's own menu opens.
    if (event.defaultPrevented || event.shiftKey) return;
    if (onMenu(event.target, ask(event.target))) event.preventDefault();
  };
  // Before the link itself is followed.
  window.addEventListener('click', onClick, { capture: true });
  window.addEventListener('keydown', onKeyDown);
  window.addEventListener('auxclick', onAuxClick);
  window.addEventListener('mousedown', onMouseDown);
  window.addEventListener('contextmenu', onContextMenu);
  return () => {
    window.removeEventListener('click', onClick, { capture: true });
    window.removeEventListener('keydown', onKeyDown);
    window.removeEventListener('auxclick', onAuxClick);
    window.removeEventListener('mousedown', onMouseDown);
    window.removeEventListener('contextmenu', onContextMenu);
  };
}
