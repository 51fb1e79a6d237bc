// The row of column heads: short label, sort direction, menu button, and the edge that resizes.

import { memo, type ReactNode } from 'react';
import { useTranslation } from '../text/text.ts';
import type { Sort } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { unitOf } from '#shared/catalogue/format.ts';
import type { Language } from '#shared/text.ts';
import type { LaidColumn, ColumnLayout } from './columns/layout.ts';
import { HEADS } from './keyboard/movement.ts';
import { Sections } from './Sections.tsx';

export interface HeadContext {
  readonly sort: Sort;
  readonly sortable: boolean;
  /** Whether heads have a menu. */
  readonly hasMenu: boolean;
  /** Columns that the catalogue does not know. */
  readonly fresh: ReadonlySet<string> | undefined;
  readonly language: Language;
  /** The head that is dragged, and the one before which it would be dropped. */
  readonly dragged: string | undefined;
  readonly dropBefore: string | undefined;
}

interface GridHeadProps {
  readonly context: HeadContext;
  readonly layout: ColumnLayout;
  readonly runs: readonly (readonly LaidColumn[])[];
  readonly ariaRow: number;
  /** Index of the focused head; -1 where the focus is elsewhere. */
  readonly focused: number;
}

/** The unit of the numbers below, unless the label has it: "Win ¥1". */
function Unit({ column, language }: { readonly column: Column; readonly language: Language }): ReactNode {
  const unit = unitOf(column, language);
  if (unit === undefined || column.short[language].includes(unit)) return null;
  return <span className="grid-head-unit"> {unit}</span>;
}

export const GridHead = memo(function GridHead(props: GridHeadProps): ReactNode {
  const { t } = useTranslation('grid');
  const { context, layout, runs, focused } = props;
  const { sort, language } = context;
  const headOf = (laid: LaidColumn): ReactNode => {
    const { column, index } = laid;
    const at = sort.findIndex((each) => each.column === column.name);
    const direction = sort[at]?.direction;
    let className = `grid-head-cell${laid.className}`;
    if (context.sortable) className += ' is-sortable';
    if (context.dragged === column.name) className += ' is-dragged';
    if (context.dropBefore === column.name) className += ' is-drop-before';
    return (
      <div
        key={column.name}
        role="columnheader"
        aria-colindex={index + 1}
        aria-sort={context.sortable ? (direction ?? 'none') : undefined}
        aria-haspopup={context.hasMenu ? 'menu' : undefined}
        aria-label={column.label[language]}
        tabIndex={focused === index ? 0 : -1}
        data-index={index}
        className={className}
        style={laid.style}
      >
        <span className="grid-head-label">
          {column.short[language]}
          <Unit column={column} language={language} />
        </span>
        {context.fresh?.has(column.name) === true ? (
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
        {context.hasMenu ? (
          <span className="grid-head-menu" data-menu="" aria-hidden="true" title={t('columnMenu')}>
            ⋮
          </span>
        ) : null}
        <span className="grid-head-edge" data-edge="" aria-hidden="true" />
      </div>
    );
  };
  return (
    <div role="row" aria-rowindex={props.ariaRow} data-row={HEADS} className="grid-head">
      <Sections
        layout={layout}
        start={layout.start.columns.map(headOf)}
        center={runs.flat().map(headOf)}
        end={layout.end.columns.map(headOf)}
      />
    </div>
  );
});
