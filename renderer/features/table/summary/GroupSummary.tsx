// The rows that pass, grouped by one or two columns of the user's choice, with the mean of another.

import { keepPreviousData, useQuery, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnFilter } from '#shared/bridge/row-query.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { useBridge } from '../../../client/bridge.tsx';
import { FailureNotice } from '../../../components/FailureNotice.tsx';
import { Select } from '../../../components/Select.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { useLanguage } from '../../../text/text.ts';
import { choiceOf } from '../filters/choice-of.ts';
import { GroupTable } from './GroupTable.tsx';

/** Names of columns; blank for none. */
export interface Grouping {
  readonly by: string;
  readonly andBy: string;
  readonly mean: string;
  readonly order: 'count' | 'value';
}

export const NO_GROUPING: Grouping = { by: '', andBy: '', mean: '', order: 'count' };

interface GroupSummaryProps {
  readonly resultId: string;
  readonly rowsKey: QueryKey;
  readonly columns: readonly Column[];
  /** The column to group by at first, if it has groups. */
  readonly current: Column | undefined;
  readonly grouping: Grouping;
  readonly onGrouping: (grouping: Grouping) => void;
  readonly onFilters: (filters: readonly ColumnFilter[]) => void;
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
  const second = find(grouping.andBy);
  const mean = find(grouping.mean);
  const by = [first, second].flatMap((column) => (column === undefined ? [] : [column.name]));
  const input = {
    resultId,
    by: [...new Set(by)],
    measures: mean === undefined ? [] : [mean.name],
    limit: LISTED,
    order: grouping.order,
  };
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
        <Select
          label={t('order')}
          value={grouping.order}
          options={[
            { id: 'count', label: t('largestFirst') },
            { id: 'value', label: t('byValue') },
          ]}
          onChange={(order) => change({ order })}
        />
      </div>
      <section className="side-panel-body summary-body" {...SCROLLABLE} aria-label={t('groups')}>
        {groups.isError ? (
          <FailureNotice thrown={groups.error} onRetry={() => void groups.refetch()} />
        ) : data === undefined ? (
          <Skeleton />
        ) : (
          <div className={groups.isPlaceholderData ? 'is-renewed' : undefined}>
            <GroupTable
              by={groups.isPlaceholderData ? [] : [first, second].flatMap((column) => column ?? [])}
              mean={mean}
              groups={data.groups}
              whole={data.whole}
              onFilters={onFilters}
            />
            {data.more ? (
              <p className="summary-note">
                {t('moreGroups', { listed: data.groups.length, count: data.distinct })}
              </p>
            ) : null}
          </div>
        )}
      </section>
    </>
  );
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
