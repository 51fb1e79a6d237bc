// The shown columns in the order of the screen: dragged up and down, or moved by keys, as their heads are sideways.

import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/catalogue/column.ts';
import { shownKeys } from '../../app/commands/chord.ts';
import type { ColumnState } from '../../grid/columns/column-state.ts';
import {
  hideColumns,
  inScreenOrder,
  moveBy,
  moveOnto,
  sideOf,
  type ColumnPlacement,
} from '../../grid/columns/column-order.ts';
import { keysOf } from '../../grid/keyboard/shortcuts.ts';
import { useLatest } from '../../grid/use-latest.ts';
import { useLanguage } from '../../text/text.ts';
import { OrderedColumn } from './OrderedColumn.tsx';
import { useRowDrag } from './use-row-drag.ts';

interface ColumnOrderProps {
  /** Those shown that were found, in the order of the screen. */
  readonly columns: readonly Column[];
  readonly fresh: ReadonlySet<string>;
  readonly places: ColumnPlacement;
  readonly columnState: ColumnState;
  /** Not while a search leaves some out: a column would move past others unseen. */
  readonly canMove: boolean;
  readonly onChange: (columnState: ColumnState) => void;
}

/** As the heads', turned: columns stand one below the other here. */
const UP = 'Ctrl+Shift+ArrowUp';
const DOWN = 'Ctrl+Shift+ArrowDown';

/** As screen readers want them. */
const KEYS_TO_MOVE = `${UP} ${DOWN}`.replaceAll('Ctrl', 'Control');

/** Where keys lead, from one place of so many. */
const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowUp: (at) => Math.max(0, at - 1),
  ArrowDown: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_, last) => last,
};

export function ColumnOrder(props: ColumnOrderProps): ReactNode {
  const { columns, fresh, places, columnState, canMove, onChange } = props;
  const { t } = useTranslation('table');
  const language = useLanguage();
  const list = useRef<HTMLDivElement>(null);
  /** The column that keys act on; the first while it is not among those found. */
  const [current, setCurrent] = useState<string>();
  const [moved, setMoved] = useState<string>();
  const toFollow = useRef<string>(undefined);
  const last = columns.length - 1;
  const at = Math.max(
    0,
    columns.findIndex(({ name }) => name === current),
  );

  const buttonOf = (name: string | undefined): HTMLElement | null | undefined =>
    list.current?.querySelector<HTMLElement>(`[data-column="${name}"] button`);
  const focus = (name: string | undefined): void => buttonOf(name)?.focus();
  useLayoutEffect(() => {
    if (toFollow.current === undefined) return;
    focus(toFollow.current);
    // It has the focus already where keys moved it, and may have moved out of sight.
    buttonOf(toFollow.current)?.scrollIntoView({ block: 'nearest' });
    toFollow.current = undefined;
  }, [columnState]);
  const put = (name: string, next: ColumnState): void => {
    if (next === columnState) return;
    toFollow.current = name;
    setMoved(name);
    onChange(next);
  };
  const hide = useLatest((name: string): void => {
    const index = columns.findIndex((column) => column.name === name);
    // The focus goes to the column that takes its place, or to the last that is left.
    focus(columns[index === last ? index - 1 : index + 1]?.name);
    onChange(hideColumns(columnState, places, new Set([name])));
  });
  const { drag, onPointerDown } = useRowDrag(list, (name, onto) =>
    put(name, moveOnto(columnState, places, name, onto)),
  );

  const onKeyDown = (event: KeyboardEvent): void => {
    const here = columns[at]?.name;
    const keys = keysOf(event);
    const step = STEPS[keys];
    if (here === undefined) return;
    if (step !== undefined) focus(columns[step(at, last)]?.name);
    else if (keys === 'Delete') hide(here);
    else if (canMove && keys === UP) put(here, moveBy(columnState, places, here, -1));
    else if (canMove && keys === DOWN) put(here, moveBy(columnState, places, here, 1));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const order = inScreenOrder(places);
  const edges = [places.start.at(-1), places.center.at(-1)];
  const isDown = drag !== undefined && order.indexOf(drag.name) < order.indexOf(drag.onto);
  const movedColumn = columns.find(({ name }) => name === moved);
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
              side={sideOf(places, column.name)}
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
      <div className="only-read" aria-live="polite">
        {movedColumn === undefined
          ? ''
          : t('columnMoved', {
              column: movedColumn.label[language],
              place: order.indexOf(movedColumn.name) + 1,
              all: order.length,
            })}
      </div>
    </>
  );
}
