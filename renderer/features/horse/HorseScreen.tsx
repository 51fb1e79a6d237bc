// A horse: its identity, its record, and every known run with a link to its race.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import type { Sort } from '#shared/bridge/source.ts';
import { RUNS } from '#shared/catalogue/subjects/runs.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { Button } from '../../components/Button.tsx';
import { Completeness } from '../../components/Completeness.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useBridge } from '../../client/bridge.tsx';
import { requestAgain } from '../../client/request-again.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { navigation, useStepMemory } from '../../app/navigation/navigation.ts';
import { composedCells } from '../exports/composed-cells.ts';
import { ExportButton } from '../exports/ExportButton.tsx';
import { FetchRaces } from '../../racing/FetchRaces.tsx';
import { useRestoredFocus } from '../../app/navigation/use-restored-focus.ts';
import { recordsOf, type RecordValues } from '#shared/racing/race-rows.ts';
import { racesToAsk } from '../../racing/run-races.ts';
import { sortOfRecords } from '../../racing/sorted-rows.ts';
import { useRaceFetch } from '../../racing/use-run-races.ts';
import { useRememberedScroll } from '../../app/navigation/use-remembered-scroll.ts';
import { HorseFacts, HorseHead } from './HorseHead.tsx';
import { HiddenForm } from './HiddenForm.tsx';
import { masterOf, runsOf, sheetQuery, type HorseRead } from './horse-reads.ts';
import { HorseFigures, HorseRecord } from './HorseRecord.tsx';
import { isWithoutRace, knownFrom, timesLookWrong } from './known-runs.ts';
import { Opponents } from './Opponents.tsx';
import { RunChart } from './RunChart.tsx';
import { useNamedRiders } from './use-named-riders.ts';
import { RunsNext } from './RunsNext.tsx';
import { RUN_COLUMNS } from '#shared/racing/horse-run-columns.ts';
import { runColumns, runRows, RunsGrid } from './RunsGrid.tsx';
import { FiguresOf } from '../../racing/figures/FiguresOf.tsx';
import './HorseScreen.css';

const NEWEST_FIRST: Sort = [{ column: 'racedate', direction: 'descending' }];
const NONE: readonly RecordValues[] = [];
const ALL_FIELDS = RUNS.columns.map(({ name }) => name);

export function HorseScreen({ horse_id }: { readonly horse_id: string }) {
  const { t } = useTranslation('horse');
  const master = useRead(masterOf(horse_id));
  const runs = useRead(runsOf(horse_id));
  const named = useNamedRiders(runs.records);
  const [sort, setSort] = useStepMemory<Sort>('horse.sort', NEWEST_FIRST);
  const language = useLanguage();
  const names = useNameStyle();
  const focusKept = useRestoredFocus('horse.');
  // The service keeps one record per date of writing; the newest is current.
  const newest = master.records.toSorted((a, b) =>
    (a['updated_at'] ?? '') < (b['updated_at'] ?? '') ? 1 : -1,
  )[0];

  const facts =
    newest === undefined && !master.isPending ? null : (
      <FiguresOf read={[master.sheet]}>
        <HorseFacts horse={newest} />
      </FiguresOf>
    );
  return (
    <div className="horse">
      <HorseHead
        horse_id={horse_id}
        horse={newest}
        state={stateOf(master, newest)}
        nameOfRuns={nameIn(runs.records)}
        records={master.records.length}
        leavesFocus={focusKept}
      />
      {master.thrown !== null && <FailureNotice thrown={master.thrown} onRetry={master.again} />}
      {runs.isPending ? (
        <>
          {facts}
          <Skeleton rows={12} />
        </>
      ) : runs.sheet === undefined ? (
        <>
          {facts}
          <FailureNotice thrown={runs.thrown} onRetry={runs.again} />
        </>
      ) : (
        <FiguresOf read={[runs.sheet]}>
          <Runs
            horseId={horse_id}
            facts={facts}
            runs={named.runs}
            provisional={runs.sheet.provisional}
            isNaming={named.isLoading}
            since={runs.sheet.reasons.find(({ reason }) => reason === 'earlier_runs')?.where}
            bar={
              <>
                <Completeness summary={runs.sheet} />
                <Button kind="quiet" onPress={runs.again}>
                  {t('refresh')}
                </Button>
                {runs.records.length > 0 && (
                  <ExportButton
                    source={runsOf(horse_id).source}
                    columns={RUN_COLUMNS}
                    allColumns={ALL_FIELDS}
                    sort={sortOfRecords(sort)}
                    summary={runs.sheet}
                    composed={() => {
                      const columns = runColumns(timesLookWrong(runs.records));
                      return composedCells(
                        columns,
                        runRows(named.runs, columns, sort, language),
                        language,
                        names,
                      );
                    }}
                  />
                )}
              </>
            }
            sort={sort}
            onSort={setSort}
          />
        </FiguresOf>
      )}
    </div>
  );
}

