// The biggest payoffs of a bet among those that pass, each a link to the payoffs of its race.

import type { ReactNode } from 'react';
import type { PayoffsOfBet } from '#shared/bridge/payoffs.ts';
import { showCombination, type BetName } from '#shared/catalogue/bets.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { useRovingFocus } from '../../components/use-roving-focus.ts';
import { racePlace } from '../../racing/key-links.ts';
import { courseAndNumber } from '../../racing/run-races.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import '../table/summary/summary.css';
import { useYen } from './yen.ts';

interface BiggestListProps {
  readonly bet: BetName;
  /** The name of the bet. */
  readonly label: string;
  readonly biggest: PayoffsOfBet['biggest'];
}

export function BiggestList({ bet, label, biggest }: BiggestListProps): ReactNode {
  const { t } = useTranslation('payoffs');
  const language = useLanguage();
  const { yen } = useYen();
  const { around, stop } = useRovingFocus('payoffs.biggest');
  return (
    <div {...around}>
      <table className="summary-table biggest-table" aria-label={t('biggestOf', { label })}>
        <thead>
          <tr>
            <th scope="col" className="number">
              {t('amount')}
            </th>
            <th scope="col">{t('race')}</th>
            <th scope="col">{t('combination')}</th>
            <th scope="col" className="number">
              {t('popularity')}
            </th>
          </tr>
        </thead>
        <tbody>
          {biggest.map(({ racedate, racekey, combination, amount, popularity }, at) => {
            const race = `${formatRacedate(racedate, language) ?? racedate} ${courseAndNumber(racekey, language)}`;
            const place = racePlace(racekey, 'payoffs');
            return (
              <tr key={`${racedate} ${racekey} ${combination}`}>
                <td className="number">{yen(amount)}</td>
                <th scope="row">
                  {place === undefined ? (
                    race
                  ) : (
                    <PlaceLink to={place} stop={stop(at, 0)}>
                      {race}
                    </PlaceLink>
                  )}
                </th>
                <td>{showCombination(bet, combination)}</td>
                <td className="number">{popularity?.toLocaleString(language) ?? '–'}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
