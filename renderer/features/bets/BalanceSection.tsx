// The running balance from race to race or from day to day with its largest drawdown: a sentence, a chart, and the same
// as a table.

import { useState, type ReactNode } from 'react';
import type { BalanceStep, RunningBalance } from '#shared/betting/running-balance.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { useStepMemory } from '../../app/navigation/navigation.ts';
import { Button } from '../../components/Button.tsx';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { courseAndNumber } from '../../racing/run-races.ts';
import { useMeasuredWidth } from '../../components/use-measured-width.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { BalanceChart } from './BalanceChart.tsx';
import { signedYen } from './balance-chart.ts';
import { balancePlace } from './balance-place.ts';

/** Rows of the table before the user wants more. */
const FIRST_ROWS = 200;

interface BalanceSectionProps {
  readonly report: RunningBalance;
  readonly heading?: 'h2' | 'h3';
}

export function BalanceSection({ report, heading: Heading = 'h2' }: BalanceSectionProps): ReactNode {
  const { t } = useTranslation('bets');
  const language = useLanguage();
  const { balance, drawdown } = report;
  const [isTable, setTable] = useStepMemory('balance.table', false);
  const last = balance.at(-1);
  if (last === undefined) return null;
  const dateAt = (at: number): string => {
    const { racedate } = balance[at] ?? {};
    return racedate === undefined ? t('start') : (formatRacedate(racedate, language) ?? t('unknown'));
  };
  const fall =
    drawdown === undefined
      ? t('noDrawdown')
      : t('drawdown', {
          yen: drawdown.yen.toLocaleString(language),
          from: dateAt(drawdown.from),
          to: dateAt(drawdown.to),
        });
  return (
    <section className="running-balance" aria-label={t('chart')}>
      <div className="running-balance-bar">
        <Heading>{t('chart')}</Heading>
        <Button kind="quiet" onPress={() => setTable(!isTable)}>
          {isTable ? t('asChart') : t('asTable')}
        </Button>
      </div>
      <p>
        {t(last.racekey === undefined ? 'daysSentence' : 'chartSentence', {
          count: balance.length,
          balance: signedYen(last.balance, language),
        })}{' '}
        {fall}
      </p>
      {isTable ? <BalanceTable balance={balance} /> : <Drawing balance={balance} drawdown={drawdown} />}
    </section>
  );
}

/** The chart at the width of its place, with the race or day under the pointer in words. */
function Drawing({ balance, drawdown }: BalanceSectionProps['report']): ReactNode {
  const { t } = useTranslation('bets');
  const language = useLanguage();
  const [pointed, setPointed] = useState<number>();
  const { box, width } = useMeasuredWidth('balance', 0);
  const step = pointed === undefined ? undefined : balance[pointed];
  return (
    <div ref={box}>
      <p className="running-balance-read">
        {step === undefined
          ? ''
          : t(step.racekey === undefined ? 'atDay' : 'atRace', {
              date: formatRacedate(step.racedate, language) ?? '',
              race: courseAndNumber(step.racekey ?? '', language),
              change: signedYen(step.returned - step.staked, language),
              balance: signedYen(step.balance, language),
            })}
      </p>
      {width > 0 && (
        <BalanceChart
          balance={balance}
          drawdown={drawdown}
          width={width}
          pointed={pointed}
          onPoint={setPointed}
        />
      )}
    </div>
  );
}

function BalanceTable({ balance }: { readonly balance: readonly BalanceStep[] }): ReactNode {
  const { t } = useTranslation('bets');
  const language = useLanguage();
  const [rows, setRows] = useState(FIRST_ROWS);
  const isByRace = balance[0]?.racekey !== undefined;
  const yen = (amount: number): string => amount.toLocaleString(language);
  return (
    <div className="running-balance-table">
      <table className="small-table">
        <thead>
          <tr>
            <th scope="col">{t('date')}</th>
            {isByRace ? <th scope="col">{t('race')}</th> : null}
            {(['staked', 'returned', 'change', 'balance'] as const).map((name) => (
              <th key={name} scope="col" className="number">
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {balance.slice(0, rows).map((step) => {
            const place = balancePlace(step);
            const date = formatRacedate(step.racedate, language) ?? t('unknown');
            const linked = (text: string): ReactNode =>
              place === undefined ? text : <PlaceLink to={place}>{text}</PlaceLink>;
            return (
              <tr key={`${step.racedate} ${step.racekey}`}>
                <td>{isByRace ? date : linked(date)}</td>
                {isByRace ? <td>{linked(courseAndNumber(step.racekey ?? '', language))}</td> : null}
                <td className="number">{yen(step.staked)}</td>
                <td className="number">{yen(step.returned)}</td>
                <td className="number">{signedYen(step.returned - step.staked, language)}</td>
                <td className="number">{signedYen(step.balance, language)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {balance.length > rows && (
        <Button kind="quiet" onPress={() => setRows(rows + FIRST_ROWS)}>
          {t('moreLines', { count: Math.min(FIRST_ROWS, balance.length - rows) })}
        </Button>
      )}
    </div>
  );
}
