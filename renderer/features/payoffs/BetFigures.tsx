// One bet in detail: its histogram, its spread by course and by month, or its biggest payoffs.

import type { ReactNode } from 'react';
import type { BetFigures as Figures, PayoffGroup } from '#shared/bridge/payoffs.ts';
import { betOf } from '#shared/catalogue/bets.ts';
import { racecourseName } from '#shared/racing/racekey.ts';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import type { ResultState } from '../table/use-result.ts';
import { AmountChart } from './AmountChart.tsx';
import { BiggestList } from './BiggestList.tsx';
import { SpreadTable } from './SpreadTable.tsx';
import { useShowPayoffs } from './use-show-payoffs.ts';
import { usePayoffsOfBet } from './use-payoff-figures.ts';

interface BetFiguresProps {
  readonly part: 'amounts' | 'courses' | 'months' | 'biggest';
  readonly figures: Figures;
  readonly thresholds: readonly number[];
  readonly result: ResultState;
  readonly onRetry: () => void;
}

export function BetFigures({ part, figures, thresholds, result, onRetry }: BetFiguresProps): ReactNode {
  const { t } = useTranslation('payoffs');
  const language = useLanguage();
  const { bet } = figures;
  const { data, isError, error } = usePayoffsOfBet(result.rows, bet, thresholds);
  const { show } = useShowPayoffs(result);
  const label = betOf(bet).label[language];
  if (isError) return <FailureNotice thrown={error} onRetry={onRetry} />;
  if (data === undefined) return <Skeleton rows={8} />;
  const grouped = (
    groups: readonly PayoffGroup[],
    head: string,
    wordsOf: (key: string) => string,
  ): ReactNode => (
    <SpreadTable
      label={t(`tabHints.${part}`)}
      head={head}
      rows={groups.map((spread) => ({ key: spread.key, label: wordsOf(spread.key), spread }))}
      thresholds={thresholds}
      onShow={(key, shown) => show(bet, groups.find((group) => group.key === key)?.filters ?? [], shown)}
    />
  );
  switch (part) {
    case 'amounts':
      return (
        <AmountChart
          label={label}
          bins={data.bins}
          spread={figures}
          onRange={(from, below) => show(bet, [], { from, below, by: 'descending' })}
        />
      );
    case 'courses':
      return grouped(data.courses, t('course'), (key) => racecourseName(key, language) ?? key);
    case 'months':
      return grouped(data.months, t('month'), (key) => `${key.slice(0, 4)}-${key.slice(4)}`);
    case 'biggest':
      return <BiggestList bet={bet} label={label} biggest={data.biggest} />;
  }
}
