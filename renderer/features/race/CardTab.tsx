// The card: every runner with its marks, indices, reference odds and last five finishes.

import { memo, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Sort } from '#shared/bridge/source.ts';
import { columnOf, TABLES } from '#shared/catalogue/tables.ts';
import { ofPerson, type AnnotationKey } from '#shared/annotations/annotation.ts';
import { useAnnotations, type ShownAnnotations } from '../../client/use-annotations.ts';
import { useMediaQuery } from '../../components/use-media-query.ts';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { keysOfRunner, markedRunner, markOf, MY_MARK } from '../../racing/annotations/marked-runner.ts';
import { useRunnerMarks } from '../../racing/annotations/use-runner-marks.tsx';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { useStepMemory } from '../../app/navigation/navigation.ts';
import { ExportButton } from '../exports/ExportButton.tsx';
import { composedTable } from '../exports/composed-cells.ts';
import { cardColumns, OUTCOME_FIELDS } from './card-columns.tsx';
import { isRun, placeOf } from '#shared/racing/result-rows.ts';
import { FINISH } from '#shared/racing/run-columns.ts';
import { shownColumns } from './shown-columns.ts';
import { CardTable } from './CardTable.tsx';
import { HeadcountNotice } from './HeadcountNotice.tsx';
import { FINISH_COLUMNS, pastRunsOf } from './past-runs.ts';
import { byRunner, joined, runnerKey, type RecordValues } from '#shared/racing/race-rows.ts';
import { peopleOf } from '#shared/racing/person.ts';
import { OVERALL_INDEX } from '#shared/racing/index-parts.ts';
import { ExplainPanel } from './explain/ExplainPanel.tsx';
import { useExplain } from './explain/use-explain.ts';
import { EmptyCard } from './PendingNotice.tsx';
import { RaceShape } from './RaceShape.tsx';
import { RunnerDetail, type DetailPart } from './RunnerDetail.tsx';
import { racesToAsk } from '../../racing/run-races.ts';
import { sortedRows } from '../../racing/sorted-rows.ts';
import { TabBody } from './TabBody.tsx';
import type { RaceTabProps } from './tab-props.ts';
import { useAnnotationsThen } from './known-at/use-annotations-then.ts';
import { againAll, summaryOf } from './batch.ts';
import { useRaceSheet } from './use-race-sheet.ts';
import { useRunRaces } from '../../racing/use-run-races.ts';
import { useRunnerRoving } from './use-runner-roving.ts';
import './CardTab.css';

/** The card's own columns, the outcome, and the user's mark. */
const SORTED_COLUMNS = [
  ...TABLES.d_ky.columns,
  ...TABLES.t_se.columns.filter(({ name }) => OUTCOME_FIELDS.some((field) => field === name)),
  FINISH,
  MY_MARK,
];

const keysOf = (records: readonly RecordValues[]): readonly AnnotationKey[] =>
  records.flatMap((record) => {
    const runner = markedRunner(record);
    return [...(runner === undefined ? [] : keysOfRunner(runner)), ...peopleOf(record).map(ofPerson)];
  });

const withMarks = (records: readonly RecordValues[], of: ShownAnnotations['of']): readonly RecordValues[] =>
  records.map((record) => {
    const mark = markOf(record, of);
    return { ...record, place: placeOf(record), ...(mark === undefined ? {} : { [MY_MARK.name]: mark }) };
  });

const BY_NUMBER: Sort = [{ column: 'horse_number', direction: 'ascending' }];

