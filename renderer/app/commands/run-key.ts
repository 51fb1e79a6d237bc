// Ctrl+Enter runs what a screen is about, wherever the focus is on it, unless the key belongs to what has the focus.

import type { KeyboardEvent } from 'react';
import { isOnLink } from '../navigation/links.ts';

/** Cells that lead somewhere open that in a tab; a column's head fits the column to its content. */
const hasOwn = (target: Element): boolean =>
  isOnLink(target) ||
  target.closest('[role="columnheader"]') !== null ||
  target.closest('[role="gridcell"]')?.querySelector('[data-link]') != null;

/** React reports the keys of a dialog or menu to the screen that opened it as well, though it is no part of it. */
export const isOnScreen = ({ target, currentTarget }: KeyboardEvent): boolean =>
  target instanceof Element && currentTarget.contains(target);

/**
 * Whether a key pressed on a screen runs it. The screen stops such an event, for a focused button would be pressed as
 * well.
 */
export function isRunKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, shiftKey, altKey, nativeEvent, target } = event;
  // With Shift it fits all columns.
  if (key !== 'Enter' || !(ctrlKey || metaKey) || shiftKey || altKey || nativeEvent.isComposing) return false;
  return isOnScreen(event) && target instanceof Element && !hasOwn(target);
}
