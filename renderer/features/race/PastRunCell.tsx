// One past run in a cell: place and date, result, figures and notes.

import { useTranslation } from 'react-i18next';
import type { Conditions } from '#shared/bridge/races.ts';
import { formatBare, MISSING } from '#shared/catalogue/format.ts';
import { isBlank } from '#shared/catalogue/reading.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { describeRacekey } from '#shared/racing/racekey.ts';
import type { Language } from '#shared/text.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { styledName } from '#shared/names/latin.ts';
import { useLanguage } from '../../text/text.ts';
import type { PastRun } from './past-runs.ts';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { numberIn } from '#shared/racing/race-rows.ts';
import { courseAndNumber, raceInShort, raceWords } from '../../racing/run-races.ts';
import { cornersOf, finishOf, gapOf, labelsOf } from '#shared/racing/runner-words.ts';

const NOTE_COUNT = 6;

interface PastRunCellProps {
  readonly run: PastRun;
  /** The conditions of its race, if the archive has the program. */
  readonly conditions: Conditions | undefined;
  /** Whether to draw the line of the race: it is omitted if no race of the row is known. */
  readonly hasRaceLine: boolean;
  /** Why the conditions are unknown. */
  readonly unknown: string;
  readonly stop: { readonly 'data-stop': string; readonly tabIndex: 0 | -1 };
}

/** A field of the run as text. */
function valueOf(run: PastRun, field: string, language: Language): string {
  const name = run.prefix + field;
  const raw = run.detail[name];
  const column = columnOf('t_ze', name) ?? columnOf('t_zk', name);
  return column === undefined || isBlank(raw) ? MISSING : formatBare(column, raw, language);
}

/** "26.11.15": five of them stand side by side. */
const shortDate = (racedate: string | undefined): string =>
  racedate === undefined ? MISSING : `${racedate.slice(2, 4)}.${racedate.slice(4, 6)}.${racedate.slice(6)}`;

export function PastRunCell({ run, conditions, hasRaceLine, unknown, stop }: PastRunCellProps) {
  const { t } = useTranslation('race');
  const language = useLanguage();
  const names = useNameStyle();
  const { racekey, racedate, isNational, detail, notes, prefix } = run;
  const { place, irregular } = finishOf(detail, language, prefix);
  const popularity = numberIn(detail, `${prefix}confirmed_win_popularity`);
  const opponent = styledName(detail[`${prefix}winning_horse`]?.trim() ?? '', names);
  const gapField = columnOf('t_ze', `${prefix}time_deff`);
  const gap = gapField && formatBare(gapField, gapOf(detail, prefix), language);
  const fields = Array.from({ length: NOTE_COUNT }, (_, at) => `${prefix}special_note_cd${at + 1}`);
  const special = notes === undefined ? [] : labelsOf('t_zk', notes, fields, language);
  const comments = ['race_comment', 'paddock_comment', 'tack_comment'].flatMap(
    (field) => notes?.[prefix + field]?.trim() || [],
  );
  const where = racekey === undefined ? MISSING : courseAndNumber(racekey, language);
  const full = [formatRacedate(racedate ?? '', language), racekey && describeRacekey(racekey, language)]
    .filter(Boolean)
    .join(' ');
  const head = `${shortDate(racedate)} ${where}`;
  const remarks = [...special, ...comments];
  return (
    <div className="past-run">
      <div className="past-run-head">
        {racekey !== undefined && isNational ? (
          <PlaceLink to={{ screen: 'race', racekey, tab: 'result' }} title={full} stop={stop}>
            {head}
          </PlaceLink>
        ) : (
          <span title={`${full} (${t('elsewhere')})`}>{head}</span>
        )}
        <span className="past-run-idm" title="IDM">
          {valueOf(run, 'idm', language)}
        </span>
      </div>
      {hasRaceLine && <RaceLine conditions={conditions} unknown={isNational ? unknown : t('elsewhere')} />}
      <div className="past-run-finish">
        <strong className={place !== undefined && place <= 3 ? `is-rank-${place}` : ''}>
          {place ?? irregular ?? MISSING}
        </strong>
        {popularity !== undefined && popularity > 0 && <span>{t('popularity', { popularity })}</span>}
        <span>{valueOf(run, 'time_record', language)}</span>
        {gap !== undefined && gap !== MISSING && <span title={opponent}>{gap}</span>}
      </div>
      <div className="past-run-figures">
        <span title={t('corners')}>{cornersOf(detail, prefix) ?? MISSING}</span>
        <span>
          {t('lastThree')} {valueOf(run, 'later3f_time', language)}
        </span>
        <span title={t('body')}>{valueOf(run, 'horse_weight', language)}</span>
      </div>
      {opponent && (
        <div className="past-run-opponent">
          {place === 1 ? t('secondOfRun', { name: opponent }) : t('winnerOfRun', { name: opponent })}
        </div>
      )}
      {remarks.length > 0 && (
        <div className="past-run-notes" title={remarks.join('\n')}>
          {remarks.join(language === 'ja' ? '・' : '; ')}
        </div>
      )}
    </div>
  );
}

interface RaceLineProps {
  readonly conditions: Conditions | undefined;
  readonly unknown: string;
}

/** "ダ1600 良 15頭 G1 水仙大賞典"; if the race is unknown, a dash with the reason. */
function RaceLine({ conditions, unknown }: RaceLineProps) {
  const { t } = useTranslation('race');
  const language = useLanguage();
  if (conditions === undefined) {
    return (
      <div className="past-run-race past-none" title={unknown}>
        {MISSING}
      </div>
    );
  }
  const words = raceWords(conditions, language);
  const { ground, surface, going, runners, name } = words;
  const field = runners === undefined ? MISSING : t('ran', { count: runners });
  return (
    <div className="past-run-race" title={raceInShort(words, t)}>
      <strong className={`race-track-${surface}`}>{ground}</strong> {going ?? MISSING} {field}{' '}
      <span className="past-run-name">{name}</span>
    </div>
  );
}
