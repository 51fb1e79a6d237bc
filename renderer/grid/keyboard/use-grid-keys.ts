// The grid's keyboard: moving, extending the selection, and the actions of shortcuts.ts.

import type { KeyboardEvent } from 'react';
import { HEADS } from './movement.ts';
import { extended } from '../selection/selection.ts';
import { actionOf, keysOf, type GridAction } from './shortcuts.ts';
import type { Focus } from './use-focus.ts';
import type { GridActions } from '../use-grid-actions.ts';
import type { SelectionState } from '../selection/use-selection.ts';

interface Options {
  readonly focus: Focus;
  readonly selecting: SelectionState;
  readonly actions: GridActions;
  readonly canSort: boolean;
  readonly canEditColumns: boolean;
}

/** Actions that need a stored column state. */
const COLUMN_ACTIONS: ReadonlySet<GridAction> = new Set([
  'moveLeft', 'moveRight', 'pinStart', 'pinEnd', 'unpin', 'hide', 'fold',
]); // prettier-ignore

export function useGridKeys(options: Options): (event: KeyboardEvent<HTMLElement>) => void {
  const { focus, selecting, actions } = options;
  const can = (action: GridAction, row: number): boolean => {
    if (action === 'sort' || action === 'sortAdd') return options.canSort;
    // Escape goes back to the previous screen unless it clears a selection.
    if (action === 'clear') return selecting.rectangle !== undefined;
    // On a column head there is nothing to copy but the selection.
    if (action === 'copy' || action === 'copyAs') return row > HEADS || selecting.rectangle !== undefined;
    return options.canEditColumns || !COLUMN_ACTIONS.has(action);
  };
  return (event) => {
    // The Enter that confirms a Japanese candidate belongs to the input method; a filter has its own keys.
    if (event.nativeEvent.isComposing) return;
    if (event.target instanceof Element && event.target.closest('[data-filter-of]') !== null) return;
    const { row, column } = focus.at;
    const { overlay } = actions;
    if (overlay?.kind === 'help') {
      actions.setOverlay(undefined);
      if (event.key === 'Escape') {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
    }
    const action = actionOf(keysOf(event), row);
    if (action !== undefined && can(action, row)) {
      event.preventDefault();
      event.stopPropagation();
      return actions.run(action, column);
    }
    if (event.altKey) return;
    const ctrl = event.ctrlKey || event.metaKey;
    if (event.shiftKey && row > HEADS) {
      const next = extended(selecting.selection, focus.at, event.key, ctrl, focus.size());
      if (next === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      selecting.select(next);
      focus.set(next.extent);
      return;
    }
    const to = event.shiftKey ? undefined : focus.next(event.key, ctrl);
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    selecting.select(undefined);
    focus.set(to);
  };
}
