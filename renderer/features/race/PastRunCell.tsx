// One past run in a cell: place and date, result, figures, who rode, today's rivals and notes.

import { Fragment, memo, type ReactNode } from 'react';
import type { Conditions } from '#shared/bridge/races.ts';
import { MISSING } from '#shared/catalogue/format.ts';
import { bracketColor } from '#shared/racing/brackets.ts';
import { personNamed } from '#shared/racing/person.ts';
import { BracketNumber } from '../../components/BracketNumber.tsx';
import { PersonLink } from '../../racing/PersonLink.tsx';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import type { Rival } from './past-rivals.ts';
import { riderCodeOf, type PastRun } from './past-runs.ts';
import {
  briefRaceParts,
  metLine,
  pastRunWords,
  raceParts,
  remarksText,
  rivalSeparator,
  type PastRunWords,
  type RivalWords,
  type RunForm,
} from './past-run-words.ts';
import { runnerIn } from '#shared/racing/race-rows.ts';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import type { StopProps } from '../../components/use-roving-focus.ts';
import { raceInShort, type RaceWords } from '../../racing/run-races.ts';

interface PastRunCellProps {
  readonly run: PastRun;
  /** The conditions of its race, if the archive has the program. */
  readonly conditions: Conditions | undefined;
  /** Who rode, as shown: empty while the name is looked up, undefined if nobody knows. */
  readonly rider: string | undefined;
  /** What was carried, as recorded, if a stored record says so. */
  readonly carried: string | undefined;
  /** Today's other runners in its race. */
  readonly rivals: readonly Rival[] | undefined;
  /** Whether to draw the line of the race: it is omitted if no race of the row is known. */
  readonly hasRaceLine: boolean;
  /** Why the conditions are unknown. */
  readonly unknown: string;
  readonly stop: StopProps;
  readonly riderStop: StopProps;
  readonly form: RunForm;
}

/** Drawn again only if it changed: a table has eighty, and is drawn again whenever its tab is shown. */
export const PastRunCell = memo(function PastRunCell({
  run,
  conditions,
  rider,
  carried,
  rivals,
  hasRaceLine,
  unknown,
  stop,
  riderStop,
  form,
}: PastRunCellProps) {
  const { t } = useTranslation('race');
  const language = useLanguage();
  const names = useNameStyle();
  const { racekey, isNational } = run;
  const words = pastRunWords(run, { conditions, rider, carried, rivals }, { t, language, names });
  const { head, place, order, gap, met, opponentLine, remarks } = words;
  const when = form === 'compact' ? <BriefHead head={head} /> : head;
  const finish = (
    <strong className={order !== undefined && order <= 3 ? `is-rank-${order}` : ''} title={words.finish}>
      {words.finish}
    </strong>
  );
  const link =
    racekey !== undefined && isNational ? (
      <PlaceLink
        to={{ screen: 'race', racekey, tab: 'result', ...runnerIn(run.detail, run.prefix) }}
        title={place}
        stop={stop}
      >
        {when}
      </PlaceLink>
    ) : (
      <span title={`${place} (${t('elsewhere')})`}>{when}</span>
    );
  if (form === 'compact') {
    const line = metLine(met, { t, language });
    return <CompactRun words={words} line={line} finish={finish} link={link} />;
  }
  const figure = (field: string): string => run.prefix + field;
  return (
    <div className="past-run">
      <div className="past-run-head">
        {link}
        <span className="past-run-idm" title="IDM" data-figure={figure('idm')}>
          {words.idm}
        </span>
      </div>
      {hasRaceLine && <RaceLine race={words.race} unknown={isNational ? unknown : t('elsewhere')} />}
      <div className="past-run-finish">
        {finish}
        <span data-figure={figure('confirmed_win_popularity')}>{words.popularity}</span>
        <span data-figure={figure('time_record')}>{words.time}</span>
        <span title={words.opponent} data-figure={figure('time_deff')}>
          {gap}
        </span>
      </div>
      <div className="past-run-figures">
        <span title={t('corners')}>{words.corners}</span>
        <span data-figure={figure('later3f_time')}>{words.lastThree}</span>
        <span title={t('body')} data-figure={figure('horse_weight')}>
          {words.weight}
        </span>
      </div>
      {(rider ?? words.carried ?? opponentLine) !== undefined && (
        <div className="past-run-people">
          {rider !== undefined && (
            <span className="past-run-rider" title={t('columns.jockey')}>
              <PersonLink person={personNamed('jockey_cd', () => riderCodeOf(run))} stop={riderStop}>
                {rider}
              </PersonLink>
            </span>
          )}{' '}
          {words.carried !== undefined && <span title={t('carried')}>{words.carried}</span>}{' '}
          {opponentLine !== undefined && <span className="past-run-opponent">{opponentLine}</span>}
        </div>
      )}
      {met.length > 0 && <Met met={met} />}
      {remarks.length > 0 && (
        <div className="past-run-notes" title={remarks.join('\n')}>
          {remarksText(remarks, language)}
        </div>
      )}
    </div>
  );
});

