// The shown columns in screen order: dragged or moved by keys up and down, as their heads are moved sideways.

import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import { shownKeys } from '../../app/commands/chord.ts';
import { screenOrder } from '../../grid/columns/column-state.ts';
import { setShown, type ColumnTable } from '../../grid/columns/column-table.ts';
import { moveBy, moveOnto, placementIn, sideOf } from '../../grid/columns/pinning.ts';
import { keysOf } from '../../grid/keyboard/shortcuts.ts';
import { useLatest } from '../../components/use-latest.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { OrderedColumn } from './OrderedColumn.tsx';
import { useRowDrag } from './use-row-drag.ts';

interface ColumnOrderProps {
  /** Those shown that were found, in screen order. */
  readonly columns: readonly Column[];
  readonly fresh: ReadonlySet<string>;
  readonly table: ColumnTable;
  /** False while a search leaves some out: a column would move past others unseen. */
  readonly canMove: boolean;
}

/** As the keys of the heads, turned: columns are listed one below the other here. */
const UP = 'Ctrl+Shift+ArrowUp';
const DOWN = 'Ctrl+Shift+ArrowDown';

/** In the notation of aria-keyshortcuts. */
const KEYS_TO_MOVE = `${UP} ${DOWN}`.replaceAll('Ctrl', 'Control');

/** Where keys lead, from one place to another. */
const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowUp: (at) => Math.max(0, at - 1),
  ArrowDown: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_, last) => last,
};

const buttonOf = (list: HTMLElement | null, name: string | undefined): HTMLElement | null | undefined =>
  list?.querySelector<HTMLElement>(`[data-column="${name}"] button`);

/** Moves and hides columns; the focus follows a column that moved. */
function useListActions(list: RefObject<HTMLElement | null>, { columns, table }: ColumnOrderProps) {
  const [moved, setMoved] = useState<string>();
  const toFollow = useRef<string>(undefined);
  useLayoutEffect(() => {
    const button = buttonOf(list.current, toFollow.current);
    toFollow.current = undefined;
    button?.focus();
    // Where keys moved it, it has the focus already and may have moved out of sight.
    button?.scrollIntoView({ block: 'nearest' });
  }, [columns, list]);
  const focus = (name: string | undefined): void => buttonOf(list.current, name)?.focus();
  return {
    moved,
    focus,
    follow: (name: string): void => {
      toFollow.current = name;
      setMoved(name);
    },
    hide: useLatest((name: string): void => {
      const at = columns.findIndex((column) => column.name === name);
      // The focus goes to the column that takes its place, or to the last one left.
      focus(columns[at === columns.length - 1 ? at - 1 : at + 1]?.name);
      setShown(table, [name], false);
    }),
  };
}

export function ColumnOrder(props: ColumnOrderProps): ReactNode {
  const { columns, fresh, table, canMove } = props;
  const { t } = useTranslation('table');
  const list = useRef<HTMLDivElement>(null);
  /** The column that keys act on; the first one while it is not among those found. */
  const [current, setCurrent] = useState<string>();
  const { moved, focus, follow, hide } = useListActions(list, props);
  const { drag, onPointerDown } = useRowDrag(list, (name, onto) => {
    moveOnto(table, name, onto);
    follow(name);
  });
  const at = Math.max(
    0,
    columns.findIndex(({ name }) => name === current),
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const here = columns[at]?.name;
    const keys = keysOf(event);
    const step = STEPS[keys];
    if (here === undefined) return;
    if (step !== undefined) focus(columns[step(at, columns.length - 1)]?.name);
    else if (keys === 'Delete') hide(here);
    else if (canMove && (keys === UP || keys === DOWN)) {
      if (moveBy(table, here, keys === UP ? -1 : 1)) follow(here);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const placement = placementIn(table);
  const order = screenOrder(placement);
  const edges = [placement.start.at(-1), placement.center.at(-1)];
  const isDown = drag !== undefined && order.indexOf(drag.name) < order.indexOf(drag.onto);
  return (
    <>
      <p className="column-order-hint">
        {canMove ? t('orderHint', { up: shownKeys(UP), down: shownKeys(DOWN) }) : t('orderNotWhileFinding')}
      </p>
      <div
        ref={list}
        role="presentation"
        className={canMove ? 'column-order can-move' : 'column-order'}
        onKeyDown={onKeyDown}
        onPointerDown={canMove ? onPointerDown : undefined}
        onFocus={({ target }) => setCurrent(target.closest<HTMLElement>('[data-column]')?.dataset['column'])}
      >
        <ul aria-label={t('inOrder')}>
          {columns.map((column, index) => (
            <OrderedColumn
              key={column.name}
              column={column}
              isFresh={fresh.has(column.name)}
              side={sideOf(table, column.name)}
              isEdge={edges.includes(column.name)}
              isReached={index === at}
              isDragged={drag?.name === column.name}
              drop={
                drag?.onto !== column.name || drag.name === column.name
                  ? undefined
                  : isDown
                    ? 'after'
                    : 'before'
              }
              keys={canMove ? KEYS_TO_MOVE : undefined}
              onHide={hide}
            />
          ))}
        </ul>
      </div>
      <MoveAnnouncement column={columns.find(({ name }) => name === moved)} order={order} />
    </>
  );
}

interface MoveAnnouncementProps {
  readonly column: Column | undefined;
  readonly order: readonly string[];
}

/** Tells screen readers where a column moved. */
function MoveAnnouncement({ column, order }: MoveAnnouncementProps): ReactNode {
  const { t } = useTranslation('table');
  const language = useLanguage();
  const place = column === undefined ? 0 : order.indexOf(column.name) + 1;
  return (
    <div className="only-read" aria-live="polite">
      {column === undefined
        ? ''
        : t('columnMoved', { column: column.label[language], place, all: order.length })}
    </div>
  );
}
