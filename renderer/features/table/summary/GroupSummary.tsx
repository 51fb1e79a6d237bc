// The rows that pass, grouped by one or two columns of the user's choice, with the mean of another.

import { keepPreviousData, useQuery, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LARGEST_FIRST, type GroupOrder, type GroupsRequest } from '#shared/bridge/group-figures.ts';
import type { ColumnFilter, Groups } from '#shared/bridge/row-query.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { groupColumns, type GroupColumn } from '#shared/exports/group-columns.ts';
import { useBridge } from '../../../client/bridge.tsx';
import { FailureNotice } from '../../../components/FailureNotice.tsx';
import { Select } from '../../../components/Select.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { useLanguage, useTranslation } from '../../../text/text.ts';
import { choiceOf } from '../filters/choice-of.ts';
import { FEW, GroupTable } from './GroupTable.tsx';

/** Names of columns; blank for none. It is stored with a step of the trail. */
export interface Grouping {
  readonly by: string;
  readonly andBy: string;
  readonly mean: string;
  /** The largest first unless sorted. */
  readonly sorted?: GroupOrder;
}

export const NO_GROUPING: Grouping = { by: '', andBy: '', mean: '' };

interface GroupSummaryProps {
  readonly resultId: string;
  readonly rowsKey: QueryKey;
  readonly columns: readonly Column[];
  /** The column to group by at first, if it has groups. */
  readonly current: Column | undefined;
  readonly grouping: Grouping;
  readonly onGrouping: (grouping: Grouping) => void;
  readonly onFilters: (filters: readonly ColumnFilter[]) => void;
  /** The export of groups; without it they are only shown. */
  readonly renderExport?: (groups: GroupsRequest, columns: readonly string[], count: number) => ReactNode;
}

/** Groups listed at once. */
const LISTED = 500;

const SCROLLABLE = { tabIndex: 0 } as const;

export function GroupSummary(props: GroupSummaryProps): ReactNode {
  const { resultId, rowsKey, columns, current, grouping, onGrouping, onFilters } = props;
  const { t } = useTranslation('summary');
  const { queries } = useBridge();
  const find = (name: string): Column | undefined => columns.find((column) => column.name === name);
  // A column of measurements has about as many groups as records.
  const isGrouping = (column: Column | undefined): boolean =>
    column !== undefined && choiceOf(column) !== 'numbers';
  const first =
    find(grouping.by) ?? (isGrouping(current) ? current : columns.find(({ kind }) => kind === 'code'));
  const second = first === undefined || grouping.andBy === first.name ? undefined : find(grouping.andBy);
  const mean = find(grouping.mean);
  const by = [first, second].flatMap((column) => column ?? []);
  const request: GroupsRequest = {
    by: by.map(({ name }) => name),
    measures: mean === undefined ? [] : [mean.name],
    order: grouping.sorted ?? LARGEST_FIRST,
  };
  const input = { ...request, resultId, limit: LISTED };
  const groups = useQuery({
    ...queries.results.groups.queryOptions({ input }),
    queryKey: [...queries.results.groups.queryKey({ input }), rowsKey],
    enabled: by.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    retry: false,
  });
  const { data } = groups;
  const change = (part: Partial<Grouping>): void =>
    onGrouping({ ...grouping, by: first?.name ?? '', ...part });
  const listed = data === undefined ? [] : listedColumns(data, find);
  return (
    <>
      <div className="summary-choices">
        <ColumnSelect
          label={t('groupBy')}
          columns={columns}
          value={first?.name ?? ''}
          onChange={(name) => change({ by: name })}
        />
        <ColumnSelect
          label={t('thenBy')}
          columns={columns}
          value={grouping.andBy}
          none={t('nothing')}
          onChange={(name) => change({ andBy: name })}
        />
        <ColumnSelect
          label={t('meanOf')}
          columns={columns.filter((column) => choiceOf(column) === 'numbers' || column.kind === 'rank')}
          value={grouping.mean}
          none={t('nothing')}
          onChange={(name) => change({ mean: name })}
        />
        <div className="summary-export">
          {data === undefined || groups.isPlaceholderData || data.distinct === 0
            ? null
            : props.renderExport?.(
                request,
                listed.map(({ column }) => column.name),
                data.distinct,
              )}
        </div>
      </div>
      <section className="side-panel-body summary-body" {...SCROLLABLE} aria-label={t('groups')}>
        {groups.isError ? (
          <FailureNotice thrown={groups.error} onRetry={() => void groups.refetch()} />
        ) : data === undefined ? (
          <Skeleton />
        ) : (
          <div className={groups.isPlaceholderData ? 'is-renewed' : undefined}>
            <GroupTable
              columns={listed}
              groups={data.groups}
              whole={data.whole}
              order={grouping.sorted ?? LARGEST_FIRST}
              onOrder={(sorted) => change({ sorted })}
              onFilters={onFilters}
            />
            {data.more ? (
              <p className="summary-note">
                {t('moreGroups', { listed: data.groups.length, count: data.distinct })}
              </p>
            ) : null}
            {listed.some(({ nFigure }) => nFigure !== undefined) ? (
              <p className="summary-note">{t('fewNote', { count: FEW })}</p>
            ) : null}
          </div>
        )}
      </section>
    </>
  );
}

/** The columns of the groups on screen: while others are read, they are still the previous ones. */
function listedColumns(
  { groups, whole }: Groups,
  find: (name: string) => Column | undefined,
): readonly GroupColumn[] {
  const by = (groups[0]?.filters ?? []).flatMap(({ column }) => find(column) ?? []);
  const [measure] = whole.measures;
  return groupColumns({ by, mean: measure && find(measure.column) }, whole);
}

interface ColumnSelectProps {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly value: string;
  /** The text for "none"; absent if a column is required. */
  readonly none?: string;
  readonly onChange: (name: string) => void;
}

function ColumnSelect({ label, columns, value, none, onChange }: ColumnSelectProps): ReactNode {
  const language = useLanguage();
  const options = columns.map((column) => ({ id: column.name, label: column.label[language] }));
  return (
    <Select
      label={label}
      value={value}
      options={none === undefined ? options : [{ id: '', label: none }, ...options]}
      onChange={onChange}
    />
  );
}
