// The running balance from race to race with its largest drawdown: a sentence, a chart, and the same as a table.

import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BetReport } from '#shared/betting/report.ts';
import type { RaceBalance } from '#shared/betting/running-balance.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { useStepMemory } from '../../app/navigation/navigation.ts';
import { Button } from '../../components/Button.tsx';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { racePlace } from '../../racing/key-links.ts';
import { courseAndNumber } from '../../racing/run-races.ts';
import { useMeasuredWidth } from '../../components/use-measured-width.ts';
import { useLanguage } from '../../text/text.ts';
import { BalanceChart } from './BalanceChart.tsx';
import { signedYen } from './balance-chart.ts';

/** Rows of the table before the user wants more. */
const FIRST_ROWS = 200;

interface BalanceSectionProps {
  readonly report: Pick<BetReport, 'balance' | 'drawdown'>;
}

export function BalanceSection({ report }: BalanceSectionProps): ReactNode {
  const { t } = useTranslation('bets');
  const language = useLanguage();
  const { balance, drawdown } = report;
  const [isTable, setTable] = useStepMemory('bets.balanceTable', false);
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
    <section className="bets-balance" aria-label={t('chart')}>
      <div className="bets-balance-bar">
        <h2>{t('chart')}</h2>
        <Button kind="quiet" onPress={() => setTable(!isTable)}>
          {isTable ? t('asChart') : t('asTable')}
        </Button>
      </div>
      <p>
        {t('chartSentence', { count: balance.length, balance: signedYen(last.balance, language) })} {fall}
      </p>
      {isTable ? <BalanceTable balance={balance} /> : <Drawing balance={balance} drawdown={drawdown} />}
    </section>
  );
}

/** The chart at the width of its place, with the race under the pointer in words. */
function Drawing({ balance, drawdown }: BalanceSectionProps['report']): ReactNode {
  const { t } = useTranslation('bets');
  const language = useLanguage();
  const [pointed, setPointed] = useState<number>();
  const { box, width } = useMeasuredWidth(0);
  const race = pointed === undefined ? undefined : balance[pointed];
  return (
    <div ref={box}>
      <p className="bets-balance-read">
        {race === undefined
          ? ''
          : t('atRace', {
              date: formatRacedate(race.racedate, language) ?? '',
              race: courseAndNumber(race.racekey, language),
              change: signedYen(race.returned - race.staked, language),
              balance: signedYen(race.balance, language),
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

function BalanceTable({ balance }: { readonly balance: readonly RaceBalance[] }): ReactNode {
  const { t } = useTranslation('bets');
  const language = useLanguage();
  const [rows, setRows] = useState(FIRST_ROWS);
  const yen = (amount: number): string => amount.toLocaleString(language);
  return (
    <div className="bets-balance-table">
      <table className="small-table">
        <thead>
          <tr>
            <th scope="col">{t('date')}</th>
            <th scope="col">{t('race')}</th>
            {(['staked', 'returned', 'change', 'balance'] as const).map((name) => (
              <th key={name} scope="col" className="number">
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {balance.slice(0, rows).map((race) => {
            const place = racePlace(race.racekey, 'payoffs');
            const name = courseAndNumber(race.racekey, language);
            return (
              <tr key={`${race.racedate} ${race.racekey}`}>
                <td>{formatRacedate(race.racedate, language) ?? t('unknown')}</td>
                <td>{place === undefined ? name : <PlaceLink to={place}>{name}</PlaceLink>}</td>
                <td className="number">{yen(race.staked)}</td>
                <td className="number">{yen(race.returned)}</td>
                <td className="number">{signedYen(race.returned - race.staked, language)}</td>
                <td className="number">{signedYen(race.balance, language)}</td>
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
