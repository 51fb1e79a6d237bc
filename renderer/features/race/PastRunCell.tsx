// One past run in a cell: place and date, result, figures and notes.

import { memo, type ReactNode } from 'react';
import type { Conditions } from '#shared/bridge/races.ts';
import { MISSING } from '#shared/catalogue/format.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import type { PastRun } from './past-runs.ts';
import {
  briefRaceParts,
  pastRunWords,
  raceParts,
  remarksText,
  type PastRunWords,
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
  /** Whether to draw the line of the race: it is omitted if no race of the row is known. */
  readonly hasRaceLine: boolean;
  /** Why the conditions are unknown. */
  readonly unknown: string;
  readonly stop: StopProps;
  readonly form: RunForm;
}

/** Drawn again only if it changed: a table has eighty, and is drawn again whenever its tab is shown. */
export const PastRunCell = memo(function PastRunCell({
  run,
  conditions,
  hasRaceLine,
  unknown,
  stop,
  form,
}: PastRunCellProps) {
  const { t } = useTranslation('race');
  const language = useLanguage();
  const names = useNameStyle();
  const { racekey, isNational } = run;
  const words = pastRunWords(run, conditions, { t, language, names });
  const { head, place, order, gap, remarks } = words;
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
  if (form === 'compact') return <CompactRun words={words} finish={finish} link={link} />;
  return (
    <div className="past-run">
      <div className="past-run-head">
        {link}
        <span className="past-run-idm" title="IDM">
          {words.idm}
        </span>
      </div>
      {hasRaceLine && <RaceLine race={words.race} unknown={isNational ? unknown : t('elsewhere')} />}
      <div className="past-run-finish">
        {finish}
        <span>{words.popularity}</span>
        <span>{words.time}</span>
        <span title={words.opponent}>{gap}</span>
      </div>
      <div className="past-run-figures">
        <span title={t('corners')}>{words.corners}</span>
        <span>{words.lastThree}</span>
        <span title={t('body')}>{words.weight}</span>
      </div>
      {words.opponentLine !== undefined && <div className="past-run-opponent">{words.opponentLine}</div>}
      {remarks.length > 0 && (
        <div className="past-run-notes" title={remarks.join('\n')}>
          {remarksText(remarks, language)}
        </div>
      )}
    </div>
  );
});

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
  readonly finish: ReactNode;
  readonly link: ReactNode;
}

/** Two lines: the finish, what the race was, the IDM; where and when, by how much, the last three furlongs. */
function CompactRun({ words, finish, link }: CompactRunProps) {
  const { t } = useTranslation('race');
  const { race, gap, remarks, opponentLine } = words;
  const [ground, going, field] = race === undefined ? [] : briefRaceParts(race, t);
  const more = [race && raceInShort(race, t), opponentLine, words.lastThree, ...remarks].filter(
    (each) => each !== undefined && each !== '',
  );
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
