// The figures of the rows and panels that are on screen, and the dialog about them. A row registers what it shows; the
// right button and a key find it from the element that was pressed or has the focus.

import { createContext } from 'react';
import { create } from 'zustand';
import type { Figure, FigureOrigin } from './figure.ts';

/** The tables that the records below were read from; the first has precedence. */
export const FigureOrigins = createContext<readonly FigureOrigin[]>([]);

const shownBy = new WeakMap<Element, () => readonly Figure[]>();

/** By element, the column on which its menu was opened last: a row's own menu is told only of the row. */
const pressedIn = new WeakMap<Element, string | undefined>();

const columnAt = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-figure]')?.dataset['figure'] : undefined;

/** A ref for an element that shows figures. Those of a part have `data-figure` with the name of their column. */
export function figuresOn(
  read: () => readonly Figure[],
): (element: Element | null) => (() => void) | undefined {
  return (element) => {
    if (element === null) return undefined;
    shownBy.set(element, read);
    const onMenu = ({ target }: Event): void => void pressedIn.set(element, columnAt(target));
    element.addEventListener('contextmenu', onMenu, { capture: true });
    return () => element.removeEventListener('contextmenu', onMenu, { capture: true });
  };
}

export interface AboutFigures {
  readonly figures: readonly Figure[];
  /** The column that was pressed. */
  readonly column: string | undefined;
}

/** What an element, or the nearest around it that registered any, shows; undefined if there is none. */
export function figuresAt(target: EventTarget | null): AboutFigures | undefined {
  const pressed = target instanceof Element ? target : null;
  for (let at = pressed; at !== null; at = at.parentElement) {
    const figures = shownBy.get(at)?.() ?? [];
    if (figures.length > 0) return { figures, column: columnAt(pressed) ?? pressedIn.get(at) };
  }
  return undefined;
}

/** What the dialog is about; undefined while it is closed. */
export const useAboutFigures = create<{ readonly about: AboutFigures | undefined }>(() => ({
  about: undefined,
}));

export const openAboutFigures = (about: AboutFigures | undefined): void =>
  useAboutFigures.setState({ about });
