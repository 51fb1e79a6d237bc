// A jockey, a trainer or a sire: the record of a period and how it breaks down, the runners to come, every run.

import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { ofPerson } from '#shared/annotations/annotation.ts';
import type { ColumnFilter } from '#shared/bridge/row-query.ts';
import type { Summary } from '#shared/bridge/results.ts';
import { filterOfSource, type Sort } from '#shared/bridge/source.ts';
import { sireOfId, type Person } from '#shared/racing/person.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { styledName } from '#shared/names/latin.ts';
import { navigation, useStepMemory } from '../../app/navigation/navigation.ts';
import { useRememberedScroll } from '../../app/navigation/use-remembered-scroll.ts';
import { useRestoredFocus } from '../../app/navigation/use-restored-focus.ts';
import { useAnnotations } from '../../client/use-annotations.ts';
import { useToday } from '../../client/use-today.ts';
import { Button } from '../../components/Button.tsx';
import { Completeness } from '../../components/Completeness.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { OpeningState } from '../../grid/data/OpeningState.tsx';
import { useArchiveChanges, useLiveRows } from '../../grid/data/use-archive-changes.ts';
import {
  useApplied,
  useOpenResult,
  useQueryResult,
  useRowModel,
  type OpenState,
} from '../../grid/data/use-open-result.ts';
import { OwnNote } from '../../racing/annotations/OwnNote.tsx';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { downloadRoute } from '../table/subject-download.ts';
import { ALL_ROWS, ROWS_MEMORY } from '../table/table-state.ts';
import { BREAKDOWNS, filtersOfPerson } from '../record/breakdowns.ts';
import { ComingRunners } from './ComingRunners.tsx';
import { PeriodForm } from './PeriodForm.tsx';
import { personPeriod, runnersOf, type WantedPeriod } from './person-period.ts';
import { alwaysRead, PersonRuns } from './PersonRuns.tsx';
import { BreakdownTable, PersonRecord } from './PersonTables.tsx';
import { usePersonName } from './use-person-name.ts';
import { FiguresOf } from '../../racing/figures/FiguresOf.tsx';
import './person.css';

type PersonScreenProps = Person & WantedPeriod;

const NEWEST_FIRST: Sort = [{ column: 'racedate', direction: 'descending' }];

export function PersonScreen({ kind, id, ...wanted }: PersonScreenProps): ReactNode {
  const person = useMemo((): Person => ({ kind, id }), [kind, id]);
  const { period, from, to } = wanted;
  const today = useToday();
  const filters = useMemo(() => filtersOfPerson(person), [person]);
  const shown = useMemo(
    () => (today === undefined ? undefined : personPeriod({ period, from, to }, today)),
    [period, from, to, today],
  );
  const source = useMemo(() => (shown === undefined ? undefined : runnersOf(shown)), [shown]);
  const opened = useOpenResult(source);
  const [outdated, setOutdated] = useState<Summary>();
  const focusKept = useRestoredFocus('person.');
  /** Another period is no step to go back from. */
  const show = (next: WantedPeriod): void => navigation.replace({ screen: 'person', ...person, ...next });
  return (
    <div className="person">
      <PersonHead person={person} leavesFocus={focusKept} />
      {shown === undefined || today === undefined ? null : (
        <>
          <div className="person-choices">
            <PeriodForm wanted={wanted} shown={shown} onShow={show} />
            {opened?.state === 'open' ? (
              <Coverage opened={opened} isOutdated={opened.summary === outdated} />
            ) : null}
          </div>
          {opened === undefined ? null : opened.state !== 'open' ? (
            <OpeningState opened={opened} />
          ) : opened.summary.records === 0 ? (
            <NothingStored opened={opened} today={today}>
              <ComingRunners today={today} filters={filters} />
            </NothingStored>
          ) : (
            <PersonBody
              opened={opened}
              person={person}
              filters={filters}
              today={today}
              onAll={period === 'all' ? undefined : () => show({ period: 'all' })}
              onOutdated={setOutdated}
            />
          )}
        </>
      )}
    </div>
  );
}

interface PersonHeadProps {
  readonly person: Person;
  readonly leavesFocus: boolean;
}

function PersonHead({ person, leavesFocus }: PersonHeadProps) {
  const { t } = useTranslation('person');
  const { t: annotated } = useTranslation('annotations');
  const names = useNameStyle();
  const { kind, id } = person;
  const recorded = usePersonName(person);
  const name = recorded == null ? t('unnamed', { code: id }) : styledName(recorded, names);
  const birthYear = kind === 'sire' ? sireOfId(id).birthYear : undefined;
  const key = useMemo(() => ofPerson(person), [person]);
  const annotations = useAnnotations(useMemo(() => [key], [key]));
  const identity =
    kind !== 'sire'
      ? t(recorded === null ? 'byCodeAlone' : 'byCode', { code: id })
      : birthYear === undefined
        ? t('byName')
        : t('byNameAndYear', { year: birthYear });
  return (
    <PageHeader
      title={name}
      leavesFocus={leavesFocus}
      subtitle={
        <>
          {t(`kinds.${kind}`)} · {identity}
        </>
      }
      actions={
        <OwnNote
          annotations={annotations}
          field={{
            key,
            label: annotated(`noteOnPerson.${kind}`),
            hint: annotated('notePersonHint'),
            about: { name: recorded ?? id },
          }}
          title={name}
          command="notePersonCommand"
          shortcut="n"
        />
      }
    />
  );
}

interface CoverageProps {
  readonly opened: OpenState;
  readonly isOutdated: boolean;
}

