// The numbers of a column: quartiles, mean and distribution, drawn or as a table.

import { useState, type ReactNode } from 'react';
import type { Profile } from '#shared/bridge/row-query.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { formatValue } from '#shared/catalogue/format.ts';
import { Button } from '../../../components/Button.tsx';
import { useLanguage, useTranslation } from '../../../text/text.ts';
import { withRange } from '../filters/condition-edit.ts';
import { Histogram, type Bin } from './Histogram.tsx';
import { writtenBound, writtenFigure } from './written-bound.ts';

interface NumberSummaryProps {
  readonly column: Column;
  readonly numeric: NonNullable<Profile['numeric']>;
  /** Decimals of the column's values. */
  readonly decimals: number;
  readonly onFilter: (text: string) => void;
}

export function NumberSummary({ column, numeric, decimals, onFilter }: NumberSummaryProps): ReactNode {
  const { t } = useTranslation('summary');
  const language = useLanguage();
  const [asTable, setAsTable] = useState(false);
  const words = (value: number): string => formatValue(column, String(writtenFigure(value)), language);
  const range = (from: number, to: number, below: boolean): void =>
    onFilter(withRange(column, { from, to, below }));
  return (
    <>
      <table className="summary-quartiles">
        <thead>
          <tr>
            {(['min', 'q1', 'median', 'q3', 'max', 'mean'] as const).map((each) => (
              <th key={each} scope="col">
                {t(each)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {(['min', 'q1', 'median', 'q3', 'max', 'mean'] as const).map((each) => (
              <td key={each}>{words(numeric[each])}</td>
            ))}
          </tr>
        </tbody>
      </table>
      {asTable ? (
        <BinTable column={column} bins={numeric.histogram} decimals={decimals} onRange={range} />
      ) : (
        <Histogram
          column={column}
          bins={numeric.histogram}
          decimals={decimals}
          label={t('histogram')}
          onRange={range}
        />
      )}
      <p className="summary-note">
        {t('n', { count: numeric.numbers })}{' '}
        <Button kind="quiet" onPress={() => setAsTable(!asTable)}>
          {asTable ? t('asBars') : t('asTable')}
        </Button>
      </p>
    </>
  );
}

/** The histogram's figures as a table. */
function BinTable({
  column,
  bins,
  decimals,
  onRange,
}: {
  readonly column: Column;
  readonly bins: readonly Bin[];
  readonly decimals: number;
  readonly onRange: (from: number, to: number, below: boolean) => void;
}): ReactNode {
  const { t } = useTranslation('summary');
  const language = useLanguage();
  const words = (value: number): string =>
    formatValue(column, String(writtenBound(value, decimals)), language);
  return (
    <table className="summary-table">
      <thead>
        <tr>
          <th scope="col">{t('range')}</th>
          <th scope="col" className="number">
            {t('count')}
          </th>
        </tr>
      </thead>
      <tbody>
        {bins.map((bin, at) => (
          <tr key={bin.from}>
            <td>{t('bin', { from: words(bin.from), to: words(bin.to) })}</td>
            <td className="number">
              <button
                type="button"
                className="summary-open"
                onClick={() =>
                  onRange(
                    writtenBound(bin.from, decimals),
                    writtenBound(bin.to, decimals),
                    at < bins.length - 1,
                  )
                }
              >
                {bin.count.toLocaleString(language)}
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
