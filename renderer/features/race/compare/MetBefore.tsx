// The races in which some of the compared runners met, and who finished ahead of whom how often.

import { useMemo, type ReactNode } from 'react';
import { MISSING } from '#shared/catalogue/format.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { sharedRaces, timesAhead, type Meetings, type SharedRace } from '#shared/racing/meetings.ts';
import { runnerIn } from '#shared/racing/race-rows.ts';
import { BracketNumber } from '../../../components/BracketNumber.tsx';
import { PlaceLink } from '../../../components/PlaceLink.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { courseAndNumber, raceInShort, raceWords } from '../../../racing/run-races.ts';
import { useAutomaticRaceFetch, useRunRaces } from '../../../racing/use-run-races.ts';
import { useLanguage, useTranslation } from '../../../text/text.ts';
import type { ComparedRunner } from './compared-runner.ts';
import { inSeconds } from './seconds.ts';
import type { Gathering } from './use-gathering.ts';

interface MetBeforeProps {
  readonly runners: readonly ComparedRunner[];
  /** Undefined until the archive has answered. */
  readonly meetings: Meetings | undefined;
  /** How many results of these runners are stored. */
  readonly stored: number;
  readonly gathering: Pick<Gathering, 'isRunning' | 'open'>;
}

const NONE: readonly SharedRace[] = [];

export function MetBefore({ runners, meetings, stored, gathering }: MetBeforeProps): ReactNode {
  const { t } = useTranslation('compare');
  const { t: inRace } = useTranslation('race');
  const language = useLanguage();
  const races = useMemo(
    () =>
      meetings === undefined
        ? NONE
        : sharedRaces(
            meetings,
            runners.map(({ horseId }) => horseId),
          ),
    [meetings, runners],
  );
  const { byKey, isCurrent } = useRunRaces(races);
  useAutomaticRaceFetch(races.filter(({ racekey }) => isCurrent && byKey?.has(racekey) === false));
  if (meetings === undefined || (races.length === 0 && gathering.isRunning))
    return <Skeleton rows={2} isExplained />;
  if (races.length === 0)
    return (
      <p className="compare-none">
        {t('metNone', { count: stored })}{' '}
        {gathering.open.length > 0 && t('moreResults', { count: gathering.open.length })}
      </p>
    );
  return (
    <>
      <table className="compare-table" aria-label={t('met')}>
        <thead>
          <tr>
            <th scope="col">{t('race')}</th>
            <th scope="col">{t('conditions')}</th>
            <RunnerHeads runners={runners} isBesideSeconds />
          </tr>
        </thead>
        <tbody>
          {races.map(({ racekey, racedate, runs }) => {
            const conditions = byKey?.get(racekey);
            const times = runs.flatMap(({ time }) => time ?? []);
            const best = times.length === 0 ? undefined : Math.min(...times);
            return (
              <tr key={racekey}>
                <th scope="row">
                  <PlaceLink
                    to={{
                      screen: 'race',
                      racekey,
                      tab: 'result',
                      ...runnerIn({ horse_number: runs[0]?.horse_number ?? null }),
                    }}
                  >
                    {formatRacedate(racedate, language) ?? racedate} {courseAndNumber(racekey, language)}
                  </PlaceLink>
                </th>
                <td>
                  {conditions === undefined ? MISSING : raceInShort(raceWords(conditions, language), inRace)}
                </td>
                {runners.map(({ number, horseId }) => {
                  const run = runs.find((each) => each.horseId === horseId);
                  if (run === undefined)
                    return (
                      <td key={number} className="is-figure">
                        {MISSING} <span className="compare-behind" />
                      </td>
                    );
                  const behind = run.time === undefined || best === undefined ? 0 : run.time - best;
                  return (
                    <td key={number} className="is-figure">
                      <strong>
                        {run.finish === undefined ? t('noFinish') : t('place', { place: run.finish })}
                      </strong>{' '}
                      {/* Always there, so that the finishes stand below each other. */}
                      <span className="compare-behind" title={t('behindHint')}>
                        {behind > 0 && t('behind', { seconds: inSeconds(behind) })}
                      </span>
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
      <Ahead runners={runners} meetings={meetings} />
    </>
  );
}

interface RunnerHeadsProps {
  readonly runners: readonly ComparedRunner[];
  /** Whether seconds follow the figures below, so that the heads leave room for them. */
  readonly isBesideSeconds?: boolean;
}

/** Their numbers alone: six names would be wider than the window. */
const RunnerHeads = ({ runners, isBesideSeconds = false }: RunnerHeadsProps): ReactNode =>
  runners.map(({ number, bracket, name }) => (
    <th key={number} scope="col" aria-label={name} title={name} className="is-figure">
      <BracketNumber bracket={bracket} number={number} />{' '}
      {isBesideSeconds && <span className="compare-behind" />}
    </th>
  ));

interface AheadProps {
  readonly runners: readonly ComparedRunner[];
  readonly meetings: Meetings;
}

/** A row's runner finished ahead of a column's so many times, and behind it as often as the opposite cell says. */
function Ahead({ runners, meetings }: AheadProps): ReactNode {
  const { t } = useTranslation('compare');
  return (
    <table className="compare-table compare-ahead" aria-label={t('ahead')}>
      <thead>
        <tr>
          <th scope="col">{t('ahead')}</th>
          <RunnerHeads runners={runners} />
        </tr>
      </thead>
      <tbody>
        {runners.map((first) => (
          <tr key={first.number}>
            <th scope="row">
              <BracketNumber bracket={first.bracket} number={first.number} /> {first.name}
            </th>
            {runners.map((second) => {
              if (first === second)
                return (
                  <td key={second.number} className="is-figure is-self">
                    {MISSING}
                  </td>
                );
              const met = meetings.between(first.horseId, second.horseId);
              const count = timesAhead(met);
              const title = t('aheadOf', { first: first.name, second: second.name, count });
              return (
                <td key={second.number} className="is-figure" title={title}>
                  {met.length === 0 ? MISSING : count}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
