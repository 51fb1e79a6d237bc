// How the runners fared that ranked first by each index, in the stored races like the one on screen that were run before
// its day.

import { useEffect, useMemo, type ReactNode } from 'react';
import type { ColumnFilter } from '#shared/bridge/row-query.ts';
import { filterOfSource, type ResultSource, type Sort } from '#shared/bridge/source.ts';
import { addDays, formatRacedate, isRacedate } from '#shared/racing/racedate.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { navigation, useStepMemory } from '../../../app/navigation/navigation.ts';
import { Button } from '../../../components/Button.tsx';
import { Completeness } from '../../../components/Completeness.tsx';
import { FailureNotice } from '../../../components/FailureNotice.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { ToggleRow } from '../../../components/ToggleRow.tsx';
import { OpeningState } from '../../../grid/data/OpeningState.tsx';
import { SourceFailure } from '../../../grid/data/SourceFailure.tsx';
import { useArchiveChanges, useLiveRows } from '../../../grid/data/use-archive-changes.ts';
import { useOpenResult, useRowModel, type OpenState } from '../../../grid/data/use-open-result.ts';
import { useLanguage, useTranslation } from '../../../text/text.ts';
import { downloadRoute } from '../../table/subject-download.ts';
import { ALL_ROWS, ROWS_MEMORY } from '../../table/table-state.ts';
import { RecordTable } from './RecordTable.tsx';
import { filtersLike, likenessesOf, likenessText, type Likeness } from './similar-races.ts';
import { useRankRecords } from './use-rank-records.ts';

const NEWEST_FIRST: Sort = [{ column: 'racedate', direction: 'descending' }];
const NO_LIKENESS: readonly Likeness[] = [];
const NO_COLUMNS: readonly string[] = [];
const ARRANGED: readonly string[] = ['racekey'];

/** Everything that is stored of the days before. */
function runnersBefore(racedate: string | undefined): ResultSource | undefined {
  if (racedate === undefined || !isRacedate(racedate)) return undefined;
  return { kind: 'subject', subject: 'runners', to: addDays(racedate, -1) };
}

export function IndexRecords({ race }: { readonly race: RecordValues }): ReactNode {
  const { t } = useTranslation('explain');
  const language = useLanguage();
  const [also, setAlso] = useStepMemory('explain.like', NO_LIKENESS);
  const racedate = race['racedate']?.trim();
  const source = useMemo(() => runnersBefore(racedate), [racedate]);
  const opened = useOpenResult(source);
  // The same list for every drawing: the rows are those of this object.
  const filters = useMemo(() => filtersLike(race, also), [race, also]);
  const date = formatRacedate(racedate ?? '', language) ?? '';
  return (
    <section className="explain-records" aria-label={t('records')}>
      <h3>{t('records')}</h3>
      {filters === undefined || opened === undefined ? (
        <p className="explain-note">{t('unlike')}</p>
      ) : (
        <>
          <div className="explain-like">
            <span>
              {t('like')}: <strong>{likenessText(race, language)}</strong>
            </span>
            <ToggleRow
              label={t('only')}
              options={likenessesOf(race, language)}
              chosen={also}
              onChange={setAlso}
            />
          </div>
          {opened.state !== 'open' ? (
            <OpeningState opened={opened} />
          ) : (
            <Records opened={opened} filters={filters} date={date} />
          )}
        </>
      )}
    </section>
  );
}

interface RecordsProps {
  readonly opened: OpenState;
  readonly filters: readonly ColumnFilter[];
  /** Of the race, as text. */
  readonly date: string;
}

function Records({ opened, filters, date }: RecordsProps): ReactNode {
  const { t } = useTranslation('explain');
  const { source, summary } = opened;
  const own = useMemo(() => [...filters], [filters]);
  const rowQuery = useMemo(() => ({ sort: [], filters: own }), [own]);
  const rows = useRowModel(opened, rowQuery, NO_COLUMNS);
  // No row is drawn, but without a column the rows would not be arranged.
  useEffect(() => rows.show(0, 0, ARRANGED), [rows]);
  const changes = useArchiveChanges(source, summary);
  useLiveRows(changes, opened.renewal !== undefined, () => 0);
  const { records, isOld, thrown, again } = useRankRecords(rows, own);
  const open = (added: readonly ColumnFilter[]): void =>
    navigation.go(
      { screen: 'table', table: 'runners', filter: filterOfSource(source) },
      {
        [ROWS_MEMORY]: {
          ...ALL_ROWS,
          sort: NEWEST_FIRST,
          filters: [...filters, ...added].map((filter) => ({ ...filter, on: true })),
        },
      },
    );
  const isEmpty = summary.records === 0 || records?.every(({ runners }) => runners === 0) === true;
  return (
    <>
      <Coverage opened={opened} isEmpty={isEmpty} isOutdated={changes.failed !== undefined} />
      <SourceFailure source={rows} />
      {changes.failed === undefined ? null : (
        <FailureNotice thrown={changes.failed} onRetry={() => changes.renew(0)} />
      )}
      {isEmpty ? (
        <p className="explain-note">{t('none', { date })}</p>
      ) : thrown !== null ? (
        <FailureNotice thrown={thrown} onRetry={again} />
      ) : records === undefined ? (
        <Skeleton rows={6} />
      ) : (
        <div className={isOld ? 'is-renewed' : undefined} aria-busy={isOld}>
          <RecordTable records={records} onFilters={open} />
          <p className="explain-note">{t('recordsNote', { date })}</p>
        </div>
      )}
    </>
  );
}

interface CoverageProps {
  readonly opened: OpenState;
  readonly isEmpty: boolean;
  readonly isOutdated: boolean;
}

/** Whether anything of the days before is missing. */
function Coverage({ opened: { source, summary }, isEmpty, isOutdated }: CoverageProps): ReactNode {
  const { t } = useTranslation('explain');
  const download = downloadRoute(source);
  return (
    <div className="explain-coverage">
      {/* Indices that are still to come are in none of the figures. */}
      {summary.records === 0 ? null : (
        <Completeness summary={{ ...summary, provisional: 0 }} isOutdated={isOutdated} />
      )}
      {(summary.complete && !isEmpty) || download === undefined ? null : (
        <Button kind="quiet" onPress={() => navigation.go(download)}>
          {t('download')}
        </Button>
      )}
    </div>
  );
}
