// A day whose races did not come: whether that is all that the service has, and a button that asks it again.

import { isRecentPast } from '#shared/catalogue/day-tables.ts';
import { Button } from '../../components/Button.tsx';
import { Completeness } from '../../components/Completeness.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { useTranslation } from '../../text/text.ts';
import type { RacingDayData } from './use-racing-day.ts';

interface NoRacesProps {
  readonly day: Pick<RacingDayData, 'verdict' | 'again' | 'isReading'>;
  readonly racedate: string;
  readonly today: string;
}

export function NoRaces({ day: { verdict, again, isReading }, racedate, today }: NoRacesProps) {
  const { t } = useTranslation('day');
  const { t: shell } = useTranslation('shell');
  const isWhole = verdict?.complete === true;
  const why = isRecentPast(racedate, today) ? t('noRacesLate') : t('noRacesWhy');
  return (
    <>
      <EmptyState
        title={isWhole ? t('noRaces') : t('noRacesRead')}
        text={isWhole ? why : t('noRacesReadWhy')}
        action={
          <Button onPress={again} isPending={isReading}>
            {shell('retry')}
          </Button>
        }
      />
      {verdict !== undefined && (
        <div className="day-foot">
          <Completeness summary={verdict} />
        </div>
      )}
    </>
  );
}
