// The courses of one day side by side, with keyboard navigation among their races.

import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Completeness } from '../../components/Completeness.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { CourseColumn } from './CourseColumn.tsx';
import { useRacePosition } from './use-race-position.ts';
import { useRacingDay } from './use-racing-day.ts';
import { Waiting } from './Waiting.tsx';
import { WatchedRunners } from './WatchedRunners.tsx';

interface RacingDayProps {
  readonly racedate: string;
  readonly today: string;
}

export function RacingDay({ racedate, today }: RacingDayProps) {
  const { t } = useTranslation('day');
  const day = useRacingDay(racedate, today);
  const scroller = useRef<HTMLDivElement>(null);
  const current = useRacePosition(scroller, racedate, day.courses);
  if (day.failed !== null) return <FailureNotice thrown={day.failed} onRetry={day.retry} />;
  if (day.isPending) return <Waiting />;
  if (day.courses.length === 0) return <EmptyState title={t('noRaces')} text={t('noRacesWhy')} />;
  return (
    <>
      {day.partlyFailed !== null && <FailureNotice thrown={day.partlyFailed} onRetry={day.retry} />}
      <WatchedRunners racedate={racedate} today={today} />
      <div ref={scroller} className="day-courses">
        {day.courses.map((course) => (
          <CourseColumn
            key={course.holdingkey}
            course={course}
            current={current}
            isAhead={racedate > today}
          />
        ))}
      </div>
      {day.verdict !== undefined && (
        <div className="day-foot">
          <Completeness summary={day.verdict} />
          <span className="day-foot-keys">{t('keys')}</span>
        </div>
      )}
    </>
  );
}
