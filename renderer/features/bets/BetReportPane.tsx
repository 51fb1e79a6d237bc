// What a list returned: the sums, the balance, the breakdowns, and each line.

import type { ReactNode } from 'react';
import { isBetName, betOf } from '#shared/catalogue/bets.ts';
import { racecourseName } from '#shared/racing/racekey.ts';
import type { BetReport, Tally } from '#shared/betting/report.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { BalanceSection } from './BalanceSection.tsx';
import { signedYen } from './balance-chart.ts';
import { LineTable } from './LineTable.tsx';
import { MissingPayoffs } from './MissingPayoffs.tsx';
import { rateText } from './rate-text.ts';
import { TallyTable } from './TallyTable.tsx';
import { usePayoffFetch, type CheckedList } from './use-bet-report.ts';

interface BetReportPaneProps {
  readonly text: string;
  readonly checked: CheckedList;
  /** Shows a line of the list. */
  readonly onLine: (line: number) => void;
  readonly onMarks: () => void;
}

export function BetReportPane({ text, checked, onLine, onMarks }: BetReportPaneProps): ReactNode {
  const { t } = useTranslation('bets');
  const language = useLanguage();
  const { report, missing, isOld, thrown, again } = checked;
  const fetch = usePayoffFetch();
  if (thrown !== null)
    return (
      <section className="bets-report">
        <FailureNotice thrown={thrown} onRetry={again} />
      </section>
    );
  if (report === undefined)
    return (
      <section className="bets-report">
        <Skeleton rows={6} />
      </section>
    );
  if (report.bets.length + report.bad.length === 0)
    return (
      <section className="bets-report">
        <EmptyState
          title={t('empty')}
          text={t('emptyText')}
          action={text.trim() === '' ? <Button onPress={onMarks}>{t('fromMarks')}</Button> : undefined}
        />
      </section>
    );
  const monthOf = (month: string): string =>
    month === '' ? t('unknown') : `${month.slice(0, 4)}-${month.slice(4)}`;
  return (
    <section className="bets-report" aria-label={t('title')} aria-busy={isOld}>
      <Sums total={report.total} open={report.open} />
      <MissingPayoffs report={report} missing={missing} fetch={fetch} />
      {fetch.thrown === null ? null : (
        <FailureNotice thrown={fetch.thrown} onRetry={() => fetch.start(missing)} />
      )}
      <BalanceSection report={report} />
      <div className="bets-tables">
        <TallyTable
          title={t('byBet')}
          head={t('bet')}
          groups={report.byBet}
          total={report.total}
          nameOf={(bet) => (isBetName(bet) ? betOf(bet).label[language] : bet)}
        />
        <TallyTable
          title={t('byCourse')}
          head={t('course')}
          groups={report.byCourse}
          nameOf={(code) => (code === '' ? t('unknown') : racecourseName(code, language))}
        />
        <TallyTable title={t('byMonth')} head={t('month')} groups={report.byMonth} nameOf={monthOf} />
      </div>
      <LineTable report={report} onLine={onLine} />
    </section>
  );
}

interface SumsProps {
  readonly total: Tally;
  readonly open: BetReport['open'];
}

/** The sums in one line. */
function Sums({ total, open }: SumsProps): ReactNode {
  const { t } = useTranslation('bets');
  const language = useLanguage();
  const yen = (amount: number): string => amount.toLocaleString(language);
  const { staked, returned, refunded, hits, settled } = total;
  const sums: readonly (readonly [name: string, value: string, hint?: string])[] = [
    [t('staked'), yen(staked), t('stakedHint')],
    [t('returned'), yen(returned)],
    [t('rate'), rateText(total)],
    [t('balance'), signedYen(returned - staked, language)],
    [t('hits'), t('hitsOf', { hits, settled })],
    [t('refunded'), yen(refunded), t('refundedHint')],
    ...(open === 0 ? [] : [[t('open'), yen(open), t('openHint')] as const]),
  ];
  return (
    <dl className="bets-sums">
      {sums.map(([name, value, hint]) => (
        <div key={name} title={hint}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
