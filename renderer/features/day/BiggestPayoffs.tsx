// The biggest payoffs of the day, each a link to the payoffs of its race, and of how many races they are.

import { useMemo, type ReactNode } from 'react';
import { betOf, showCombination } from '#shared/catalogue/bets.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { racecourseName, raceNumberOf } from '#shared/racing/racekey.ts';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { biggestPayoffs } from './biggest-payoffs.ts';

interface BiggestPayoffsProps {
  readonly payoffs: readonly RecordValues[];
  /** Races on the program. */
  readonly races: number;
  /** Whether records of the day's payoffs may be missing here that the service has. */
  readonly mayLack: boolean;
}

const MOST = 5;

export function BiggestPayoffs({ payoffs: records, races, mayLack }: BiggestPayoffsProps): ReactNode {
  const { t } = useTranslation('day');
  const language = useLanguage();
  const { payoffs, races: paid } = useMemo(() => biggestPayoffs(records, MOST), [records]);
  return (
    <section className="day-panel" aria-labelledby="day-biggest">
      <h2 id="day-biggest">
        {t('biggest.title')} <small>{t('biggest.per')}</small>
      </h2>
      <p className="day-panel-note">
        {paid === 0 ? t('biggest.none') : t('biggest.of', { paid, races })}
        {paid > 0 && paid < races && ` ${t('biggest.missing', { count: races - paid })}`}
        {mayLack && ` ${t('biggest.mayLack')}`}
      </p>
      {payoffs.length > 0 && (
        <ol className="day-biggest">
          {payoffs.map(({ racekey, bet, slot, combination, amount }) => (
            <li key={`${racekey} ${bet} ${slot}`}>
              <PlaceLink to={{ screen: 'race', racekey, tab: 'payoffs' }} className="day-biggest-link">
                <b>{t('list.yen', { yen: amount.toLocaleString('en-US') })}</b>{' '}
                <span>
                  {betOf(bet).label[language]} {showCombination(bet, combination)}
                </span>{' '}
                <span className="day-biggest-race">
                  {racecourseName(racekey.slice(0, 2), language)}{' '}
                  {t('raceNumber', { number: raceNumberOf(racekey) ?? '' })}
                </span>
              </PlaceLink>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
