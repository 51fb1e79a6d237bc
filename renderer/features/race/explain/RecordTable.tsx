// The indices with their record: races, runs, rates and returns, each return with its n and its interval.

import type { ReactNode } from 'react';
import type { RankRecord } from '#shared/bridge/rank-records.ts';
import type { ColumnFilter } from '#shared/bridge/row-query.ts';
import { rankColumn, RANKED_BEFORE } from '#shared/catalogue/subjects/runners.ts';
import { useStepMemory } from '../../../app/navigation/navigation.ts';
import { useLanguage, useTranslation } from '../../../text/text.ts';
import { STARTED } from '../../record/breakdowns.ts';
import { openLabel } from '../../table/summary/open-label.ts';
import { FEW } from '../../table/summary/GroupTable.tsx';
import '../../table/summary/summary.css';
import {
  FIGURE_OF,
  FIGURES,
  nextOrder,
  returnOf,
  sortedRecords,
  type RecordFigure,
  type RecordOrder,
} from './record-columns.ts';

const INDEX_OF = new Map(RANKED_BEFORE.map((column) => [rankColumn(column.name), column]));
const IN_ORDER: RecordOrder = { by: null, descending: true };

const rateText = (rate: number | undefined): string => (rate === undefined ? '–' : rate.toFixed(1));

interface RecordTableProps {
  readonly records: readonly RankRecord[];
  /** Opens the runs of a record. */
  readonly onFilters: (filters: readonly ColumnFilter[]) => void;
}

export function RecordTable({ records, onFilters }: RecordTableProps): ReactNode {
  const { t } = useTranslation('explain');
  const language = useLanguage();
  const [order, setOrder] = useStepMemory<RecordOrder>('explain.order', IN_ORDER);
  const nameOf = ({ column }: RankRecord): string => INDEX_OF.get(column)?.label[language] ?? column;
  const filled = records.filter(({ runners }) => runners > 0);
  const never = records.filter(({ runners }) => runners === 0).map(nameOf);
  const names = new Intl.ListFormat(language, { type: 'unit' }).format(never);
  return (
    <>
      <table className="summary-table explain-table" aria-label={t('records')}>
        <thead>
          <tr>
            <th scope="col">{t('indexHead')}</th>
            {FIGURES.map((figure) => (
              <Head key={figure} figure={figure} order={order} onOrder={setOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {sortedRecords(filled, order).map((record) => (
            <tr key={record.column}>
              <th scope="row">{nameOf(record)}</th>
              <td className="number">{record.races.toLocaleString(language)}</td>
              <td className="number">
                <button
                  type="button"
                  className="summary-open"
                  aria-label={openLabel(
                    record.finish.starts.toLocaleString(language),
                    t('openRuns', { count: record.finish.starts, index: nameOf(record) }),
                  )}
                  onClick={() => onFilters([...record.filters, STARTED])}
                >
                  {record.finish.starts.toLocaleString(language)}
                </button>
              </td>
              <Rate record={record} figure="win" />
              <Rate record={record} figure="place" />
              <Return bet={record.win} />
              <Return bet={record.place} />
            </tr>
          ))}
        </tbody>
      </table>
      {never.length === 0 ? null : <p className="explain-note">{t('never', { names })}</p>}
    </>
  );
}

interface HeadProps {
  readonly figure: RecordFigure;
  readonly order: RecordOrder;
  readonly onOrder: (order: RecordOrder) => void;
}

function Head({ figure, order, onOrder }: HeadProps): ReactNode {
  const { t } = useTranslation('explain');
  const direction = order.by !== figure ? undefined : order.descending ? 'descending' : 'ascending';
  return (
    <th scope="col" className="number" title={t(`${figure}Hint`)} aria-sort={direction}>
      <button type="button" className="summary-sort" onClick={() => onOrder(nextOrder(figure, order))}>
        {t(figure)}
        <span aria-hidden="true">{direction === undefined ? '' : order.descending ? ' ▼' : ' ▲'}</span>
      </button>
    </th>
  );
}

const fewClass = (n: number): string => (n < FEW ? 'number is-few' : 'number');

function Rate({
  record,
  figure,
}: {
  readonly record: RankRecord;
  readonly figure: 'win' | 'place';
}): ReactNode {
  return <td className={fewClass(record.finish.starts)}>{rateText(FIGURE_OF[figure](record))}</td>;
}

function Return({ bet }: { readonly bet: RankRecord['win'] }): ReactNode {
  const { t } = useTranslation('explain');
  const language = useLanguage();
  const { interval, n } = bet;
  return (
    <td className={fewClass(n)}>
      {rateText(returnOf(bet))}
      <small>
        {[
          interval === undefined
            ? '–'
            : t('interval', { low: interval.low.toFixed(0), high: interval.high.toFixed(0) }),
          t('n', { n: n.toLocaleString(language) }),
        ].join(' · ')}
      </small>
    </td>
  );
}
