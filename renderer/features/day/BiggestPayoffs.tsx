// The biggest payoffs of the day, each a link to the payoffs of its race, and of how many races they are.

import { useMemo, type ReactNode } from 'react';
import { betOf, showCombination } from '#shared/catalogue/bets.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { racecourseName, raceNumberOf } from '#shared/racing/racekey.ts';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { useFigures } from '../../racing/figures/use-figures.ts';
import { biggestPayoffs, type BigPayoff } from './biggest-payoffs.ts';

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
          {payoffs.map((payoff) => (
            <BigPayoffLine key={`${payoff.racekey} ${payoff.bet} ${payoff.slot}`} payoff={payoff} />
          ))}
        </ol>
      )}
    </section>
  );
}

function BigPayoffLine({ payoff }: { readonly payoff: BigPayoff }): ReactNode {
  const { t } = useTranslation('day');
  const language = useLanguage();
  const { record, racekey, slot, combination, amount } = payoff;
  const bet = betOf(payoff.bet);
  const field = bet.payoffField(slot);
  const figures = useFigures(record, [columnOf('t_hj', field), columnOf('t_hj', bet.numberField(slot))]);
  return (
    <li ref={figures} data-figure={field}>
      <PlaceLink to={{ screen: 'race', racekey, tab: 'payoffs' }} className="day-biggest-link">
        <b>{t('list.yen', { yen: amount.toLocaleString('en-US') })}</b>{' '}
        <span>
          {bet.label[language]} {showCombination(payoff.bet, combination)}
        </span>{' '}
        <span className="day-biggest-race">
          {racecourseName(racekey.slice(0, 2), language)}{' '}
          {t('raceNumber', { number: raceNumberOf(racekey) ?? '' })}
        </span>
      </PlaceLink>
    </li>
  );
}
