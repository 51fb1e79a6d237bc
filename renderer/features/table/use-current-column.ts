// The column that has, or last had, the focus of the grid: the filter key and the summary apply to it.

import { useCallback, useState, type FocusEvent } from 'react';

/** Its name, and the handler that follows the focus. */
export function useCurrentColumn(): readonly [string | undefined, (event: FocusEvent) => void] {
  const [name, setName] = useState<string>();
  const onFocus = useCallback((event: FocusEvent): void => {
    const column = columnAt(event.target);
    if (column !== undefined) setName(column);
  }, []);
  return [name, onFocus];
}

/** The column of a cell or head, found by the filter cell with the same index. */
function columnAt(element: Element): string | undefined {
  const cell = element.closest<HTMLElement>('[role="gridcell"], [role="columnheader"]');
  const index = cell?.getAttribute('aria-colindex');
  const grid = cell?.closest('[role="grid"]');
  if (index === null || index === undefined || grid === null || grid === undefined) return undefined;
  return filterCells(grid).find((each) => each.getAttribute('aria-colindex') === index)?.dataset['filterOf'];
}

const filterCells = (root: Element): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>('[data-filter-of]'),
];

/** The element beside which a column's filter opens: its filter cell, or the first one if that is not drawn. */
export function anchorOf(root: Element | null, name: string): HTMLElement | undefined {
  const cells = root === null ? [] : filterCells(root);
  const cell = cells.find((each) => each.dataset['filterOf'] === name) ?? cells[0];
  return cell?.querySelector<HTMLElement>('button') ?? cell;
}
