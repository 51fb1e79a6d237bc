// How payoffs spread, a row for each bet, course or month: figures and a chart on a scale that all rows share. Figures
// lead to their payoffs.

import { useMemo, type ReactNode } from 'react';
import type { Spread } from '#shared/bridge/payoffs.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { Spreads, SpreadAxis } from './SpreadChart.tsx';
import { spreadScale, spreadTicks } from './spread-scale.ts';
import { useYen } from './yen.ts';

export interface SpreadRow {
  readonly key: string;
  readonly label: string;
  readonly spread: Spread;
}

/** What is shown of a row's payoffs: all of them, in their order or by amount, or those from an amount on. */
export interface Shown {
  readonly by?: 'ascending' | 'descending';
  readonly from?: number;
}

interface SpreadTableProps {
  /** Of the table. */
  readonly label: string;
  /** Of the first column. */
  readonly head: string;
  readonly rows: readonly SpreadRow[];
  readonly thresholds: readonly number[];
  readonly onShow: (key: string, shown: Shown) => void;
}

const AMOUNTS = ['min', 'p25', 'median', 'mean', 'p75', 'p90', 'p99', 'max'] as const;

/** The end of the list that an amount leads to. */
const LEADS: { readonly [amount in (typeof AMOUNTS)[number]]?: 'ascending' | 'descending' } = {
  min: 'ascending',
  max: 'descending',
};

export function SpreadTable({ label, head, rows, thresholds, onShow }: SpreadTableProps): ReactNode {
  const { t } = useTranslation('payoffs');
  const { words } = useYen();
  const spreads = useMemo(() => rows.map(({ spread }) => spread), [rows]);
  const scale = spreadScale(spreads);
  const ticks = spreadTicks(spreads);
  return (
    <table className="payoff-table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col" className="number">
            {t('races')}
          </th>
          <th scope="col" className="number" title={t('nHint')}>
            {t('n')}
          </th>
          {AMOUNTS.map((amount) => (
            <th key={amount} scope="col" className="number" title={t('quantileHint')}>
              {t(amount)}
            </th>
          ))}
          {thresholds.map((threshold) => (
            <th key={threshold} scope="col" className="number">
              {t('atLeast', { yen: words(threshold) })}
            </th>
          ))}
          <th scope="col" title={t('spreadHint')}>
            {t('spread')}
            <SpreadAxis ticks={ticks} scale={scale} />
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row
            key={row.key}
            row={row}
            thresholds={thresholds}
            onShow={(shown) => onShow(row.key, shown)}
            chart={<Spreads figures={row.spread} label={row.label} scale={scale} ticks={ticks} />}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly row: SpreadRow;
  readonly thresholds: readonly number[];
  readonly onShow: (shown: Shown) => void;
  readonly chart: ReactNode;
}

function Row({ row: { label, spread }, thresholds, onShow, chart }: RowProps): ReactNode {
  const { t } = useTranslation('payoffs');
  const language = useLanguage();
  const { yen, words } = useYen();
  const link = (text: string, title: string, shown: Shown): ReactNode => (
    <button type="button" className="payoff-table-link" title={title} onClick={() => onShow(shown)}>
      {text}
    </button>
  );
  return (
    <tr>
      <th scope="row">{link(label, t('only', { label, count: spread.n }), {})}</th>
      <td className="number">{spread.races.toLocaleString(language)}</td>
      <td className="number">{spread.n.toLocaleString(language)}</td>
      {AMOUNTS.map((amount) => {
        const by = LEADS[amount];
        const title = by && t(by === 'descending' ? 'highest' : 'lowest', { label });
        return (
          <td key={amount} className={amount === 'median' ? 'number is-median' : 'number'}>
            {by === undefined || title === undefined
              ? yen(spread[amount])
              : link(yen(spread[amount]), title, { by })}
          </td>
        );
      })}
      {thresholds.map((threshold, at) => {
        const count = spread.above[at] ?? 0;
        const title = t('aboveHint', { label, count, all: spread.n, yen: words(threshold) });
        const share = `${((100 * count) / spread.n).toFixed(1)}%`;
        return (
          <td key={threshold} className={spread.n < FEW ? 'number is-few' : 'number'}>
            {count === 0 ? share : link(share, title, { from: threshold, by: 'descending' })}
          </td>
        );
      })}
      <td>{chart}</td>
    </tr>
  );
}

/** Shares of fewer payoffs are drawn lighter. */
const FEW = 20;