/** "Met 5 (1st), 9 (4th)", the numbers in the colors of their brackets. */
function Met({ met }: { readonly met: readonly RivalWords[] }): ReactNode {
  const { t } = useTranslation('race');
  const language = useLanguage();
  return (
    <div className="past-run-met">
      {t('met')}{' '}
      {met.map(({ who, bracket, finish }, at) => {
        // The number is drawn, so only what follows it is text.
        const after = t('rival', { who: '', finish }).trim();
        return (
          <Fragment key={who}>
            <span className="past-run-rival">
              <BracketNumber bracket={bracket} number={who} /> {after}
              {at < met.length - 1 && rivalSeparator(language).trim()}
            </span>{' '}
          </Fragment>
        );
      })}
    </div>
  );
}

/** A mark of its bracket's color for each rival: a narrow cell has no room for numbers, so the tooltip has them. */
function MetInBrief({ met, line }: { readonly met: readonly RivalWords[]; readonly line: string }) {
  return (
    <span className="past-run-rivals" role="img" aria-label={line}>
      {met.map(({ who, bracket }) => (
        <i key={who} style={{ backgroundColor: bracketColor(bracket ?? 0)?.background }} />
      ))}
    </span>
  );
}

/** "26.11.15 Tokyo 11R": a narrow cell leaves the year out. */
function BriefHead({ head }: { readonly head: string }): ReactNode {
  const [, year, rest] = /^(\d\d\.)(.*)$/u.exec(head) ?? [];
  return year === undefined ? (
    head
  ) : (
    <>
      <span className="past-run-year">{year}</span>
      {rest}
    </>
  );
}

interface CompactRunProps {
  readonly words: PastRunWords;
  /** Whom of today it met. */
  readonly line: string | undefined;
  readonly finish: ReactNode;
  readonly link: ReactNode;
}

/** Two lines: the finish, what the race was, the IDM; where and when, by how much, the last three furlongs. */
function CompactRun({ words, line, finish, link }: CompactRunProps) {
  const { t } = useTranslation('race');
  const { race, gap, met, rider, remarks, opponentLine } = words;
  const [ground, going, field] = race === undefined ? [] : briefRaceParts(race, t);
  const more = [
    line,
    race && raceInShort(race, t),
    rider && `${t('columns.jockey')}: ${[rider, words.carried].filter(Boolean).join(' ')}`,
    opponentLine,
    words.lastThree,
    ...remarks,
  ].filter((each) => each !== undefined && each !== '');
  return (
    <div className="past-run is-compact" title={more.join('\n')}>
      <div className="past-run-finish">
        {finish}
        {race === undefined ? null : (
          <span>
            <b className={`race-track-${race.surface}`}>{ground}</b> {going}{' '}
            <span className="past-run-field">{field}</span>
          </span>
        )}
        <span className="past-run-idm" title="IDM">
          {words.idm}
        </span>
      </div>
      <div className="past-run-figures">
        {link}
        <span title={words.opponent}>{gap}</span>
        <span className="past-run-last">{words.lastThree}</span>
      </div>
      {line !== undefined && <MetInBrief met={met} line={line} />}
    </div>
  );
}

interface RaceLineProps {
  readonly race: RaceWords | undefined;
  readonly unknown: string;
}

/** "ダ1600 良 15頭 G1 水仙大賞典"; if the race is unknown, a dash with the reason. */
function RaceLine({ race, unknown }: RaceLineProps) {
  const { t } = useTranslation('race');
  if (race === undefined) {
    return (
      <div className="past-run-race past-none" title={unknown}>
        {MISSING}
      </div>
    );
  }
  const [ground, going, field, name] = raceParts(race, t);
  return (
    <div className="past-run-race" title={raceInShort(race, t)}>
      <strong className={`race-track-${race.surface}`}>{ground}</strong>
      {` ${going} ${field} `}
      <span className="past-run-name">{name}</span>
    </div>
  );
}
