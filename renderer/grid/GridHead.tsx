// The row of column heads: short labels, the order, the edge that resizes.

import { memo, type PointerEvent, type MouseEvent, type ReactNode, type TouchEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sort } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { unitOf } from '#shared/catalogue/format.ts';
import type { Language } from '#shared/text.ts';
import { isNumeric } from './column-width.ts';
import type { LaidColumn } from './use-layout.ts';

interface GridHeadProps {
  readonly pinned: readonly LaidColumn[];
  readonly center: readonly LaidColumn[];
  readonly sort: Sort;
  readonly sortable: boolean;
  /** Columns that the catalogue does not know. */
  readonly fresh: ReadonlySet<string> | undefined;
  readonly focused: number | undefined;
  readonly language: Language;
  readonly startResize: (name: string, event: unknown) => void;
}

/** What the figures below are in. */
function Unit({ column, language }: { readonly column: Column; readonly language: Language }): ReactNode {
  const unit = unitOf(column, language);
  return unit === undefined ? null : <span className="grid-head-unit"> {unit}</span>;
}

export const GridHead = memo(function GridHead(props: GridHeadProps): ReactNode {
  const { t } = useTranslation('grid');
  const { sort, language } = props;
  const headOf = (laid: LaidColumn): ReactNode => {
    const { column } = laid;
    const at = sort.findIndex((each) => each.column === column.name);
    const direction = sort[at]?.direction;
    const resize = (event: MouseEvent | TouchEvent): void => {
      event.stopPropagation();
      props.startResize(column.name, event);
    };
    const classes = ['grid-head-cell'];
    if (isNumeric(column)) classes.push('is-numeric');
    if (laid.pinned) classes.push('is-pinned');
    if (laid.pinned && laid.index === props.pinned.length - 1) classes.push('is-last-pinned');
    if (props.sortable) classes.push('is-sortable');
    return (
      <div
        key={column.name}
        role="columnheader"
        aria-colindex={laid.index + 1}
        aria-sort={props.sortable ? (direction ?? 'none') : undefined}
        aria-label={column.label[language]}
        tabIndex={props.focused === laid.index ? 0 : -1}
        data-row={-1}
        data-index={laid.index}
        className={classes.join(' ')}
        style={{ left: laid.left, width: laid.width }}
      >
        <span className="grid-head-label">
          {column.short[language]}
          <Unit column={column} language={language} />
        </span>
        {props.fresh?.has(column.name) === true ? (
          <span className="grid-head-fresh" title={t('freshColumn')}>
            {t('fresh')}
          </span>
        ) : null}
        {direction === undefined ? null : (
          <span className="grid-head-sort" aria-hidden="true">
            {direction === 'ascending' ? '▲' : '▼'}
            {sort.length > 1 ? at + 1 : ''}
          </span>
        )}
        <span
          className="grid-head-edge"
          aria-hidden="true"
          onPointerDown={(event: PointerEvent) => event.stopPropagation()}
          onMouseDown={resize}
          onTouchStart={resize}
          onClick={(event) => event.stopPropagation()}
        />
      </div>
    );
  };
  return (
    <div role="row" aria-rowindex={1} className="grid-head">
      {props.pinned.map(headOf)}
      {props.center.map(headOf)}
    </div>
  );
});
