// One race of a course: number and post time, name and conditions, and its winner once there is one: until then how far it
// is, and of the next race to run the time until its post time.

import { Fragment, memo } from 'react';
import { MISSING } from '#shared/catalogue/format.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { styledName } from '#shared/names/latin.ts';
import { raceNameIn } from '#shared/racing/generic-race-name.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { navigation } from '../../app/navigation/navigation.ts';
import { RACE_FIGURES } from './race-figures.ts';
import type { RaceState, RaceSummary } from './racing-day.ts';
import { TimeUntil } from './TimeUntil.tsx';
import { useFigures } from '../../racing/figures/use-figures.ts';
import { classOf, courseWords, gradeOf, postTimeOf, titleOf } from '#shared/racing/race-words.ts';

interface RaceRowProps {
  readonly race: RaceSummary;
  readonly isTabStop: boolean;
  readonly isAhead: boolean;
  /** Its post time is known and still to come. */
  readonly isBeforePost: boolean;
  /** Until post time, if this is the next race. */
  readonly minutes?: number | undefined;
}

export const RaceRow = memo(function RaceRow(props: RaceRowProps) {
  const { race, isTabStop, isAhead, isBeforePost, minutes } = props;
  const { racekey } = race;
  const figures = useFigures(race.record, RACE_FIGURES);
  return (
    <button
      ref={figures}
      type="button"
      className={`race-row ${isAhead ? 'race-row-ahead' : ''} ${minutes === undefined ? '' : 'is-next'}`}
      data-racekey={racekey}
      tabIndex={isTabStop ? 0 : -1}
      onClick={() => navigation.go({ screen: 'race', racekey, tab: 'card' })}
    >
      <NameLine race={race} isAhead={isAhead} isBeforePost={isBeforePost} minutes={minutes} />
      <ConditionsLine race={race} />
    </button>
  );
});

/** Number, name, winner. */
function NameLine({ race, isAhead, isBeforePost, minutes }: Omit<RaceRowProps, 'isTabStop'>) {
  const { t } = useTranslation('day');
  const language = useLanguage();
  const names = useNameStyle();
  const { record, number, winners, state } = race;
  const grade = gradeOf(record, language);
  return (
    <span className={`race-row-name ${winners.length > 0 ? '' : 'race-row-unrun'}`}>
      <span className="race-row-number">{t('raceNumber', { number })}</span>
      <span className="race-row-title">
        {grade !== undefined && <b className="race-row-grade">{grade}</b>}{' '}
        {styledName(titleOf(record, language), names)}
      </span>
      <span className="race-row-result">
        {winners.length > 0 ? (
          <span className="race-row-winners">
            {winners.map(({ horseNumber, name }, at) => (
              <Fragment key={horseNumber}>
                {at > 0 && '・'}
                <span className="race-row-winner">
                  <b>{horseNumber}</b> {styledName(name ?? '', names)}
                </span>
              </Fragment>
            ))}
          </span>
        ) : (
          <>
            {state !== undefined && (
              <span className="race-row-waiting">
                {isAwaited(state) && !isAhead && !isBeforePost && minutes === undefined
                  ? t('noResultYet')
                  : t(`list.states.${state}`)}
                {minutes !== undefined && ' · '}
              </span>
            )}
            {minutes !== undefined && <TimeUntil minutes={minutes} />}
          </>
        )}
      </span>
    </span>
  );
}

/** Whether the result is still to come. */
const isAwaited = (state: RaceState): boolean => state === 'card' || state === 'prerace';

/** Whether a race is named by age and class alone: its class would say the same in other words. */
const isGeneric = (name = ''): boolean => raceNameIn(name, 'en') !== name;

/** Post time, course, field and class, the win payoff. */
function ConditionsLine({ race: { record, winners, runners: count } }: Pick<RaceRowProps, 'race'>) {
  const { t } = useTranslation('day');
  const language = useLanguage();
  const kind = classOf(record, language);
  const title = titleOf(record, language);
  const course = courseWords(record, language);
  const runners = count === undefined ? MISSING : String(count);
  return (
    <span className="race-row-line">
      <span className="race-row-time">{postTimeOf(record)}</span>
      <span className="race-row-conditions">
        <span className={`race-row-course race-row-${course.kind}`}>{course.text}</span>{' '}
        <span className="race-row-field">
          {winners.length > 0 ? t('ran', { runners }) : t('runners', { count: count ?? 0, runners })}
        </span>{' '}
        {title !== kind && !isGeneric(record.race_name) && <span className="race-row-class">{kind}</span>}
      </span>
      <span className="race-row-paid" title={winners.length > 0 ? t('winPaidTitle') : undefined}>
        {winners.map(({ horseNumber, payoff, popularity }) =>
          payoff === undefined ? null : (
            <span key={horseNumber}>
              {t('winPaid', { yen: payoff.toLocaleString('en-US') })}
              {popularity !== undefined && (
                <span className="race-row-popularity"> {t('popularity', { rank: popularity })}</span>
              )}{' '}
            </span>
          ),
        )}
      </span>
    </span>
  );
}
