// One course of the day: the header of its meeting with going and weather, then its races in order.

import { MISSING } from '#shared/catalogue/format.ts';
import { useNow } from '../../components/use-now.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { postInstant } from '../../racing/post-time.ts';
import type { NextRace } from './next-race.ts';
import { RaceRow } from './RaceRow.tsx';
import type { CourseDay } from './racing-day.ts';
import { meetingFacts, meetingTitle } from './meeting-words.ts';

interface CourseColumnProps {
  readonly course: CourseDay;
  readonly racedate: string;
  readonly current: string | undefined;
  /** The day is still to come. */
  readonly isAhead: boolean;
  readonly next: NextRace | undefined;
}

export function CourseColumn({ course, racedate, current, isAhead, next }: CourseColumnProps) {
  const { t } = useTranslation('day');
  const language = useLanguage();
  const title = meetingTitle(course, language);
  const now = useNow();
  return (
    <section className="day-course" aria-label={title}>
      <header className="day-course-head">
        <h2>{title}</h2>
        <dl className="day-course-facts">
          {meetingFacts(course, language).map(({ name, value }) => (
            <div key={name}>
              <dt>{t(`facts.${name}`)}</dt>
              {/* Without a record, it has not been read yet, or there is none. */}
              <dd title={value === undefined && course.meeting !== undefined ? t('notInRecord') : undefined}>
                {value ?? MISSING}
              </dd>
            </div>
          ))}
        </dl>
      </header>
      <ol className="day-races">
        {course.races.map((race) => (
          <li key={race.racekey}>
            <RaceRow
              race={race}
              isTabStop={race.racekey === current}
              isAhead={isAhead}
              isBeforePost={(postInstant(racedate, race.record.post_time) ?? 0) > now}
              minutes={next?.race.racekey === race.racekey ? next.minutes : undefined}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}
