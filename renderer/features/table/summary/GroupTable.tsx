// Groups of rows: counts, how horses finished and what flat stakes on them returned, each with its n, and the mean of a
// column. Every head sorts; every count opens its rows.

import { startTransition, useEffect, useState, type ReactNode } from 'react';
import { figureOf, type GroupOrder } from '#shared/bridge/group-figures.ts';
import type { ColumnFilter, Group } from '#shared/bridge/row-query.ts';
import { unitOf } from '#shared/catalogue/format.ts';
import { groupText, type GroupColumn } from '#shared/exports/group-columns.ts';
import type { Route } from '../../../app/screens.tsx';
import { PlaceLink } from '../../../components/PlaceLink.tsx';
import { useNameStyle } from '../../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../../text/text.ts';
import { openLabel } from './open-label.ts';

interface GroupTableProps {
  readonly columns: readonly GroupColumn[];
  readonly groups: readonly Group[];
  /** The row of all rows; without it there is none. */
  readonly whole?: Group | undefined;
  /** The place that a group's name leads to. */
  readonly placeOf?: (group: Group) => Route | undefined;
  readonly order: GroupOrder;
  readonly onOrder: (order: GroupOrder) => void;
  readonly onFilters: (filters: readonly ColumnFilter[]) => void;
  /** Rates of fewer runs are drawn lighter. */
  readonly few?: number;
}

/** Rows drawn at first: more than a panel shows; the others are drawn after these are on screen. */
const FIRST = 40;

/** A rate of fewer runs says little, and is drawn lighter. */
export const FEW = 20;

/** The first rows of a list, and after a paint all of them. */
function useFirst<T>(list: readonly T[]): readonly T[] {
  const [whole, setWhole] = useState<readonly T[]>();
  useEffect(() => startTransition(() => setWhole(list)), [list]);
  return whole === list ? list : list.slice(0, FIRST);
}

/** Figures sort from the largest first, values in their own order; the same head again turns the order round. */
const nextOrder = (
  { order: by, isKey }: GroupColumn,
  { by: present, descending }: GroupOrder,
): GroupOrder => ({
  by,
  descending: by === present ? !descending : !isKey,
});

const classOf = ({ isKey, nFigure }: GroupColumn, few: number, group?: Group): string | undefined => {
  if (isKey) return undefined;
  const isFew = nFigure !== undefined && group !== undefined && (figureOf(group, nFigure) ?? 0) < few;
  return isFew ? 'number is-few' : 'number';
};

export function GroupTable(props: GroupTableProps): ReactNode {
  const { columns, groups, whole, placeOf, order, onOrder, onFilters, few = FEW } = props;
  const { t } = useTranslation('summary');
  const language = useLanguage();
  const names = useNameStyle();
  const listed = useFirst(groups);
  const keys = columns.filter(({ isKey }) => isKey);
  const figures = columns.filter(({ isKey }) => !isKey);
  const textOf = (each: GroupColumn, group: Group): string =>
    groupText(each, each.raw(group), language, names, each.beside?.(group));
  const nameOf = (group: Group): string => keys.map((key) => textOf(key, group)).join(' · ');
  /** The number of rows is the first of the figures: it opens them. */
  const cells = (group: Group, isWhole: boolean): ReactNode =>
    figures.map((each, at) => (
      <td key={each.column.name} className={classOf(each, few, group)}>
        {at > 0 || isWhole ? (
          textOf(each, group)
        ) : (
          <button
            type="button"
            className="summary-open"
            aria-label={openLabel(
              textOf(each, group),
              t('openRows', { name: nameOf(group), count: group.count }),
            )}
            onClick={() => onFilters(group.filters)}
          >
            {textOf(each, group)}
          </button>
        )}
      </td>
    ));
  return (
    <table className="summary-table summary-groups">
      <thead>
        <tr>
          {columns.map((each) => {
            const unit = unitOf(each.column, language);
            const { by, descending } = order;
            // The share sorts as the number of rows does, which has the sign.
            const isSorted = columns.find((column) => column.order === by) === each;
            const direction = isSorted ? (descending ? 'descending' : 'ascending') : undefined;
            const head = each.column.short[language];
            return (
              <th
                key={each.column.name}
                scope="col"
                aria-sort={direction}
                className={classOf(each, few)}
                title={each.isKey ? each.column.label[language] : each.column.meaning[language]}
              >
                <button
                  type="button"
                  className="summary-sort"
                  onClick={() => onOrder(nextOrder(each, order))}
                >
                  {unit === undefined || head.includes(unit) ? head : `${head} ${unit}`}
                  <span aria-hidden="true">{direction === undefined ? '' : descending ? ' ▼' : ' ▲'}</span>
                </button>
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {listed.map((group) => (
          <tr key={JSON.stringify(group.key)}>
            {keys.map((key) => (
              <th key={key.column.name} scope="row">
                <GroupName place={placeOf?.(group)}>{textOf(key, group)}</GroupName>
              </th>
            ))}
            {cells(group, false)}
          </tr>
        ))}
      </tbody>
      {whole === undefined ? null : (
        <tfoot>
          <tr>
            <th scope="row" colSpan={Math.max(1, keys.length)}>
              {t('whole')}
            </th>
            {cells(whole, true)}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function GroupName({ place, children }: { readonly place: Route | undefined; readonly children: string }) {
  return place === undefined ? children : <PlaceLink to={place}>{children}</PlaceLink>;
}
