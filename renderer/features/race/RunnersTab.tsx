// A tab with one kind of record of every runner in a grid: pre-race data, training. The result differs in too much.

import { useMemo, useState, type ReactNode } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import type { Sort } from '#shared/bridge/source.ts';
import { runnerKey, type RecordValues } from '#shared/racing/race-rows.ts';
import { useStepMemory } from '../../app/navigation/navigation.ts';
import { sortedRows } from '../../racing/sorted-rows.ts';
import { FieldsExport } from './FieldsExport.tsx';
import { RunnersGrid } from './RunnersGrid.tsx';
import { TabBody } from './TabBody.tsx';
import { againAll, summaryOf } from './batch.ts';
import type { RaceTabProps } from './tab-props.ts';
import { useMarkedRecords, withMark } from './use-marked-records.ts';
import type { LoadedRace } from './use-race-sheet.ts';

interface RunnersTabProps {
  readonly tab: RaceTabProps;
  readonly main: LoadedRace;
  readonly card: LoadedRace;
  /** The rows: the main records with what the card adds to them. */
  readonly records: readonly RecordValues[];
  readonly label: string;
  /** The table that names the exported columns. */
  readonly table: TableCode;
  readonly exported: readonly string[];
  readonly columns: readonly Column[];
  /** Widths in pixels by column, if they differ from the usual ones. */
  readonly widths?: Readonly<Record<string, number>> | undefined;
  readonly ranked: ReadonlySet<string>;
  readonly firstSort: Sort;
  readonly note: ReactNode;
  /** Shown in place of the grid while there are no records. */
  readonly empty: ReactNode;
  /** What stands below the grid, of the runner with this key: the one in the current row. */
  readonly renderBelow: (runner: string) => ReactNode;
  /** Notices above the grid. */
  readonly children?: ReactNode;
}

export function RunnersTab(props: RunnersTabProps) {
  const { tab, main, card, label, table, exported, ranked, note, empty, children } = props;
  const { race, runners, memoryName } = tab;
  const [sort, setSort] = useStepMemory<Sort>(`${memoryName}.sort`, props.firstSort);
  const { records, annotations } = useMarkedRecords(props.records);
  const columns = useMemo(() => withMark(props.columns), [props.columns]);
  const [current, setCurrent] = useState<string>();
  // The grid reports its row once it is seen; a tab that is drawn ahead shows the first.
  const first = useMemo(() => sortedRows(records, columns, sort)[0], [records, columns, sort]);
  const runner = current ?? (first && runnerKey(first));
  const source = main.loaded?.source;
  return (
    <TabBody
      main={main}
      memoryName={memoryName}
      summary={summaryOf(tab.racekey, main, card)}
      joined={[card]}
      onRefresh={againAll(runners, main)}
      note={note}
      actions={
        source !== undefined &&
        records.length > 0 && (
          <FieldsExport
            table={table}
            source={source}
            summary={main.loaded}
            columns={exported}
            sort={sort}
            grid={{ columns, records, sort }}
          />
        )
      }
    >
      {() =>
        records.length === 0 ? (
          empty
        ) : (
          <>
            {children}
            <RunnersGrid
              race={race}
              card={card.records}
              withdrawn={runners.withdrawn}
              reasonOf={runners.reasonOf}
              label={label}
              records={records}
              columns={columns}
              sort={sort}
              onSort={setSort}
              memoryName={memoryName}
              widths={props.widths}
              ranked={ranked}
              annotations={annotations}
              onCurrent={setCurrent}
            />
            {runner !== undefined && props.renderBelow(runner)}
          </>
        )
      }
    </TabBody>
  );
}
