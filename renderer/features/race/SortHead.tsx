// A column header that sorts; Shift adds to the present order.

import type { Sort } from '#shared/bridge/source.ts';

interface SortHeadProps {
  readonly field: string;
  readonly head: string;
  readonly title: string;
  readonly sort: Sort;
  readonly onSort: (field: string, add: boolean) => void;
  readonly className?: string;
}

export function SortHead({ field, head, title, sort, onSort, className = '' }: SortHeadProps) {
  const direction = sort.find((each) => each.column === field)?.direction;
  return (
    <th scope="col" title={title} className={className} aria-sort={direction ?? 'none'}>
      <button type="button" className="sort-head" onClick={(event) => onSort(field, event.shiftKey)}>
        {head}
        {direction !== undefined && (
          <span aria-hidden="true" className="sort-head-arrow">
            {direction === 'ascending' ? '▴' : '▾'}
          </span>
        )}
      </button>
    </th>
  );
}
