// The runners of a day that the watched rules pick, each a link to its card, with the record of the rule. A horse that does
// not run is struck through.

import { useMemo, type ReactNode } from 'react';
import type { WatchedRule } from '#shared/bridge/rules.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { runnerIn } from '#shared/racing/race-rows.ts';
import { racecourseName, raceNumberOf } from '#shared/racing/racekey.ts';
import { styledName } from '#shared/names/latin.ts';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { reasonsIn, type ReadOfDay } from '../../racing/day-withdrawals.ts';
import { RuleRecord } from './RuleRecord.tsx';
import { useWatchedRules } from './use-watched-rules.ts';
import './watched.css';

const MOST_OPEN = 12;

interface PickedRunnersProps {
  readonly racedate: string;
  /** What was read of the day: it says which horses do not run. */
  readonly sheets: ReadOfDay;
}

/** A runner, with the reason if it does not run. */
type Picked = WatchedRule['runners'][number] & { readonly reason: string | undefined };

/** Nothing without a watched rule. */
export function PickedRunners({ racedate, sheets }: PickedRunnersProps): ReactNode {
  const { t } = useTranslation('rules');
  const language = useLanguage();
  const { rules, error, retry } = useWatchedRules(racedate);
  const isPicking = rules.some(({ runners }) => runners.length > 0);
  const [races, entries, prerace, results] = [
    sheets.races.data,
    sheets.entries.data,
    sheets.prerace.data,
    sheets.results.data,
  ];
  const reasonOf = useMemo(
    () => (isPicking ? reasonsIn({ races, entries, prerace, results }, language) : undefined),
    [isPicking, races, entries, prerace, results, language],
  );
  if (error !== null) return <FailureNotice thrown={error} onRetry={retry} />;
  if (rules.length === 0) return null;
  return (
    <section className="day-watched picked-runners" aria-label={t('todays')}>
      <h2>{t('todays')}</h2>
      <div className="picked-rules">
        {rules.map((rule) => {
          const runners = rule.runners.map((runner) => ({ ...runner, reason: reasonOf?.(runner) }));
          return (
            // Few runners are shown at once; many unfold.
            <details key={rule.id} open={runners.length <= MOST_OPEN}>
              <RuleSummary
                rule={rule}
                running={runners.filter(({ reason }) => reason === undefined).length}
              />
              <ul>
                {runners.map((runner) => (
                  <li key={`${runner.racekey} ${runner.horse_number} ${runner.horse_name}`}>
                    <RunnerLink runner={runner} />
                  </li>
                ))}
              </ul>
            </details>
          );
        })}
      </div>
    </section>
  );
}

/** `running`: how many of the picked horses run, as far as is known. */
function RuleSummary({ rule, running }: { readonly rule: WatchedRule; readonly running: number }): ReactNode {
  const { t } = useTranslation('rules');
  const language = useLanguage();
  const { name, records, racesRun, racesToCome, awaits, leftOut, problem } = rule;
  const labelOf = (column: string): string =>
    SUBJECTS.runners.columns.find((each) => each.name === column)?.label[language] ?? column;
  const notes = [
    ...awaits.map(({ column, races }) => t('awaits', { name: labelOf(column), races, count: racesToCome })),
    ...(leftOut === 0 ? [] : [t('todayLeftOut', { count: leftOut })]),
  ];
  const count =
    racesRun > 0
      ? t('todayLeft', { count: running })
      : running === 0
        ? t('todayNone')
        : t('todayCount', { count: running });
  return (
    <summary>
      <b>{name}</b> {problem === undefined ? count : t('todayProblem', { problem: problem[language] })}{' '}
      <RuleRecord records={records} />
      {notes.length === 0 ? null : <small className="rule-record"> {notes.join(' · ')}</small>}
    </summary>
  );
}

function RunnerLink({ runner }: { readonly runner: Picked }): ReactNode {
  const language = useLanguage();
  const names = useNameStyle();
  const { racekey, horse_number, horse_name, reason } = runner;
  const name = <b>{styledName(horse_name?.trim() ?? '', names)}</b>;
  return (
    <PlaceLink to={{ screen: 'race', racekey, tab: 'card', ...runnerIn({ horse_number }) }}>
      {racecourseName(racekey.slice(0, 2), language)} {raceNumberOf(racekey)}R{' '}
      {Number(horse_number) || horse_number}{' '}
      {reason === undefined ? (
        name
      ) : (
        <>
          <s>{name}</s> {reason}
        </>
      )}
    </PlaceLink>
  );
}
