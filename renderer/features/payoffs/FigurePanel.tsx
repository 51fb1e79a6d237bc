// The figures of the payoffs that pass the filters of the grid below, in tabs: every bet, and one bet in detail.

import type { ReactNode } from 'react';
import type { PayoffFigures } from '#shared/bridge/payoffs.ts';
import { betOf, isBetName } from '#shared/catalogue/bets.ts';
import { spanDays } from '#shared/racing/racedate.ts';
import { useStepMemory } from '../../app/navigation/navigation.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Select } from '../../components/Select.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { Panel, Tabs } from '../../components/Tabs.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import type { ResultState } from '../table/use-result.ts';
import { ApartNote } from './ApartNote.tsx';
import { BetFigures } from './BetFigures.tsx';
import { PopularityFigures } from './PopularityFigures.tsx';
import { SpreadTable } from './SpreadTable.tsx';
import { Thresholds, useThresholds } from './Thresholds.tsx';
import { useShowPayoffs } from './use-show-payoffs.ts';
import { usePayoffFigures } from './use-payoff-figures.ts';

const TABS = ['bets', 'amounts', 'popularity', 'courses', 'months', 'biggest'] as const;

type TabName = (typeof TABS)[number];

/** Those whose tables have shares above thresholds. */
const WITH_THRESHOLDS: ReadonlySet<TabName> = new Set(['bets', 'courses', 'months']);

interface FigurePanelProps {
  readonly result: ResultState;
  /** Whether nothing of the period is missing. */
  readonly isComplete: boolean;
  readonly onRetry: () => void;
}

export function FigurePanel({ result, isComplete, onRetry }: FigurePanelProps): ReactNode {
  const { t } = useTranslation('payoffs');
  const thresholds = useThresholds();
  const figures = usePayoffFigures(result.rows, thresholds.value);
  const { source } = result.rows;
  const days =
    source.kind === 'subject' && source.from !== undefined && source.to !== undefined
      ? spanDays(source.from, source.to)
      : undefined;
  if (result.queryResult.rows === 0) return null;
  return (
    <details className="payoffs-figures" open>
      <summary>
        {t('figures')}{' '}
        <small>
          {days === undefined ? '' : `${t('days', { count: days })} · `}
          {t('figuresHint')}
        </small>
        {isComplete ? null : <small className="is-warning"> {t('incomplete')}</small>}
      </summary>
      {/* The main process may have evicted the result; opening it again restores the figures. */}
      {figures.isError ? (
        <FailureNotice thrown={figures.error} onRetry={onRetry} />
      ) : figures.data === undefined ? (
        <Skeleton rows={8} />
      ) : (
        <Figures
          figures={figures.data}
          isOld={figures.isPlaceholderData}
          result={result}
          thresholds={thresholds.value}
          onThresholds={thresholds.keep}
          onRetry={onRetry}
        />
      )}
    </details>
  );
}

interface FiguresProps extends Omit<FigurePanelProps, 'isComplete'> {
  readonly figures: PayoffFigures;
  /** They are of the rows before. */
  readonly isOld: boolean;
  readonly thresholds: readonly number[];
  readonly onThresholds: (thresholds: number[]) => void;
}

function Figures(props: FiguresProps): ReactNode {
  const { figures, isOld, result, thresholds, onThresholds, onRetry } = props;
  const { t } = useTranslation('payoffs');
  const language = useLanguage();
  const [tab, setTab] = useStepMemory<TabName>('payoffs.tab', 'bets');
  const [keptBet, setBet] = useStepMemory<string>('payoffs.bet', 'win');
  const { show, setFilter } = useShowPayoffs(result);
  const { bets } = figures;
  const chosen = bets.find(({ bet }) => bet === keptBet) ?? bets[0];
  const tabs = TABS.map((id) => ({ id, label: t(`tabs.${id}`), title: t(`tabHints.${id}`) }));
  const options = bets.map(({ bet }) => ({ id: bet, label: betOf(bet).label[language] }));
  return (
    <div className={isOld ? 'payoffs-analysis is-renewed' : 'payoffs-analysis'} aria-busy={isOld}>
      <ApartNote figures={figures} onFilter={setFilter} />
      <Tabs label={t('figures')} tabs={tabs} selected={tab} onSelect={setTab}>
        <Panel key={tab} id={tab} isShown>
          {chosen === undefined ? (
            <EmptyState title={t('noAmounts')} text={t('noAmountsText')} />
          ) : (
            <>
              <div className="payoffs-choice">
                {tab === 'bets' ? null : (
                  <Select label={t('bet')} options={options} value={chosen.bet} onChange={setBet} />
                )}
                {WITH_THRESHOLDS.has(tab) ? (
                  <Thresholds thresholds={thresholds} onChange={onThresholds} />
                ) : null}
              </div>
              {tab === 'bets' ? (
                <SpreadTable
                  label={t('tabs.bets')}
                  head={t('bet')}
                  rows={bets.map((spread) => ({
                    key: spread.bet,
                    label: betOf(spread.bet).label[language],
                    spread,
                  }))}
                  thresholds={thresholds}
                  onShow={(bet, shown) => (isBetName(bet) ? show(bet, [], shown) : undefined)}
                />
              ) : tab === 'popularity' ? (
                <PopularityFigures bet={chosen.bet} result={result} onRetry={onRetry} />
              ) : (
                <BetFigures
                  part={tab}
                  figures={chosen}
                  thresholds={thresholds}
                  result={result}
                  onRetry={onRetry}
                />
              )}
            </>
          )}
        </Panel>
      </Tabs>
    </div>
  );
}
