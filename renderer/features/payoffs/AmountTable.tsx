// The figures of a histogram as a table.

import type { ReactNode } from 'react';
import { useLanguage, useTranslation } from '../../text/text.ts';
import '../table/summary/summary.css';
import type { Bar } from './amount-chart.ts';

interface AmountTableProps {
  /** One sentence with what it shows. */
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly onRange: (from: number, below: number) => void;
}

export function AmountTable({ label, bars, onRange }: AmountTableProps): ReactNode {
  const { t } = useTranslation('payoffs');
  const language = useLanguage();
  return (
    <table className="summary-table amount-table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('amount')}</th>
          {(['n', 'share', 'upTo'] as const).map((head) => (
            <th key={head} scope="col" className="number">
              {t(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ from, to, n, share, upTo }) => (
          <tr key={from}>
            <th scope="row">
              <button type="button" className="payoff-table-link" onClick={() => onRange(from, to)}>
                {t('amountRange', {
                  from: from.toLocaleString(language),
                  to: to.toLocaleString(language),
                })}
              </button>
            </th>
            <td className="number">{n.toLocaleString(language)}</td>
            <td className="number">{share.toFixed(1)}%</td>
            <td className="number">{upTo.toFixed(1)}%</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
