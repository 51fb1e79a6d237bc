// One column of the rows that pass: kind, filled share, distinct values, the most frequent, quartiles, histogram.
// Every count opens its rows.

import { keepPreviousData, useQuery, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ColumnFilter, Profile } from '#shared/bridge/row-query.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { formatValue, MISSING } from '#shared/catalogue/format.ts';
import { useBridge } from '../../../client/bridge.tsx';
import { FailureNotice } from '../../../components/FailureNotice.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { useNameStyle } from '../../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../../text/text.ts';
import { choiceOf } from '../filters/choice-of.ts';
import { onlyPicked } from '../filters/condition-edit.ts';
import { shareText } from './share-text.ts';
import { NumberSummary } from './NumberSummary.tsx';
import { decimalsOf } from './written-bound.ts';

interface ColumnSummaryProps {
  readonly resultId: string;
  readonly rowsKey: QueryKey;
  readonly column: Column;
  readonly onFilters: (filters: readonly ColumnFilter[]) => void;
}

const SCROLLABLE = { tabIndex: 0 } as const;

export function ColumnSummary({ resultId, rowsKey, column, onFilters }: ColumnSummaryProps): ReactNode {
  const language = useLanguage();
  const { queries } = useBridge();
  const input = { resultId, column: column.name };
  const profile = useQuery({
    ...queries.results.profile.queryOptions({ input }),
    queryKey: [...queries.results.profile.queryKey({ input }), rowsKey],
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    retry: false,
  });
  const { data } = profile;
  const filter = (text: string): void => onFilters([{ column: column.name, text }]);
  return (
    <section className="side-panel-body summary-body" {...SCROLLABLE} aria-label={column.label[language]}>
      <h3 className="summary-name">
        {column.label[language]} <code>{column.name}</code>
      </h3>
      {profile.isError ? (
        <FailureNotice thrown={profile.error} onRetry={() => void profile.refetch()} />
      ) : data === undefined ? (
        <Skeleton />
      ) : (
        <div className={profile.isPlaceholderData ? 'is-renewed' : undefined}>
          <Facts column={column} profile={data} onFilter={filter} />
          {data.numeric === undefined || choiceOf(column) !== 'numbers' ? null : (
            <NumberSummary
              column={column}
              numeric={data.numeric}
              decimals={decimalsOf(data.top)}
              onFilter={filter}
            />
          )}
          <Top column={column} profile={data} onFilter={filter} />
        </div>
      )}
    </section>
  );
}

interface PartProps {
  readonly column: Column;
  readonly onFilter: (text: string) => void;
}

function Facts({ column, profile, onFilter }: PartProps & { readonly profile: Profile }): ReactNode {
  const { t } = useTranslation('summary');
  const language = useLanguage();
  const names = useNameStyle();
  const { records, filled, distinct, first, last } = profile;
  const count = (n: number): string => n.toLocaleString(language);
  const words = (raw: string): string => formatValue(column, raw, language, names);
  const isOrdered = first !== undefined && last !== undefined && choiceOf(column) === 'dates';
  return (
    <dl className="summary-facts">
      <dt>{t('kind')}</dt>
      <dd>{t(`kinds.${column.kind}`)}</dd>
      <dt>{t('filled')}</dt>
      <dd>
        <button type="button" className="summary-open" disabled={filled === 0} onClick={() => onFilter('!=')}>
          {count(filled)}
        </button>{' '}
        {t('ofRecords', { count: records, share: shareText(filled, records) })}
      </dd>
      <dt>{t('blank')}</dt>
      <dd>
        <button
          type="button"
          className="summary-open"
          disabled={filled === records}
          onClick={() => onFilter('=')}
        >
          {count(records - filled)}
        </button>
      </dd>
      <dt>{t('distinct')}</dt>
      <dd>{count(distinct)}</dd>
      {isOrdered ? (
        <>
          <dt>{t('span')}</dt>
          <dd>
            {words(first)} – {words(last)}
          </dd>
        </>
      ) : null}
    </dl>
  );
}

function Top({ column, profile, onFilter }: PartProps & { readonly profile: Profile }): ReactNode {
  const { t } = useTranslation('summary');
  const language = useLanguage();
  const names = useNameStyle();
  const { top, records, distinct } = profile;
  if (top.length === 0) return null;
  return (
    <table className="summary-table">
      <caption>{distinct > top.length ? t('topOf', { count: distinct }) : t('top')}</caption>
      <tbody>
        {top.map(({ raw, count, beside }) => {
          const shown = raw === null ? MISSING : formatValue(column, raw, language, names, beside);
          return (
            <tr key={JSON.stringify(raw)}>
              <td>
                {shown === MISSING ? (raw ?? shown) : shown}
                {raw === null ||
                shown === raw ||
                (column.codeTable === undefined && column.kind !== 'race') ? null : (
                  <code>{raw}</code>
                )}
              </td>
              <td className="number">
                <button
                  type="button"
                  className="summary-open"
                  aria-label={t('openRows', { name: shown, count })}
                  onClick={() => onFilter(onlyPicked(column, raw))}
                >
                  {count.toLocaleString(language)}
                </button>
              </td>
              <td className="number summary-share">{shareText(count, records)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
