// The list of what changed on this day since the user last marked it as seen, and the button that does so.

import { useState, type ReactNode, type RefObject } from 'react';
import { codedFact } from '#shared/racing/race-words.ts';
import { racecourseName, raceNumberOf } from '#shared/racing/racekey.ts';
import { formatRacedate, todayInTokyo } from '#shared/racing/racedate.ts';
import type { Language } from '#shared/text.ts';
import { styledName } from '#shared/names/latin.ts';
import { Button } from '../../components/Button.tsx';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { LONGEST_ODDS, type DayChange } from './day-changes.ts';
import type { DayChanges } from './use-day-changes.ts';

interface DayChangesPanelProps {
  readonly found: DayChanges;
  /** Gets the focus when the list or the button that had it disappears. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

/** Longer lists are opened on request. */
const SHORT = 8;

const TOKYO_TIME: Intl.DateTimeFormatOptions = {
  timeZone: 'Asia/Tokyo',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};

/** Of epoch milliseconds: "2026-11-23 (Mon) 22:23", "2026年11月23日(月) 22:23". */
function momentText(at: number, language: Language): string {
  const day = todayInTokyo(at);
  return `${formatRacedate(day, language) ?? day} ${new Intl.DateTimeFormat(language, TOKYO_TIME).format(at)}`;
}

const keyOf = (change: DayChange): string =>
  change.kind === 'going'
    ? `${change.kind} ${change.holdingkey} ${change.surface}`
    : `${change.kind} ${change.racekey} ${'number' in change ? change.number : ''}`;

export function DayChangesPanel({ found, heading }: DayChangesPanelProps): ReactNode {
  const { t } = useTranslation('day');
  const language = useLanguage();
  const [isLong, setIsLong] = useState(false);
  const { changes, since, isFirst, state, mayLack, names, markSeen } = found;
  const time = since === undefined ? '' : momentText(since, language);
  const shown = isLong ? changes : changes.slice(0, SHORT);
  const note =
    state === 'loading'
      ? t('changes.loading')
      : state === 'failed'
        ? t('changes.failed')
        : changes.length > 0
          ? t('changes.since', { time })
          : isFirst
            ? t('changes.first')
            : t('changes.none', { time });
  const onSeen = (): void => {
    markSeen();
    setIsLong(false);
    heading.current?.focus();
  };
  return (
    <section className="day-panel" aria-labelledby="day-changes">
      <h2 id="day-changes" ref={heading} tabIndex={-1}>
        {t('changes.title')} {changes.length > 0 && <small>{changes.length}</small>}
      </h2>
      <p className="day-panel-note">
        {note}
        {mayLack && ` ${t('changes.mayLack')}`}
      </p>
      {changes.length > 0 && (
        <>
          <ul className="day-changes">
            {shown.map((change) => (
              <li key={keyOf(change)}>
                <ChangeLine change={change} names={names} />
              </li>
            ))}
          </ul>
          <div className="day-changes-actions">
            <Button onPress={onSeen}>{t('changes.seen')}</Button>
            {changes.length > SHORT && (
              <Button kind="quiet" onPress={() => setIsLong(!isLong)}>
                {isLong ? t('changes.fewer') : t('changes.all', { count: changes.length })}
              </Button>
            )}
          </div>
          {changes.some(({ kind }) => kind === 'odds') && (
            <p className="day-panel-note">{t('changes.oddsRule', { longest: LONGEST_ODDS.toFixed(1) })}</p>
          )}
        </>
      )}
    </section>
  );
}

interface ChangeLineProps {
  readonly change: DayChange;
  readonly names: ReadonlyMap<string, string>;
}

function ChangeLine({ change, names }: ChangeLineProps): ReactNode {
  const { t } = useTranslation('day');
  const language = useLanguage();
  const style = useNameStyle();
  if (change.kind === 'going') {
    const words = (code: string) => codedFact('turf_condition_cd', code, language) ?? code;
    return (
      <span className="day-change">
        <span className="day-change-race">{racecourseName(change.holdingkey.slice(0, 2), language)}</span>{' '}
        <span>
          {t(`changes.going.${change.surface}`, { before: words(change.before), now: words(change.now) })}
        </span>
      </span>
    );
  }
  const { racekey } = change;
  const runner =
    'number' in change
      ? `${change.number} ${styledName(names.get(`${racekey} ${change.number}`) ?? '', style)}`.trim()
      : '';
  return (
    <PlaceLink
      to={{
        screen: 'race',
        racekey,
        tab: change.kind === 'odds' ? 'prerace' : 'card',
        ...('number' in change ? { runner: change.number } : {}),
      }}
      className="day-change"
    >
      <span className="day-change-race">
        {racecourseName(racekey.slice(0, 2), language)}{' '}
        {t('raceNumber', { number: raceNumberOf(racekey) ?? '' })}
      </span>{' '}
      <span>
        {runner !== '' && <b>{runner} </b>}
        <ChangeWords change={change} />
      </span>
    </PlaceLink>
  );
}

function ChangeWords({ change }: { readonly change: Exclude<DayChange, { kind: 'going' }> }): ReactNode {
  const { t } = useTranslation('day');
  switch (change.kind) {
    case 'scratched':
    case 'reinstated':
      return t(`changes.${change.kind}`);
    case 'jockey':
      return t('changes.jockey', { before: change.before, now: change.now });
    case 'post':
      return t('changes.post', { before: change.before, now: change.now });
    case 'odds':
      return t(change.fromReference ? 'changes.oddsFromReference' : 'changes.odds', {
        before: change.before.toFixed(1),
        now: change.now.toFixed(1),
      });
    default:
      return null;
  }
}
