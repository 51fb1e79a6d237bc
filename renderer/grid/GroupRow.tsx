// The row of group heads above the column heads: the catalogue's groups, each of which folds to its first column.

import { memo, type ReactNode } from 'react';
import { useTranslation } from '../text/text.ts';
import { GROUPS } from '#shared/catalogue/groups.ts';
import type { Language } from '#shared/text.ts';
import type { GroupSpan, LaidColumn, ColumnLayout, Section } from './columns/layout.ts';
import { GROUP_HEADS } from './keyboard/movement.ts';
import { Sections } from './Sections.tsx';

interface GroupRowProps {
  readonly layout: ColumnLayout;
  readonly runs: readonly (readonly LaidColumn[])[];
  /** Index of the first column of the focused group; -1 where the focus is elsewhere. */
  readonly focused: number;
  readonly height: number;
  readonly language: Language;
}

export const GroupRow = memo(function GroupRow(props: GroupRowProps): ReactNode {
  const { t } = useTranslation('grid');
  const { layout, runs, focused, language } = props;
  const headOf = (span: GroupSpan): ReactNode => {
    const { first, group, columns, folded } = span;
    const name = GROUPS[group][language];
    const foldable = first.side === 'center' && (columns > 1 || folded > 0);
    const words =
      folded > 0 ? t('groupFolded', { name, count: folded }) : t('groupHead', { name, count: columns });
    return (
      <div
        key={first.index}
        role="columnheader"
        aria-colindex={first.index + 1}
        aria-colspan={columns}
        aria-expanded={foldable ? folded === 0 : undefined}
        aria-label={words}
        title={words}
        tabIndex={focused === first.index ? 0 : -1}
        data-index={first.index}
        className={foldable ? 'grid-group is-foldable' : 'grid-group'}
        style={{ left: first.left, width: span.width }}
      >
        <span
          className="grid-group-label"
          // A group that is partly scrolled out keeps its label in sight.
          style={first.side === 'center' ? { marginLeft: keptInSight(first.left, span.width) } : undefined}
        >
          {foldable ? <span aria-hidden="true">{folded > 0 ? '▸ ' : '▾ '}</span> : null}
          {folded > 0 ? `+${folded}` : ''} {name}
        </span>
      </div>
    );
  };
  const first = runs[0]?.[0]?.left ?? 0;
  const last = runs.at(-1)?.at(-1);
  const isNear = (span: GroupSpan): boolean =>
    span.first.left + span.width > first &&
    span.first.left < (last === undefined ? 0 : last.left + last.width);
  const heads = (section: Section): ReactNode => section.groups.map(headOf);
  return (
    <div
      role="row"
      aria-rowindex={1}
      data-row={GROUP_HEADS}
      className="grid-groups"
      style={{ height: props.height }}
    >
      <Sections
        layout={layout}
        start={heads(layout.start)}
        center={layout.center.groups
          .filter((span) => isNear(span) || span.first.index === focused)
          .map(headOf)}
        end={heads(layout.end)}
      />
    </div>
  );
});

/** Moves the label along with the left edge of the viewport, to the end of the group. */
const keptInSight = (left: number, width: number): string =>
  `clamp(0px, calc(var(--grid-left, 0px) - ${left}px), ${Math.max(0, width - 60)}px)`;
