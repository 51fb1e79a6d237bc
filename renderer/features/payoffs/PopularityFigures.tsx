// A bet by popularity: how often each rank won and what it returned.

import type { ReactNode } from 'react';
import type { BetName } from '#shared/catalogue/bets.ts';
import { betOf } from '#shared/catalogue/bets.ts';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useLanguage } from '../../text/text.ts';
import type { ResultState } from '../table/use-result.ts';
import { RankTable } from './RankTable.tsx';
import { useShowPayoffs } from './use-show-payoffs.ts';
import { usePayoffRanks } from './use-payoff-figures.ts';

interface PopularityFiguresProps {
  readonly bet: BetName;
  readonly result: ResultState;
  readonly onRetry: () => void;
}

export function PopularityFigures({ bet, result, onRetry }: PopularityFiguresProps): ReactNode {
  const language = useLanguage();
  const { data, isError, error } = usePayoffRanks(result.rows, bet);
  const { show } = useShowPayoffs(result);
  const { label, payoutRate } = betOf(bet);
  if (isError) return <FailureNotice thrown={error} onRetry={onRetry} />;
  if (data === undefined) return <Skeleton rows={8} />;
  return (
    <RankTable
      label={label[language]}
      ranks={data}
      payoutRate={100 * payoutRate}
      find={result.find}
      onShow={(rank) => show(bet, [{ column: 'popularity', text: `=${rank}` }], { by: 'descending' }, data)}
    />
  );
}
