// The card: every runner with its marks, indices, reference odds and last five finishes.

import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sort } from '#shared/bridge/source.ts';
import { columnOf, TABLES } from '#shared/catalogue/tables.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage } from '../../text/text.ts';
import { useStepMemory } from '../../app/navigation/navigation.ts';
import { ExportButton } from '../exports/ExportButton.tsx';
import { composedTable } from '../exports/composed-cells.ts';
import { cardColumns } from './card-columns.tsx';
import { shownColumns } from './shown-columns.ts';
import { CardTable } from './CardTable.tsx';
import { HeadcountNotice } from './HeadcountNotice.tsx';
import { pastRunsOf } from './past-runs.ts';
import { byRunner, runnerKey } from '#shared/racing/race-rows.ts';
import { RunnerDetail } from './RunnerDetail.tsx';
import { racesToAsk } from '../../racing/run-races.ts';
import { sortedRows } from '../../racing/sorted-rows.ts';
import { TabBody } from './TabBody.tsx';
import type { RaceTabProps } from './tab-props.ts';
import { againAll, summaryOf } from './batch.ts';
import { useRaceSheet } from './use-race-sheet.ts';
import { useRunRaces } from '../../racing/use-run-races.ts';
import { useRovingFocus } from '../../components/use-roving-focus.ts';
import './CardTab.css';

const BY_NUMBER: Sort = [{ column: 'horse_number', direction: 'ascending' }];

export function CardTab({ race, racekey, stage, runners: { out, withdrawn }, memoryName }: RaceTabProps) {
  const { t } = useTranslation('race');
  const language = useLanguage();
  const names = useNameStyle();
  const options = { isPast: stage === 'past' };
  const card = useRaceSheet('entry', racekey, options);
  const previous = useRaceSheet('previous', racekey, options);
  const [sort, setSort] = useStepMemory<Sort>(`${memoryName}.sort`, BY_NUMBER);
  const columns = useMemo(() => cardColumns(t, language, names), [t, language, names]);
  const runners = useMemo(() => sortedRows(card.records, TABLES.d_ky.columns, sort), [card.records, sort]);
  const previousOf = useMemo(() => byRunner(previous.records), [previous.records]);
  const races = useMemo(
    () => racesToAsk([...previousOf.values()].flatMap((record) => pastRunsOf(record, undefined))),
    [previousOf],
  );
  const { byKey: conditions } = useRunRaces(races);
  const source = card.loaded?.source;
  const exported = ['bracket_number', 'horse_number', 'horse_name', ...columns.map(({ field }) => field)];

  return (
    <TabBody
      main={card}
      memoryName={memoryName}
      summary={summaryOf(card, previous)}
      onRefresh={againAll(card, previous)}
      note={t('cardNote')}
      actions={
        source !== undefined &&
        source.kind === 'table' &&
        card.records.length > 0 && (
          <ExportButton
            source={source}
            resultId={card.loaded?.resultId}
            columns={exported.filter((name) => columnOf(source.table, name) !== undefined)}
            allColumns={card.loaded?.columns.map(({ name }) => name) ?? exported}
            sort={sort}
            composed={() =>
              composedTable(shownColumns(columns, { out, previousOf, t, language, names }), runners)
            }
          />
        )
      }
    >
      {() =>
        runners.length === 0 ? (
          <EmptyState title={t('emptyCardTitle')} text={t('emptyCardText')} />
        ) : (
          <>
            <HeadcountNotice race={race} records={card.records} withdrawn={withdrawn} />
            <Runners
              memoryName={memoryName}
              runners={runners}
              columns={columns}
              sort={sort}
              onSort={setSort}
              out={out}
              previous={previousOf}
              conditions={conditions}
              isPastLoading={previous.state === 'loading'}
            />
          </>
        )
      }
    </TabBody>
  );
}

type RunnersProps = Omit<Parameters<typeof CardTable>[0], 'roving'> & { readonly memoryName: string };

/** The table, and below it the details of the runner in the current row. */
function Runners({ memoryName, ...props }: RunnersProps) {
  const roving = useRovingFocus(`${memoryName}.at`);
  const runner = props.runners[roving.row] ?? props.runners[0];
  return (
    <>
      <CardTable {...props} roving={roving} />
      {runner !== undefined && <RunnerDetail key={runnerKey(runner)} runner={runner} />}
    </>
  );
}
