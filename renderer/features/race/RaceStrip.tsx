// The races of the day in one line: the other courses, then the races of this course with the current one marked.

import { memo } from 'react';
import { racecourseName, raceNumberOf } from '#shared/racing/racekey.ts';
import { raceNameIn } from '#shared/racing/generic-race-name.ts';
import { styledName } from '#shared/names/latin.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { alike, coursesOf, type RaceOfDay } from './race-day.ts';
import { inShownTab } from './shown-tab.ts';
import { factText, trackOf } from '#shared/racing/race-facts.ts';

interface RaceStripProps {
  readonly races: readonly RaceOfDay[];
  readonly racekey: string;
}

export const RaceStrip = memo(function RaceStrip({ races, racekey }: RaceStripProps) {
  const { t } = useTranslation('race');
  const language = useLanguage();
  const names = useNameStyle();
  const courses = coursesOf(races);
  const here = courses.find((course) => course.some((race) => race.racekey === racekey));
  const number = raceNumberOf(racekey) ?? 1;
  const titleOf = ({ record, number: n }: RaceOfDay): string =>
    t('stripTitle', {
      number: n,
      time: factText(record, 'post_time', language) ?? '',
      name: styledName(raceNameIn(factText(record, 'race_name', language) ?? '', language), names),
      track: trackOf(record, language),
    });
  const courseName = (course: readonly RaceOfDay[]): string =>
    racecourseName(course[0]?.racecourse_cd ?? '', language);
  // It keeps its room while the day loads, so that nothing moves when it arrives.
  return (
    <nav className="race-strip" aria-label={t('courses')}>
      {courses.map((course) => {
        const target = alike(course, number);
        if (target === undefined) return null;
        return (
          <PlaceLink
            key={target.racekey}
            to={() => inShownTab(target.racekey)}
            inPlace
            current={course === here}
            className="race-strip-course"
            title={course === here ? undefined : `${titleOf(target)} ({ })`}
          >
            {courseName(course)}
          </PlaceLink>
        );
      })}
      {here !== undefined && (
        <ul aria-label={t('racesOf', { course: courseName(here) })}>
          {here.map((race) => (
            <li key={race.racekey}>
              <PlaceLink
                to={() => inShownTab(race.racekey)}
                inPlace
                current={race.racekey === racekey}
                className="race-strip-race"
                title={titleOf(race)}
              >
                {race.number}
              </PlaceLink>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
});
