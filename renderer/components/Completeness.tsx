// Whether the records on screen are complete, and how old they are; a press shows the reasons.

import type { Summary } from '#shared/bridge/results.ts';
import { minuteInTokyo } from '#shared/racing/racedate.ts';
import { sentencesOfFailure } from '../client/failure.ts';
import { useLanguage, useTranslation } from '../text/text.ts';
import { ageText, locationText } from './format.ts';
import { Chip } from './Chip.tsx';
import { useIsPrinting } from './use-is-printing.ts';
import { useNow } from './use-now.ts';
import './Completeness.css';

export type CompletenessFacts = Pick<
  Summary,
  'records' | 'complete' | 'reasons' | 'quarantined' | 'drift' | 'repeated' | 'provisional' | 'fetchedAt'
>;

/** Sets shown together are as complete as the least complete, and as old as the oldest. */
export function together(verdicts: readonly CompletenessFacts[]): CompletenessFacts | undefined {
  const [first] = verdicts;
  if (first === undefined) return undefined;
  const sum = (pick: (verdict: CompletenessFacts) => number): number =>
    verdicts.reduce((so, each) => so + pick(each), 0);
  const fetched = verdicts.flatMap(({ fetchedAt }) => (fetchedAt === undefined ? [] : [fetchedAt]));
  return {
    records: sum(({ records }) => records),
    complete: verdicts.every(({ complete }) => complete),
    reasons: verdicts.flatMap(({ reasons }) => reasons),
    quarantined: sum(({ quarantined }) => quarantined),
    drift: sum(({ drift }) => drift),
    repeated: sum(({ repeated }) => repeated),
    provisional: sum(({ provisional }) => provisional),
    ...(fetched.length === 0 ? {} : { fetchedAt: Math.min(...fetched) }),
  };
}

interface CompletenessProps {
  readonly summary: CompletenessFacts;
  /** Only what is stored was asked: that says nothing about what the service has. */
  readonly isOfStored?: boolean;
  /** The archive was written since, and the records could not be read again: nothing tells whether they are all. */
  readonly isOutdated?: boolean;
}

export function Completeness({ summary, isOfStored = false, isOutdated = false }: CompletenessProps) {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const now = useNow();
  const isOnPaper = useIsPrinting();
  const { complete, reasons, quarantined, drift, repeated, provisional, fetchedAt } = summary;
  const asides = [
    quarantined > 0 ? t('quarantined', { count: quarantined }) : undefined,
    drift > 0 ? t('drift', { count: drift }) : undefined,
  ].filter((words) => words !== undefined);
  return (
    <div className="completeness">
      {isOutdated ? (
        <Chip kind="warning" title={t('outdatedMeaning')}>
          {t('outdated')}
        </Chip>
      ) : complete ? (
        <span title={t(isOfStored ? 'ofStoredMeaning' : 'completeMeaning')}>
          {t(isOfStored ? 'ofStored' : 'complete')}
        </span>
      ) : (
        <details className="completeness-why" data-unfolds-over>
          <summary>
            <Chip kind="warning">{t('incomplete')}</Chip>
          </summary>
          <ul>
            {reasons.map(({ reason, where, because }, index) => (
              <li key={`${reason} ${where} ${index}`}>
                {t(`incompleteness.${reason}`)} ({locationText(where, language)})
                {because !== undefined && `: ${sentencesOfFailure(because, language)}`}
              </li>
            ))}
          </ul>
        </details>
      )}
      {provisional > 0 && (
        <Chip title={t('provisionalMeaning')}>{t('provisional', { count: provisional })}</Chip>
      )}
      {repeated > 0 && <Chip title={t('repeatedMeaning')}>{t('repeated', { count: repeated })}</Chip>}
      {asides.map((words) => (
        <Chip key={words} kind="warning" title={t('quarantinedMeaning')}>
          {words}
        </Chip>
      ))}
      {fetchedAt !== undefined && (
        <time
          className="completeness-age"
          dateTime={new Date(fetchedAt).toISOString()}
          title={new Date(fetchedAt).toLocaleString(language)}
        >
          {/* An age is wrong by the time a page is read. */}
          {isOnPaper
            ? t('fetchedAt', { time: minuteInTokyo(fetchedAt) })
            : t('fetched', { age: ageText(now - fetchedAt, language) })}
        </time>
      )}
    </div>
  );
}
