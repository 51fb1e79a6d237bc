// Runs commands by their keys, without getting in the way of typing, dialogs or Japanese input.

import { FIELD, isSeen } from '../../components/focus.ts';
import { isOnLink } from '../navigation/links.ts';
import { chordOf, matchChord } from './chord.ts';
import { presentCommands } from './commands.ts';

/** How long the second key of a two-key shortcut may take, in milliseconds. */
const PATIENCE = 1500;

/** What Space presses: it belongs to the screen elsewhere. */
const PRESSED_BY_SPACE = 'button:not([role="link"]), summary';
const OVERLAY = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Closes what unfolded over the screen and is still open; false if nothing is. */
function closeOpened(document: Document): boolean {
  const open = [...document.querySelectorAll<HTMLDetailsElement>('details[open][data-unfolds-over]')].filter(
    isSeen,
  );
  for (const each of open) each.open = false;
  return open.length > 0;
}

/**
 * What Esc does first, for a screen with an Esc of its own: closes what is unfolded over it. False if nothing is, or if the
 * key belongs to a dialog or menu.
 */
export function closeUnfolded(target: EventTarget): boolean {
  return target instanceof Element && target.closest(OVERLAY) === null && closeOpened(target.ownerDocument);
}

/** On a Mac, Option in a field writes another sign or moves by words. */
const isTypedWithOption = (event: KeyboardEvent, { navigator }: Window): boolean =>
  event.altKey && !event.ctrlKey && !event.metaKey && navigator.platform.startsWith('Mac');

/** Listens until the returned function is called. */
export function runCommandsByKey(window: Window): () => void {
  let pending: string | undefined;
  let pendingUntil = 0;

  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter or Esc that ends a Japanese candidate belongs to the input method.
    if (event.isComposing || event.defaultPrevented) return;
    const chord = chordOf(event);
    if (chord === undefined) return;
    // The query's editor has a shadow tree, whose host is the event's target outside.
    const [inner] = event.composedPath();
    const target = inner instanceof Element ? inner : undefined;
    if (target?.closest(OVERLAY) != null) return;
    if (chord === 'Space' && target?.closest(PRESSED_BY_SPACE) != null) return;
    // It opens the link in a tab.
    if (chord === 'Ctrl+Enter' && isOnLink(target ?? null)) return;
    const withModifier = event.ctrlKey || event.metaKey || event.altKey;
    const isTyped = !withModifier || isTypedWithOption(event, window);
    if (isTyped && target?.closest(FIELD) != null) return;

    // Esc closes what is open before it leaves the screen, wherever the focus is.
    if (chord === 'Escape' && closeOpened(window.document)) {
      event.preventDefault();
      return;
    }

    const waiting = event.timeStamp <= pendingUntil ? pending : undefined;
    const match = matchChord(presentCommands(), chord, waiting);
    pending = match.pending;
    pendingUntil = event.timeStamp + PATIENCE;
    if (match.command === undefined) return;
    event.preventDefault();
    match.command.run();
  };

  window.addEventListener('keydown', onKeyDown);
  return () => window.removeEventListener('keydown', onKeyDown);
}
