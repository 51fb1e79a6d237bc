// The entries of a column's menu, in groups: data for EntryMenu.tsx.

import type { TFunction } from 'i18next';
import type { MenuEntry } from '../components/EntryMenu.tsx';
import type { ColumnTable } from './columns/column-table.ts';
import { placementIn, sideOf } from './columns/pinning.ts';
import type { ColumnLayout } from './columns/layout.ts';
import type { GridProps } from './grid-props.ts';
import { keysFor, type GridAction } from './keyboard/shortcuts.ts';
import type { GridActions } from './use-grid-actions.ts';

interface Options {
  readonly t: TFunction<'grid'>;
  readonly props: GridProps;
  readonly table: ColumnTable;
  readonly layout: ColumnLayout;
  readonly actions: GridActions;
  readonly index: number;
  /** Shows the plain table instead of the grid. */
  readonly showPlain: () => void;
}

type Entries = readonly MenuEntry[];

/** Entries of the column at an index, in groups with rules between them. */
export function columnEntries(options: Options): readonly Entries[] {
  const { t, props, layout, actions, index } = options;
  const column = layout.all[index]?.column;
  if (column === undefined) return [];
  const entry = (action: GridAction, label: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
    id: action,
    label,
    keys: keysFor(action),
    run: () => actions.run(action, index, -1),
    ...more,
  });
  return [
    props.onSort === undefined ? [] : sortEntries(options, column.name, entry),
    props.columnEntries?.(column) ?? [],
    props.onColumnState === undefined ? [] : placeEntries(options, column, entry),
    [entry('fit', t('fit')), entry('fitAll', t('fitAll'))],
    [
      entry('selectColumn', t('selectColumn')),
      entry('jump', t('jump')),
      entry('help', t('explain')),
      { id: 'plain', label: t('plainTable'), run: options.showPlain },
    ],
  ];
}

type EntryOf = (action: GridAction, label: string, more?: Partial<MenuEntry>) => MenuEntry;

function sortEntries({ t, table }: Options, name: string, entry: EntryOf): Entries {
  const column = table.getColumn(name);
  if (column === undefined) return [];
  const sorted = column.getIsSorted();
  const inDirection = (id: string, label: string, desc: boolean): MenuEntry => ({
    id,
    label,
    isChosen: sorted === (desc ? 'desc' : 'asc'),
    run: () => column.toggleSorting(desc),
  });
  return [
    inDirection('ascending', t('sortAscending'), false),
    inDirection('descending', t('sortDescending'), true),
    ...(sorted === false && table.state.sorting.length > 0 ? [entry('sortAdd', t('sortAdd'))] : []),
    ...(sorted === false
      ? []
      : [{ id: 'unsorted', label: t('unsorted'), isChosen: false, run: () => column.clearSorting() }]),
  ];
}

function placeEntries(
  { t, props, table, layout, index }: Options,
  { name, group }: { readonly name: string; readonly group: string },
  entry: EntryOf,
): Entries {
  const side = sideOf(table, name);
  const { center } = placementIn(table);
  const shown = table.getVisibleLeafColumns();
  const inGroup = new Set(props.columns.flatMap((each) => (each.group === group ? [each.name] : [])));
  const canFold =
    side === 'center' && center.length > 1 && shown.filter(({ id }) => inGroup.has(id)).length > 1;
  const isFolded = props.columnState?.foldedGroups?.includes(group) === true;
  return [
    ...(side === 'start' ? [] : [entry('pinStart', t('pinStart'))]),
    ...(side === 'end' ? [] : [entry('pinEnd', t('pinEnd'))]),
    ...(side === 'center' ? [] : [entry('unpin', t('unpin'))]),
    entry('moveLeft', t('moveLeft'), { isDisabled: index === 0 }),
    entry('moveRight', t('moveRight'), { isDisabled: index === layout.all.length - 1 }),
    entry('hide', t('hideColumn'), { isDisabled: shown.length === 1 }),
    ...(canFold ? [entry('fold', isFolded ? t('unfoldGroup') : t('foldGroup'), { keys: undefined })] : []),
  ];
}
