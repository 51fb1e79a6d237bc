// The figures of a rule's bets, a row for each part: races, bets, hits, stakes, returns and their interval.

import type { ReactNode } from 'react';
import type { RuleFigures } from '#shared/bridge/rules.ts';
import { hitRateOf, isSmallSample, returnOf } from '#shared/rules/judging.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { rateText, yenText } from './figure-text.ts';

interface FiguresTableProps {
  readonly label: string;
  /** The head of the first column. */
  readonly what: string;
  readonly rows: readonly { readonly key: string; readonly name: string; readonly figures: RuleFigures }[];
}

const HEADS = ['races', 'betsHead', 'hits', 'hitRate', 'stakeHead', 'returned', 'return'] as const;

export function FiguresTable({ label, what, rows }: FiguresTableProps): ReactNode {
  const { t } = useTranslation('rules');
  const language = useLanguage();
  const count = (number: number): string => number.toLocaleString(language);
  return (
    <div className="rule-table-scroll">
      <table className="small-table rule-table" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{what}</th>
            {HEADS.map((head) => (
              <th key={head} scope="col" className="number">
                {t(head)}
              </th>
            ))}
            <th scope="col" className="number" title={t('intervalHint')}>
              {t('intervalHead')}
            </th>
            <th scope="col">
              <span className="only-read">{t('smallShort')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, figures }) => (
            <tr key={key} className={isSmallSample(figures) ? 'is-few' : undefined}>
              <th scope="row">{name}</th>
              <td className="number">{count(figures.races)}</td>
              <td className="number">{count(figures.bets)}</td>
              <td className="number">{count(figures.hits)}</td>
              <td className="number">{rateText(hitRateOf(figures))}</td>
              <td className="number">{yenText(figures.stake, language)}</td>
              <td className="number">{yenText(figures.returned, language)}</td>
              <td className="number rule-return">{rateText(returnOf(figures))}</td>
              <td className="number">
                {figures.interval === undefined
                  ? '–'
                  : `${figures.interval.low.toFixed(1)}–${figures.interval.high.toFixed(1)}`}
              </td>
              <td className="rule-few">{isSmallSample(figures) ? t('smallShort') : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
