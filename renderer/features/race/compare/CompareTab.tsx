// Two to six runners side by side: what the card has on them, where they met, and through whom they can be compared.

import { useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../../text/text.ts';
import { ofRunner } from '#shared/annotations/annotation.ts';
import { styledName } from '#shared/names/latin.ts';
import { byRunner, recordOfRunner } from '#shared/racing/race-rows.ts';
import { useStepMemory } from '../../../app/navigation/navigation.ts';
import { useAnnotations } from '../../../client/use-annotations.ts';
import type { CompletenessFacts } from '../../../components/Completeness.tsx';
import { FailureNotice } from '../../../components/FailureNotice.tsx';
import { useNameStyle } from '../../../text/name-style.ts';
import { FetchRaces } from '../../../racing/FetchRaces.tsx';
import { racesToAsk } from '../../../racing/run-races.ts';
import { useAnnotationsThen } from '../known-at/use-annotations-then.ts';
import { pastRunsOf } from '../past-runs.ts';
import { EmptyCard, PendingNotice } from '../PendingNotice.tsx';
import { TabBody } from '../TabBody.tsx';
import { againAll, summaryOf } from '../batch.ts';
import type { RaceTabProps } from '../tab-props.ts';
import { useRaceSheet } from '../use-race-sheet.ts';
import { FEWEST, suggestedRunners } from './chosen-runners.ts';
import { comparedRunner, type ComparedRunner } from './compared-runner.ts';
import { MetBefore } from './MetBefore.tsx';
import { RivalChains } from './RivalChains.tsx';
import { RunnerChoice } from './RunnerChoice.tsx';
import { SideBySide } from './SideBySide.tsx';
import { useGathering, type Gathering } from './use-gathering.ts';
import { useMeetings } from './use-meetings.ts';
import './compare.css';

export function CompareTab({
  race,
  racekey,
  stage,
  runners: { out, withdrawn, again },
  memoryName,
}: RaceTabProps): ReactNode {
  const { t } = useTranslation('compare');
  const names = useNameStyle();
  const options = { isPast: stage === 'past' };
  const card = useRaceSheet('entry', racekey, options);
  const previous = useRaceSheet('previous', racekey, options);
  const prerace = useRaceSheet('prerace', racekey, {
    ...options,
    comesIn: stage === 'today',
    enabled: stage !== 'coming',
  });
  const previousByKey = useMemo(() => byRunner(previous.records), [previous.records]);
  const runners = useMemo(
    () =>
      card.records
        .flatMap((record) => comparedRunner(record, (name) => styledName(name, names)) ?? [])
        .toSorted((a, b) => a.number - b.number),
    [card.records, names],
  );
  const annotations = useAnnotations(
    useMemo(() => runners.map(({ number }) => ofRunner(racekey, number)), [runners, racekey]),
  );
  const notedThen = useAnnotationsThen(annotations.of);
  const [own, choose] = useStepMemory<readonly number[] | null>(`${memoryName}.chosen`, null);
  const chosen = useMemo(
    () => own ?? suggestedRunners(card.records, withdrawn, notedThen),
    [own, card.records, withdrawn, notedThen],
  );
  const compared = useMemo(() => runners.filter(({ number }) => chosen.includes(number)), [runners, chosen]);
  const { meetings, races, stored, thrown } = useMeetings(card.records, race['racedate']?.trim());
  const joined = stage === 'coming' ? [previous] : [previous, prerace];
  const previousOf = ({ card: entry }: ComparedRunner) => recordOfRunner(previousByKey, entry);
  const unknown =
    meetings === undefined
      ? []
      : racesToAsk(compared.flatMap((runner) => pastRunsOf(previousOf(runner), undefined))).filter(
          (each) => !races.has(each.racekey),
        );
  const isRead = previous.state !== 'loading' && (meetings !== undefined || thrown !== null);
  const gathering = useGathering(unknown, isRead);
  return (
    <TabBody
      main={card}
      memoryName={memoryName}
      summary={withGathering(summaryOf(racekey, card, ...joined), gathering)}
      joined={joined}
      onRefresh={againAll({ again }, ...joined)}
      note={t('note')}
    >
      {() =>
        card.records.length === 0 ? (
          <EmptyCard stage={stage} />
        ) : runners.length === 0 ? (
          <PendingNotice racekey={racekey} title={t('unnumberedTitle')} text={t('unnumbered')} />
        ) : (
          <div className="compare">
            <RunnerChoice runners={runners} chosen={chosen} out={out} onChange={choose} />
            {thrown === null ? null : <FailureNotice thrown={thrown} />}
            {compared.length >= FEWEST && (
              <div className="compare-parts">
                <section>
                  <h2>{t('facts')}</h2>
                  <SideBySide
                    runners={compared}
                    card={card.records}
                    prerace={prerace.records}
                    withdrawn={withdrawn}
                    previousOf={previousOf}
                    stored={meetings === undefined ? undefined : stored}
                  />
                </section>
                {thrown === null && (
                  <div>
                    <section>
                      <div className="compare-head">
                        <h2>{t('met')}</h2>
                        <FetchRaces races={unknown} fetch={gathering.fetch} record="result" />
                      </div>
                      <MetBefore
                        runners={compared}
                        meetings={meetings}
                        stored={storedOf(compared, stored)}
                        gathering={gathering}
                      />
                    </section>
                    {meetings !== undefined && (
                      <RivalChains
                        runners={compared}
                        meetings={meetings}
                        stored={sumOf(stored.values())}
                        isGathering={gathering.isRunning}
                      />
                    )}
                  </div>
                )}
              </div>
            )}
          </div>
        )
      }
    </TabBody>
  );
}

const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0);

const storedOf = (runners: readonly ComparedRunner[], stored: ReadonlyMap<string, number>): number =>
  sumOf(runners.map(({ horseId }) => stored.get(horseId) ?? 0));

/** The card alone may be complete, but not the meetings beside it: while results arrive there is no word of it at all. */
function withGathering(
  card: CompletenessFacts | undefined,
  { isRunning, open }: Gathering,
): CompletenessFacts | undefined {
  if (card === undefined) return undefined;
  if (isRunning) return { ...card, records: 0 };
  if (open.length === 0) return card;
  return {
    ...card,
    complete: false,
    reasons: [
      ...card.reasons,
      ...open.map(({ racekey }) => ({ reason: 'not_fetched' as const, where: racekey })),
    ],
  };
}
