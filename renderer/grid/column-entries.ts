// What the menu of a column offers, in groups: data for ColumnMenu.tsx.

import type { Sort } from '#shared/bridge/source.ts';
import type { TFunction } from 'i18next';
import type { MenuEntry } from './columns/ColumnMenu.tsx';
import { sideOf } from './columns/column-order.ts';
import type { GridProps } from './grid-props.ts';
import { keysFor, type GridAction } from './keyboard/shortcuts.ts';
import type { GridActions } from './use-grid-actions.ts';
import type { Laid } from './columns/use-layout.ts';

interface Column {
  readonly t: TFunction<'grid'>;
  readonly props: GridProps;
  readonly laid: Laid;
  readonly actions: GridActions;
  readonly index: number;
  /** Shows the plain table instead of the grid. */
  readonly showPlain: () => void;
}

/** Entries of the column at an index, in groups with rules between them. */
export function columnEntries(of: Column): readonly (readonly MenuEntry[])[] {
  const { t, props, laid, actions, index } = of;
  const column = laid.layout.all[index]?.column;
  if (column === undefined) return [];
  const { name, group } = column;
  const { onSort, onColumnState, sort = [] } = props;
  const entry = (action: GridAction, label: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
    id: action,
    label,
    keys: keysFor(action),
    run: () => actions.run(action, index, -1),
    ...more,
  });
  const direction = sort.find((each) => each.column === name)?.direction;
  const order = (id: string, label: string, next: Sort, isChosen: boolean): MenuEntry => ({
    id,
    label,
    isChosen,
    run: () => onSort?.(next),
  });
  const side = sideOf(laid.places, name);
  const isFolded = props.columnState?.foldedGroups?.includes(group) === true;
  const mates =
    laid.places.center.length > 1 && props.columns.filter((each) => each.group === group).length > 1;
  const others = sort.filter((each) => each.column !== name);
  return [
    onSort === undefined
      ? []
      : [
          order(
            'ascending',
            t('sortAscending'),
            [{ column: name, direction: 'ascending' }],
            direction === 'ascending',
          ),
          order(
            'descending',
            t('sortDescending'),
            [{ column: name, direction: 'descending' }],
            direction === 'descending',
          ),
          ...(direction === undefined && sort.length > 0 ? [entry('sortAdd', t('sortAdd'))] : []),
          ...(direction === undefined ? [] : [order('unsorted', t('unsorted'), others, false)]),
        ],
    props.columnEntries?.(column) ?? [],
    onColumnState === undefined
      ? []
      : [
          ...(side === 'start' ? [] : [entry('pinStart', t('pinStart'))]),
          ...(side === 'end' ? [] : [entry('pinEnd', t('pinEnd'))]),
          ...(side === 'none' ? [] : [entry('unpin', t('unpin'))]),
          entry('moveLeft', t('moveLeft'), { isDisabled: index === 0 }),
          entry('moveRight', t('moveRight'), { isDisabled: index === laid.layout.all.length - 1 }),
          entry('hide', t('hideColumn'), { isDisabled: props.columns.length === 1 }),
          ...(side === 'none' && mates
            ? [entry('fold', isFolded ? t('unfoldGroup') : t('foldGroup'), { keys: undefined })]
            : []),
        ],
    [entry('fit', t('fit')), entry('fitAll', t('fitAll'))],
    [
      entry('selectColumn', t('selectColumn')),
      entry('jump', t('jump')),
      entry('help', t('explain')),
      { id: 'plain', label: t('plainTable'), run: of.showPlain },
    ],
  ];
}
