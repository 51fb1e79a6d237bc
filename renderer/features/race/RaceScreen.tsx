// One race: its header in one line, then the races of its day and a tab for each kind of data in another.

import { useMemo } from 'react';
import { parseRacedate, todayInTokyo } from '#shared/racing/racedate.ts';
import { describeRacekey } from '#shared/racing/racekey.ts';
import { useDaySheet } from '../../client/use-day-sheet.ts';
import { useToday } from '../../client/use-today.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { Panel, Tabs } from '../../components/Tabs.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { navigation } from '../../app/navigation/navigation.ts';
import { memoryName, RACE_TABS, type RaceTab } from './race-tabs.ts';
import { useRestoredFocus } from '../../app/navigation/use-restored-focus.ts';
import { PastRaceContext } from './known-at/known-race.ts';
import { PastBanner, PastSlider } from './known-at/PastSlider.tsx';
import { usePastRace, type PastChoice } from './known-at/use-past-race.ts';
import { neighborsOf, racesOf } from './race-day.ts';
import { stageOf } from '#shared/racing/race-facts.ts';
import { recordsOf } from '#shared/racing/race-rows.ts';
import { RaceHead } from './RaceHead.tsx';
import { RacePlace, RacePlaces } from './race-places.tsx';
import { RaceStrip } from './RaceStrip.tsx';
import { RunnerSelection } from './selected-runner.tsx';
import { TabPanels } from './TabPanels.tsx';
import { fieldSize } from '#shared/racing/race-records.ts';
import { useRacePage } from './use-race-page.ts';
import { useRaceRecords } from './use-race-records.ts';
import { useRaceCommands } from './use-race-commands.ts';
import { FiguresOf } from '../../racing/figures/FiguresOf.tsx';
import { useRaceSheet } from './use-race-sheet.ts';
import './RaceScreen.css';

interface RaceScreenProps {
  readonly racekey: string;
  readonly tab: RaceTab;
  /** The number of the horse to select. */
  readonly runner?: number | undefined;
}

export function RaceScreen({ racekey, tab, runner }: RaceScreenProps) {
  const isReading = useRacePage(racekey);
  const choice = usePastRace(racekey, !isReading);
  return (
    <PastRaceContext value={choice.past}>
      <RacePlaces>
        <RunnerSelection racekey={racekey} runner={runner}>
          <Race racekey={racekey} tab={tab} choice={choice} isReading={isReading} />
        </RunnerSelection>
      </RacePlaces>
    </PastRaceContext>
  );
}

/** Results and payoffs of a race that is shown as it was known before it was run. */
function NoOutcome({ choice }: { readonly choice: PastChoice }) {
  const { t } = useTranslation('knownAt');
  return (
    <EmptyState
      title={t('outcomeTitle')}
      text={t('outcomeText')}
      action={<Button onPress={() => choice.show(choice.times.length)}>{t('toNow')}</Button>}
    />
  );
}

const OUTCOME_TABS: ReadonlySet<RaceTab> = new Set(['result', 'payoffs']);

interface RaceProps extends Omit<RaceScreenProps, 'runner'> {
  readonly choice: PastChoice;
  /** Whether everything of the race is being read by one call: until then, nothing is read by itself. */
  readonly isReading: boolean;
}

function Race({ racekey, tab, choice, isReading }: RaceProps) {
  const { t } = useTranslation('race');
  const language = useLanguage();
  const today = useToday();
  const program = useRaceSheet('race', racekey, { enabled: !isReading });
  const race = program.records[0];
  const racedate = race?.['racedate']?.trim();
  const { past } = choice;
  const day = past === undefined ? today : todayInTokyo(past.at);
  const stage = race === undefined || day === undefined ? undefined : stageOf(racedate, day);
  const runners = useRaceRecords(race, racekey, stage);
  const { races, thrown: unreadDay, again: readDay } = useRacesOfDay(racedate, today);
  const tabs = RACE_TABS.map((id) => ({ id, label: t(`tabs.${id}`), title: t(`tabTitles.${id}`) }));
  const neighbors = useMemo(() => neighborsOf(races, racekey), [races, racekey]);
  const focusKept = useRestoredFocus(memoryName(racekey, tab));
  useRaceCommands({ racekey, racedate, neighbors });

  // The program comes a moment before the rest of the same answer: drawn with it, the page would be drawn twice.
  if (isReading || program.state === 'loading' || today === undefined) {
    return (
      <div className="race">
        <PageHeader title={describeRacekey(racekey, language)} leavesFocus={focusKept} />
        <Skeleton rows={20} />
      </div>
    );
  }
  if (program.state === 'failed') {
    return (
      <div className="race">
        <PageHeader title={describeRacekey(racekey, language)} />
        <FailureNotice thrown={program.thrown} onRetry={program.again} />
      </div>
    );
  }
  if (race === undefined || stage === undefined) {
    return (
      <div className="race">
        <PageHeader title={describeRacekey(racekey, language)} />
        <EmptyState
          title={t('notFoundTitle')}
          text={t('notFoundText', { racekey })}
          action={<Button onPress={() => navigation.go({ screen: 'day' })}>{t('openDay')}</Button>}
        />
      </div>
    );
  }
  return (
    <div className={past === undefined ? 'race' : 'race is-past'}>
      <FiguresOf read={[past === undefined ? program.loaded : undefined]}>
        <RaceHead
          race={race}
          racekey={racekey}
          runners={fieldSize(runners.records)}
          neighbors={neighbors}
          leavesFocus={focusKept}
        />
      </FiguresOf>
      <PastBanner choice={choice} />
      <div className="race-tabs" aria-busy={runners.isLoading}>
        <Tabs
          label={t('tabsLabel')}
          tabs={tabs}
          selected={tab}
          onSelect={(next) => navigation.replace({ screen: 'race', racekey, tab: next })}
          after={
            <>
              {unreadDay === null ? (
                <RaceStrip races={races} racekey={racekey} />
              ) : (
                <UnreadDay onRetry={readDay} />
              )}
              <RacePlace name="bar" />
            </>
          }
        >
          {past !== undefined && OUTCOME_TABS.has(tab) ? (
            <Panel key={tab} id={tab} isShown>
              <NoOutcome choice={choice} />
            </Panel>
          ) : (
            <TabPanels tab={tab} race={race} racekey={racekey} stage={stage} runners={runners} />
          )}
        </Tabs>
      </div>
      <div className="race-foot">
        <RacePlace name="note" />
        <PastSlider choice={choice} />
      </div>
    </div>
  );
}

function useRacesOfDay(racedate: string | undefined, today: string | undefined) {
  const isKnown = racedate !== undefined && today !== undefined && parseRacedate(racedate) !== undefined;
  const { data, error, refetch } = useDaySheet('race', racedate ?? '', today ?? '', isKnown);
  const races = useMemo(() => (data === undefined ? [] : racesOf(recordsOf(data))), [data]);
  const again = (): void => void refetch();
  return { races, thrown: data === undefined ? error : null, again };
}

/** In place of the races of the day. */
function UnreadDay({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation('race');
  const { t: shell } = useTranslation('shell');
  return (
    <span className="race-strip-unread" role="alert">
      {t('dayUnread')}{' '}
      <Button kind="quiet" onPress={onRetry}>
        {shell('retry')}
      </Button>
    </span>
  );
}
