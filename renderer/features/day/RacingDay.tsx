// The races of one day in the chosen form, with keyboard navigation among them.

import { memo, useMemo, useRef, type ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { Completeness } from '../../components/Completeness.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { useMediaQuery } from '../../components/use-media-query.ts';
import { useNow } from '../../components/use-now.ts';
import { CourseColumn } from './CourseColumn.tsx';
import { DayAside } from './DayAside.tsx';
import { DayBar } from './DayBar.tsx';
import { DockedMap } from './DockedMap.tsx';
import { hasPostTimes, nextRaceOf, racekeysByPostTime, type NextRace } from './next-race.ts';
import { NoRaces } from './NoRaces.tsx';
import { OddsMap } from './OddsMap.tsx';
import { RaceList } from './RaceList.tsx';
import type { CourseDay } from './racing-day.ts';
import { useDayChanges } from './use-day-changes.ts';
import { useDayEntries } from './use-day-entries.ts';
import { useDayForm } from './use-day-form.ts';
import { useRacePosition } from './use-race-position.ts';
import { useRacingDay } from './use-racing-day.ts';
import { Waiting } from './Waiting.tsx';
import { FiguresOf } from '../../racing/figures/FiguresOf.tsx';
import { PickedRunners } from '../rules/PickedRunners.tsx';
import { useWatchedHorses, WatchedRunners } from './WatchedRunners.tsx';

interface RacingDayProps {
  readonly racedate: string;
  readonly today: string;
  /** Today, or the next day with racing if today has none. */
  readonly isNextDay: boolean;
}

/** Not drawn again when the calendar around the day arrives. */
export const RacingDay = memo(function RacingDay({ racedate, today, isNextDay }: RacingDayProps) {
  const { t } = useTranslation('day');
  const day = useRacingDay(racedate, today);
  const watched = useWatchedHorses();
  const { form, loaded, choose } = useDayForm();
  const isTall = useMediaQuery('(min-width: 1600px) and (min-height: 1000px)');
  const now = useNow();
  const races = useMemo(() => day.courses.flatMap((course) => course.races), [day.courses]);
  const next = useSteady(isNextDay ? nextRaceOf(races, racedate, now) : undefined);
  const byPostTime = useMemo(() => racekeysByPostTime(races), [races]);
  const isPast = racedate < today;
  const { payoffs: _, ...read } = day.sheets;
  const entries = useDayEntries(racedate, today, !isPast && read.races.isSuccess);
  const isToday = racedate === today;
  const changes = useDayChanges(
    {
      ...read,
      entries,
      prerace: isToday ? read.prerace : undefined,
      results: isToday ? read.results : undefined,
    },
    racedate,
    today,
  );
  const changesHeading = useRef<HTMLHeadingElement>(null);
  if (day.failed !== null) return <FailureNotice thrown={day.failed} onRetry={day.retry} />;
  if (day.isPending || !loaded || watched === undefined) return <Waiting />;
  if (day.courses.length === 0) return <NoRaces day={day} racedate={racedate} today={today} />;
  const aside = (
    <DayAside
      changes={isPast ? undefined : changes}
      changesHeading={changesHeading}
      payoffs={day.sheets.payoffs.data}
      races={races.length}
    />
  );
  const map = <OddsMap racedate={racedate} today={today} sheets={day.sheets} races={byPostTime} />;
  // A large screen has room for the map below the courses; it is read once the races have their results.
  const docked =
    isTall && day.isSettled ? (
      <DockedMap racedate={racedate} today={today}>
        {map}
      </DockedMap>
    ) : null;
  const shown = { racedate, courses: day.courses, next, children: aside };
  return (
    <FiguresOf read={[day.sheets.races.data]}>
      {day.partlyFailed !== null && <FailureNotice thrown={day.partlyFailed} onRetry={day.retry} />}
      <WatchedRunners horses={watched} racedate={racedate} today={today} sheets={day.sheets} />
      <PickedRunners racedate={racedate} sheets={{ ...read, entries }} />
      <DayBar
        form={form}
        onForm={choose}
        next={next}
        isOver={isToday && next === undefined && hasPostTimes(races, racedate)}
        changes={isPast ? 0 : changes.changes.length}
        onChanges={() => changesHeading.current?.focus()}
      />
      {form === 'courses' && <Courses {...shown} isAhead={racedate > today} below={docked} />}
      {form === 'list' && <RaceList {...shown} />}
      {form === 'map' && (
        <div className="day-body">
          <div className="day-main">{map}</div>
          {aside}
        </div>
      )}
      {day.verdict !== undefined && (
        <div className="day-foot">
          <Completeness summary={day.verdict} />
          <span className="day-foot-keys">{t('keys')}</span>
        </div>
      )}
    </FiguresOf>
  );
});

/** The same object while race and minutes are the same, so that rows that did not change are not drawn again. */
function useSteady(next: NextRace | undefined): NextRace | undefined {
  const race = next?.race;
  const minutes = next?.minutes;
  return useMemo(
    () => (race === undefined || minutes === undefined ? undefined : { race, minutes }),
    [race, minutes],
  );
}

interface CoursesProps {
  readonly racedate: string;
  readonly courses: readonly CourseDay[];
  readonly next: NextRace | undefined;
  readonly isAhead: boolean;
  /** What stands beside the courses or below them. */
  readonly children: ReactNode;
  /** What stands below the courses if there is room. */
  readonly below: ReactNode;
}

function Courses({ racedate, courses, next, isAhead, children, below }: CoursesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const current = useRacePosition(scroller, racedate, courses, 'position');
  return (
    <div ref={scroller} className="day-body">
      <div className="day-main">
        <div className="day-courses">
          {courses.map((course) => (
            <CourseColumn
              key={course.holdingkey}
              course={course}
              racedate={racedate}
              current={current}
              isAhead={isAhead}
              next={next}
            />
          ))}
        </div>
        {below}
      </div>
      {children}
    </div>
  );
}
