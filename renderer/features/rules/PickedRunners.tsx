// The runners of a day that the watched rules pick, each a link to its card, with the record of the rule.

import type { ReactNode } from 'react';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { racecourseName, raceNumberOf } from '#shared/racing/racekey.ts';
import { styledName } from '#shared/names/latin.ts';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { RuleRecord } from './RuleRecord.tsx';
import { useWatchedRules } from './use-watched-rules.ts';
import './watched.css';

const MOST_OPEN = 12;

/** Nothing without a watched rule. */
export function PickedRunners({ racedate }: { readonly racedate: string }): ReactNode {
  const { t } = useTranslation('rules');
  const language = useLanguage();
  const names = useNameStyle();
  const { data: rules = [], error, refetch } = useWatchedRules(racedate);
  if (error !== null) return <FailureNotice thrown={error} onRetry={() => void refetch()} />;
  if (rules.length === 0) return null;
  const labelOf = (name: string): string =>
    SUBJECTS.runners.columns.find((column) => column.name === name)?.label[language] ?? name;
  return (
    <section className="day-watched picked-runners" aria-label={t('todays')}>
      <h2>{t('todays')}</h2>
      <div className="picked-rules">
        {rules.map(({ id, name, records, runners, awaits, problem }) => (
          // Few runners are shown at once; many unfold.
          <details key={id} open={runners.length <= MOST_OPEN}>
            <summary>
              <b>{name}</b>{' '}
              {problem === undefined
                ? runners.length === 0
                  ? t('todayNone')
                  : t('todayCount', { count: runners.length })
                : t('todayProblem', { problem: problem[language] })}{' '}
              <RuleRecord records={records} />
              {awaits.length === 0 ? null : (
                <small className="rule-record">
                  {' '}
                  {t('awaits', { names: awaits.map(labelOf).join(', ') })}
                </small>
              )}
            </summary>
            <ul>
              {runners.map(({ racekey, horse_number, horse_name }) => (
                <li key={`${racekey} ${horse_number} ${horse_name}`}>
                  <PlaceLink to={{ screen: 'race', racekey, tab: 'card' }}>
                    {racecourseName(racekey.slice(0, 2), language)} {raceNumberOf(racekey)}R{' '}
                    {Number(horse_number) || horse_number}{' '}
                    <b>{styledName(horse_name?.trim() ?? '', names)}</b>
                  </PlaceLink>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </div>
    </section>
  );
}
