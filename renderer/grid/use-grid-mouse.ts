// What clicks on the grid's cells and heads do; one listener for all of them.

import type { MouseEvent, PointerEvent } from 'react';
import { HEADS } from './keyboard/movement.ts';
import { positionOf, type Focus } from './keyboard/use-focus.ts';
import type { GridActions } from './use-grid-actions.ts';
import type { HeadDrag } from './use-head-drag.ts';
import { useHeadHelp } from './use-head-help.ts';
import type { SelectionState } from './selection/use-selection.ts';

interface Options {
  readonly focus: Focus;
  readonly selecting: SelectionState;
  readonly headDrag: HeadDrag;
  readonly actions: GridActions;
  readonly onOpen: ((row: number) => void) | undefined;
}

const isWithin = ({ target }: MouseEvent, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

export function useGridMouse({ focus, selecting, headDrag, actions, onOpen }: Options) {
  const help = useHeadHelp(actions);
  return {
    onPointerDown(event: PointerEvent<HTMLElement>): void {
      help.press();
      selecting.onPointerDown(event);
      headDrag.onPointerDown(event);
    },
    // Moving, not being over: a head that comes to lie under a resting pointer explains nothing unasked.
    onPointerMove(event: PointerEvent<HTMLElement>): void {
      const { overlay } = actions;
      if (overlay !== undefined && overlay.kind !== 'help') return;
      const at = positionOf(event.target);
      help.over(at?.row === HEADS && event.buttons === 0 ? at.column : undefined);
    },
    onPointerLeave: help.away,
    onScroll: help.away,
    onClick(event: MouseEvent<HTMLElement>): void {
      const at = positionOf(event.target);
      if (at === undefined || headDrag.wasDrag() || isWithin(event, '[data-edge]')) return;
      if (at.row >= 0) {
        // The end of a selection that was drawn is no click on a link.
        if (event.shiftKey || selecting.rectangle !== undefined) return;
        focus.set(at);
        if (isWithin(event, '[data-link]')) actions.open(at.row, at.column);
        return;
      }
      focus.set(at);
      if (isWithin(event, '[data-menu]')) actions.run('menu', at.column, at.row);
      else if (at.row === HEADS) actions.run(event.shiftKey ? 'sortAdd' : 'sort', at.column, at.row);
      else if (isWithin(event, '.is-foldable')) actions.run('fold', at.column, at.row);
    },
    onDoubleClick(event: MouseEvent<HTMLElement>): void {
      const at = positionOf(event.target);
      if (at === undefined) return;
      if (at.row >= 0) onOpen?.(at.row);
      else if (isWithin(event, '[data-edge]')) actions.run('fit', at.column, at.row);
    },
    onContextMenu(event: MouseEvent<HTMLElement>): void {
      const at = positionOf(event.target);
      // With Shift the browser's own menu stays within reach.
      if (at === undefined || event.shiftKey) return;
      event.preventDefault();
      focus.set(at);
      if (at.row >= 0) actions.run('copyAs', at.column, at.row);
      else if (at.row === HEADS) actions.run('menu', at.column, at.row);
    },
  };
}
