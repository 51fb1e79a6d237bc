// What stands apart: races with a dead heat or refunds, which can be shown alone or left out, and races that paid nothing.

import type { ReactNode } from 'react';
import type { PayoffFigures } from '#shared/bridge/payoffs.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { racePlace } from '../../racing/key-links.ts';
import { courseAndNumber } from '../../racing/run-races.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';

interface ApartNoteProps {
  readonly figures: PayoffFigures;
  /** Sets the filter of a column. */
  readonly onFilter: (column: string, text: string) => void;
}

/** The filters that show these races alone, and leave them out. */
const APART = [
  { name: 'deadHeats', column: 'dead_heat', only: '=1', without: '=0' },
  { name: 'refunded', column: 'refunded_numbers', only: '!=', without: '=' },
] as const;

export function ApartNote({ figures, onFilter }: ApartNoteProps): ReactNode {
  const { t } = useTranslation('payoffs');
  const language = useLanguage();
  const { races, unreadable, unpaid } = figures;
  return (
    <p className="payoffs-note" role="note">
      <span>{t('raceCount', { count: races })}</span>
      {APART.map(({ name, column, only, without }) => {
        const count = figures[name];
        return (
          <span key={name}>
            {t(name, { count })}
            {count === 0 ? null : (
              <>
                {' '}
                <button
                  type="button"
                  className="payoff-table-link"
                  aria-label={t(`${name}Only`)}
                  onClick={() => onFilter(column, only)}
                >
                  {t('showOnly')}
                </button>{' '}
                <button
                  type="button"
                  className="payoff-table-link"
                  aria-label={t(`${name}Without`)}
                  onClick={() => onFilter(column, without)}
                >
                  {t('leaveOut')}
                </button>
              </>
            )}
          </span>
        );
      })}
      {unreadable === 0 ? null : <span className="is-warning">{t('unreadable', { count: unreadable })}</span>}
      {unpaid.length === 0 ? null : (
        <span>
          {t('unpaid', { count: unpaid.length })}{' '}
          {unpaid.map(({ racedate, racekey }) => {
            const place = racePlace(racekey, 'payoffs');
            const race = `${formatRacedate(racedate, language) ?? racedate} ${courseAndNumber(racekey, language)}`;
            return place === undefined ? (
              race
            ) : (
              <PlaceLink key={racekey} to={place}>
                {race}
              </PlaceLink>
            );
          })}
        </span>
      )}
    </p>
  );
}
