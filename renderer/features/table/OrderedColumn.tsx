// One of the shown columns in their order: its name, by which it is dragged or moved, and a button to hide it.

import { memo } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import { IconButton } from '../../components/IconButton.tsx';
import type { Side } from '../../grid/columns/column-state.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';

interface OrderedColumnProps {
  readonly column: Column;
  readonly isFresh: boolean;
  readonly side: Side;
  /** Whether it is the last column of its side. */
  readonly isEdge: boolean;
  /** Whether it is the column that Tab reaches. */
  readonly isReached: boolean;
  readonly isDragged: boolean;
  /** Where the dragged column would be dropped, if here. */
  readonly drop: 'before' | 'after' | undefined;
  /** Keys that move it; undefined while it cannot be moved. */
  readonly keys: string | undefined;
  readonly onHide: (name: string) => void;
}

/** Drawn again only when something changes: during a drag, two of several hundred. */
export const OrderedColumn = memo(function OrderedColumn(props: OrderedColumnProps) {
  const { column, isFresh, side, isEdge, isReached, isDragged, drop, keys, onHide } = props;
  const { t } = useTranslation('table');
  const { t: grid } = useTranslation('grid');
  const language = useLanguage();
  const { name, meaning } = column;
  const label = column.label[language];
  const looks = {
    'is-edge': isEdge,
    'is-dragged': isDragged,
    [`is-drop-${drop}`]: drop !== undefined,
  };
  const className = Object.entries(looks).flatMap(([look, has]) => (has ? look : []));
  return (
    <li
      className={['column-order-item', ...className].join(' ')}
      data-column={name}
      title={meaning[language]}
    >
      <button
        type="button"
        className="column-order-name"
        tabIndex={isReached ? 0 : -1}
        aria-keyshortcuts={keys}
      >
        <span className="column-order-grip" data-grip="" aria-hidden="true">
          ⠿
        </span>
        <span className="column-order-label">
          {label}
          {isFresh ? ` (${grid('fresh')})` : ''}
        </span>
        {side === 'center' ? null : <small>{t(`sides.${side}`)}</small>}
        <code aria-hidden="true">{name}</code>
      </button>
      <IconButton label={t('hideColumn', { column: label })} shortcut="Del" onPress={() => onHide(name)}>
        ×
      </IconButton>
    </li>
  );
});