/** From which days the figures are, and whether anything of them is missing. */
function Coverage({ opened, isOutdated }: CoverageProps) {
  const { t } = useTranslation('person');
  const language = useLanguage();
  // Of the rows on screen: while another period is read, they are those before it.
  const { summary, source } = opened;
  const { start_racedate: from, end_racedate: to = '' } = filterOfSource(source);
  const download = downloadRoute(source);
  const dateOf = (racedate: string): string => formatRacedate(racedate, language) ?? racedate;
  return (
    <div className="person-coverage">
      <span>
        {from === undefined
          ? t('storedTo', { to: dateOf(to) })
          : t('storedFrom', { from: dateOf(from), to: dateOf(to) })}
      </span>
      {/* Indices that are still to come are in none of the figures. */}
      <Completeness summary={{ ...summary, provisional: 0 }} isOutdated={isOutdated} />
      {!summary.complete && summary.records > 0 && download !== undefined ? (
        <Button kind="quiet" onPress={() => navigation.go(download)}>
          {t('download')}
        </Button>
      ) : null}
    </div>
  );
}

interface NothingStoredProps {
  readonly opened: OpenState;
  readonly today: string;
  readonly children: ReactNode;
}

/** Without any runner of the period: that there was no racing, or what to download; and the runners to come. */
function NothingStored({ opened, today, children }: NothingStoredProps) {
  const { t } = useTranslation('person');
  const download = downloadRoute(opened.source);
  // Too far ahead, days are as complete as those without racing.
  const isToCome = (filterOfSource(opened.source).start_racedate ?? '') > today;
  return (
    <div className="person-empty">
      <EmptyState
        title={opened.summary.complete ? t('noRuns') : t('nothingStored')}
        text={opened.summary.complete ? t(isToCome ? 'toCome' : 'noRacing') : t('nothingStoredText')}
        action={
          opened.summary.complete || download === undefined ? undefined : (
            <Button kind="primary" onPress={() => navigation.go(download)}>
              {t('downloadPeriod')}
            </Button>
          )
        }
      />
      {children}
    </div>
  );
}

interface PersonBodyProps {
  readonly opened: OpenState;
  readonly person: Person;
  readonly filters: readonly ColumnFilter[];
  readonly today: string;
  /** Shows all years; undefined if they are shown. */
  readonly onAll: (() => void) | undefined;
  /** Reports the summary of rows that could not be read again, and undefined once they are. */
  readonly onOutdated: (summary: Summary | undefined) => void;
}

function PersonBody({ opened, person, filters, today, onAll, onOutdated }: PersonBodyProps) {
  const { t } = useTranslation('person');
  const { kind } = person;
  const { source, summary } = opened;
  const [sort, setSort] = useStepMemory<Sort>('person.sort', NEWEST_FIRST);
  // The same list under every sort: the figures do not depend on the order of the rows.
  const own = useMemo(() => [...filters], [filters]);
  const rowQuery = useMemo(() => ({ sort, filters: own }), [sort, own]);
  const always = useMemo(() => alwaysRead(kind), [kind]);
  const rows = useRowModel(opened, rowQuery, always);
  const { rows: count } = useQueryResult(rows);
  // Until the main process has filtered them, the rows are everybody's.
  const isFiltered = useApplied(rows).query !== undefined;
  const changes = useArchiveChanges(source, summary);
  useLiveRows(changes, opened.renewal !== undefined, () => 0);
  const isOutdated = changes.failed !== undefined;
  useEffect(() => onOutdated(isOutdated ? summary : undefined), [onOutdated, isOutdated, summary]);
  const scrolled = useRememberedScroll('person.scroll');
  const breakdowns = BREAKDOWNS[kind];
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
  const tables = { rows, filters: own };
  return (
    <FiguresOf read={[{ ...summary, source }]}>
      {changes.failed === undefined ? null : (
        <FailureNotice thrown={changes.failed} onRetry={() => changes.renew(0)} />
      )}
      <div
        ref={scrolled}
        className={opened.renewal === undefined ? 'person-body' : 'person-body is-renewed'}
        aria-busy={opened.renewal !== undefined}
      >
        <div className="person-summary">
          <PersonRecord {...tables} by={breakdowns[0]?.by ?? []} />
          <p className="person-note">{t(`note.${kind}`)}</p>
        </div>
        <div className="person-figures">
          <div className="record-tables">
            {breakdowns.map((breakdown) => (
              <BreakdownTable
                key={breakdown.name}
                {...tables}
                breakdown={breakdown}
                onFilters={open}
                onRetry={opened.refresh}
              />
            ))}
          </div>
        </div>
        <div className="person-lists">
          <ComingRunners today={today} filters={filters} />
          <section className="person-runs" aria-label={t('runsTitle')} aria-busy={!isFiltered}>
            <div className="person-bar">
              <h2>{t('runsTitle')}</h2>
              {isFiltered && <p>{t('count', { count })}</p>}
              {!isFiltered || count === 0 ? null : (
                <Button kind="quiet" onPress={() => open([])}>
                  {t('openRunners')}
                </Button>
              )}
            </div>
            {/* It has to be there to read its first rows. */}
            <div className={isFiltered ? 'person-grid' : 'person-grid is-unread'}>
              <PersonRuns kind={kind} rows={rows} sort={sort} onSort={setSort} />
            </div>
            {isFiltered && count === 0 ? (
              <EmptyState
                title={t('noRuns')}
                text={t('noRunsText')}
                action={onAll === undefined ? undefined : <Button onPress={onAll}>{t('all')}</Button>}
              />
            ) : null}
          </section>
        </div>
      </div>
    </FiguresOf>
  );
}
