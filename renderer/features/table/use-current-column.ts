// The column on which the focus of the grid stands, or stood last: what its filter key and its summary are of.

import { useCallback, useState, type FocusEvent } from 'react';

/** Its name, and what follows the focus. */
export function useCurrentColumn(): readonly [string | undefined, (event: FocusEvent) => void] {
  const [name, setName] = useState<string>();
  const onFocus = useCallback((event: FocusEvent): void => {
    const column = columnAt(event.target);
    if (column !== undefined) setName(column);
  }, []);
  return [name, onFocus];
}

/** The column of a cell or head: the filter cell with its number says which. */
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

/** What a column's filter is opened beside: its cell, or, where it is out of sight, the first one. */
export function anchorOf(root: Element | null, name: string): HTMLElement | undefined {
  const cells = root === null ? [] : filterCells(root);
  const cell = cells.find((each) => each.dataset['filterOf'] === name) ?? cells[0];
  return cell?.querySelector<HTMLElement>('button') ?? cell;
}