export function CardTab({
  race,
  racekey,
  stage,
  runners: { withdrawn, reasonOf, records, again },
  memoryName,
}: RaceTabProps) {
  const { t } = useTranslation('race');
  const language = useLanguage();
  const names = useNameStyle();
  const options = { isPast: stage === 'past' };
  const card = useRaceSheet('entry', racekey, options);
  const previous = useRaceSheet('previous', racekey, { ...options, columns: FINISH_COLUMNS });
  const result = useRaceSheet('result', racekey, { ...options, enabled: stage !== 'coming' });
  // A race that has not been run may have no result for hours, so its card does not wait for one.
  const joinedSheets = stage === 'past' || result.state === 'failed' ? [result] : [];
  const [sort, setSort] = useStepMemory<Sort>(`${memoryName}.sort`, BY_NUMBER);
  const hasRun = isRun(records.results);
  const columns = useMemo(() => cardColumns(t, language, names, hasRun), [t, language, names, hasRun]);
  const annotations = useAnnotations(useMemo(() => keysOf(card.records), [card.records]));
  const notedThen = useAnnotationsThen(annotations.of);
  const marked = useMemo(
    () => withMarks(joined(card.records, records.results, OUTCOME_FIELDS), notedThen),
    [card.records, records.results, notedThen],
  );
  const runners = useMemo(() => sortedRows(marked, SORTED_COLUMNS, sort), [marked, sort]);
  const previousOf = useMemo(() => byRunner(previous.records), [previous.records]);
  const races = useMemo(
    () => racesToAsk([...previousOf.values()].flatMap((record) => pastRunsOf(record, undefined))),
    [previousOf],
  );
  const { byKey: conditions } = useRunRaces(races);
  const explaining = useExplain('overall', memoryName);
  const [current, setCurrent] = useState<string>();
  const explained = runners.find((each) => runnerKey(each) === current);
  const source = card.loaded?.source;
  const exported = ['bracket_number', 'horse_number', 'horse_name', ...columns.map(({ field }) => field)];

  return (
    <TabBody
      main={card}
      memoryName={memoryName}
      summary={summaryOf(racekey, card, previous, ...joinedSheets)}
      joined={joinedSheets}
      onRefresh={againAll({ again }, previous)}
      note={t('cardNote')}
      beside={
        explaining.isOpen && runners.length > 0 ? (
          <ExplainPanel sum={OVERALL_INDEX} race={race} runner={explained} explaining={explaining} />
        ) : undefined
      }
      actions={
        source !== undefined &&
        source.kind === 'table' &&
        card.records.length > 0 && (
          <ExportButton
            source={source}
            summary={card.loaded}
            columns={exported.filter((name) => columnOf(source.table, name) !== undefined)}
            allColumns={card.loaded?.columns.map(({ name }) => name) ?? exported}
            sort={sort}
            composed={() =>
              composedTable(
                shownColumns(columns, {
                  reasonOf,
                  previousOf,
                  noted: notedThen,
                  t,
                  language,
                  names,
                }),
                runners,
              )
            }
          />
        )
      }
    >
      {() =>
        runners.length === 0 ? (
          <EmptyCard stage={stage} />
        ) : (
          <>
            <HeadcountNotice race={race} records={card.records} withdrawn={withdrawn} />
            {annotations.thrown != null && <FailureNotice thrown={annotations.thrown} />}
            {previous.thrown != null && <FailureNotice thrown={previous.thrown} onRetry={previous.again} />}
            <Runners
              memoryName={memoryName}
              isPast={options.isPast}
              racedate={race['racedate']?.trim()}
              annotations={annotations}
              noted={notedThen}
              results={records.results}
              runners={runners}
              columns={columns}
              sort={sort}
              onSort={setSort}
              withdrawn={withdrawn}
              reasonOf={reasonOf}
              previous={previousOf}
              conditions={conditions}
              isPastLoading={previous.state === 'loading'}
              hasPastFailed={previous.state === 'failed'}
              isExplained={explaining.isOpen}
              onExplain={explaining.open}
              onCurrent={setCurrent}
            />
          </>
        )
      }
    </TabBody>
  );
}

type RunnersProps = Omit<Parameters<typeof CardTable>[0], 'roving' | 'onMenu'> & {
  /** The numbers of the horses that do not run. */
  readonly withdrawn: ReadonlySet<number>;
  /** As they are now: what changes them. */
  readonly annotations: ShownAnnotations;
  readonly memoryName: string;
  readonly racedate: string | undefined;
  /** Of the race, once it was run. */
  readonly results: readonly RecordValues[];
  /** Reports the key of the runner in the current row. */
  readonly onCurrent: (runner: string | undefined) => void;
};

/** Where the shape of the race stands beside the rows: as in RaceShape.css. */
const WIDE = '(min-width: 1900px)';

/**
 * The table, and below it the details of the runner in the current row. Drawn again only for what it shows: the tab hears
 * of every answer.
 */
const Runners = memo(function Runners({
  memoryName,
  racedate,
  results,
  withdrawn,
  onCurrent,
  annotations,
  ...props
}: RunnersProps) {
  const roving = useRunnerRoving(`${memoryName}.at`, props.runners);
  const runner = props.runners[roving.row] ?? props.runners[0];
  const key = runner === undefined ? undefined : runnerKey(runner);
  useEffect(() => onCurrent(key), [onCurrent, key]);
  const current = useMemo(
    () => (runner === undefined ? undefined : markedRunner(runner, racedate)),
    [runner, racedate],
  );
  const { ref } = roving.around;
  const marks = useRunnerMarks(
    annotations,
    current,
    () => ref.current?.querySelector<HTMLElement>(`[data-stop="${roving.row},0"]`) ?? null,
  );
  const openMenu = (record: RecordValues, anchor: HTMLElement): void => {
    const wanted = markedRunner(record, racedate);
    if (wanted !== undefined) marks.openMenu(wanted, anchor);
  };
  // The panel of the explanation takes the room of the second column.
  const isWide = useMediaQuery(WIDE) && !props.isExplained;
  const detail = (part: DetailPart): ReactNode =>
    runner !== undefined && (
      <RunnerDetail
        key={key}
        part={part}
        runner={runner}
        noted={props.noted}
        isExplained={props.isExplained}
        onExplain={props.onExplain}
      />
    );
  return (
    <div className="card-desk">
      <div>
        <CardTable {...props} roving={roving} onMenu={openMenu} />
        {marks.overlay}
        {isWide && detail('first')}
      </div>
      <div className="card-side">
        <RaceShape card={props.runners} results={results} out={withdrawn} />
        {detail(isWide ? 'rest' : 'all')}
      </div>
    </div>
  );
});