interface RunsProps {
  readonly horseId: string;
  readonly facts: ReactNode;
  readonly runs: readonly RecordValues[];
  /** How many of them still lack their indices. */
  readonly provisional: number;
  /** Whether names of riders are still being looked up. */
  readonly isNaming: boolean;
  /** Race date before which runs may be missing; undefined if all are known. */
  readonly since: string | undefined;
  readonly bar: ReactNode;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

function Runs({ horseId, facts, runs, provisional, isNaming, since, bar, sort, onSort }: RunsProps) {
  const { t } = useTranslation('horse');
  const language = useLanguage();
  const scrolled = useRememberedScroll('horse.scroll');
  const { stored, unstored } = knownFrom(runs);
  const isRaw = timesLookWrong(runs);
  const gaps = since === undefined ? '' : t('olderRuns', { date: formatRacedate(since, language) ?? since });
  const fetch = useRaceFetch();
  const races = useMemo(() => racesToAsk(runs.filter(isWithoutRace).map(raceOfRun)), [runs]);
  return (
    <div ref={scrolled} className="horse-body" aria-busy={isNaming}>
      {facts}
      {runs.length === 0 ? (
        <EmptyState
          title={t('noRunsTitle')}
          text={t('noRunsText')}
          action={
            <Button onPress={() => navigation.go({ screen: 'table', table: 'd_se' })}>
              {t('openResults')}
            </Button>
          }
        />
      ) : (
        <>
          <div className="horse-overview">
            <RunChart runs={runs} gaps={gaps} />
            <div className="horse-side">
              <HorseFigures runs={runs} />
              <RunsNext horseId={horseId} />
              <HiddenForm runs={runs} />
            </div>
          </div>
          <div className="horse-runs-bar">
            <h2>{t('runs')}</h2>
            <p>
              {unstored === 0 ? t('knownAllStored', { stored }) : t('known', { stored, unstored })} {gaps}
            </p>
            <FetchRaces races={races} fetch={fetch} />
            {bar}
          </div>
          {isRaw && (
            <Notice kind="warning" title={t('timesRawTitle')}>
              {t('timesRaw')}
            </Notice>
          )}
          <RunsGrid runs={runs} sort={sort} onSort={onSort} timesRaw={isRaw} provisional={provisional} />
          <HorseRecord horseId={horseId} runs={runs} gaps={gaps} />
          <Opponents horseId={horseId} runs={runs} />
        </>
      )}
    </div>
  );
}

/** While the request fails, nobody knows whether the service has a master record. */
function stateOf(
  { isPending, thrown }: Pick<ReturnType<typeof useRead>, 'isPending' | 'thrown'>,
  newest: RecordValues | undefined,
) {
  if (newest !== undefined) return 'ready';
  if (isPending) return 'loading';
  return thrown === null ? 'none' : 'failed';
}

/** Of the newest run that has one. */
const nameIn = (runs: readonly RecordValues[]): string | undefined =>
  runs.map((run) => run['horse_name']?.trim()).find((name) => name !== undefined && name !== '');

const raceOfRun = (run: RecordValues) => ({
  racekey: run['racekey']?.trim() || undefined,
  racedate: run['racedate']?.trim() || undefined,
});

/** Reads a small source at once, with its records as the screen needs them. */
function useRead(read: HorseRead) {
  const bridge = useBridge();
  const cache = useQueryClient();
  const { data, error, isPending } = useQuery(sheetQuery(bridge, cache, read));
  const records = useMemo(() => (data === undefined ? NONE : recordsOf(data)), [data]);
  const again = (): void => void requestAgain(cache, sheetQuery(bridge, cache, read, true));
  return { sheet: data, records, thrown: error, isPending, again };
}
