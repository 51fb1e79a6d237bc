// The horse's runs as a grid; a run opens the result of its race.

import { useMemo } from 'react';
import type { Sort } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { isBlank } from '#shared/catalogue/reading.ts';
import { RUNS } from '#shared/catalogue/subjects/runs.ts';
import { parseRacekey } from '#shared/racing/racekey.ts';
import type { Language } from '#shared/text.ts';
import { nameLink } from '../../racing/key-links.ts';
import { RacingGrid } from '../../racing/RacingGrid.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { navigation } from '../../app/navigation/navigation.ts';
import type { Route } from '../../app/screens.tsx';
import { CORNERS, DRAWN_GAP, FINISH, raw, withPlace } from '#shared/racing/run-columns.ts';
import { WIDTHS } from '../../racing/grid-columns.ts';
import { runnerIn, type RecordValues } from '#shared/racing/race-rows.ts';
import { finishWords, placeOf, withoutPlaceLast } from '#shared/racing/result-rows.ts';
import { cornersOf, gapOf } from '#shared/racing/runner-words.ts';
import { RUN_COLUMNS } from '#shared/racing/horse-run-columns.ts';
import { recordSource, sortedRows } from '../../racing/sorted-rows.ts';
import { codeWords } from '../record/breakdowns.ts';

interface RunsGridProps {
  readonly runs: readonly RecordValues[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  /** Times are shown unchanged. */
  readonly timesRaw: boolean;
  /** How many of the runs still lack their indices. */
  readonly provisional: number;
}

/** The race is shown as its course, number and name; the four corners are one cell. */
const LEFT_OUT = new Set([
  'racecourse_cd', 'race_number', 'race_name', 'trouble_classification', 'corner2_order', 'corner3_order', 'corner4_order',
]); // prettier-ignore

const COMPOSED = new Map([
  ['corner1_order', CORNERS],
  ['order_of_finish', FINISH],
]);

const PINNED = ['racedate', 'racekey', 'finish'];

/** The pinned columns first, as on screen. */
const COLUMNS = RUN_COLUMNS.filter((name) => !LEFT_OUT.has(name))
  .flatMap((name) => COMPOSED.get(name) ?? RUNS.columns.find((column) => column.name === name) ?? [])
  .map(withPlace)
  .toSorted((a, b) => placeAmongPinned(a) - placeAmongPinned(b));

/** Those that are not pinned share one place, so that they keep their order. */
function placeAmongPinned({ name }: Column): number {
  const at = PINNED.indexOf(name);
  return at < 0 ? PINNED.length : at;
}

const RAW_COLUMNS = COLUMNS.map((column) => (column.name === 'time_record' ? raw(column) : column));

/** Why a horse did not finish is shown as text. */
const RUN_WIDTHS = { ...WIDTHS, finish: 88 };

/** The columns of the grid; impossible times are shown unchanged. */
export const runColumns = (timesRaw: boolean): readonly Column[] => (timesRaw ? RAW_COLUMNS : COLUMNS);

/** The name, or else the code: a dash would say that nobody is known to have ridden. */
function riderOf(run: RecordValues, language: Language): string | null {
  const { rider_name = null, rider_cd } = run;
  const code = rider_cd?.trim() ?? '';
  return isBlank(rider_name) && code !== '' ? codeWords(code, language) : rider_name;
}

/** The rows of the grid in their order, with the cells that it composes. */
export const runRows = (
  runs: readonly RecordValues[],
  columns: readonly Column[],
  sort: Sort,
  language: Language,
): readonly RecordValues[] =>
  sortedRows(
    withoutPlaceLast(runs).map((run) => ({
      ...run,
      place: placeOf(run),
      finish: finishWords(run, language),
      corners: cornersOf(run) ?? null,
      [DRAWN_GAP]: gapOf(run),
      rider_name: riderOf(run, language),
    })),
    columns,
    sort,
  );

export function RunsGrid({ runs, sort, onSort, timesRaw, provisional }: RunsGridProps) {
  const { t } = useTranslation('horse');
  const language = useLanguage();
  const columns = runColumns(timesRaw);
  const rows = useMemo(() => runRows(runs, columns, sort, language), [runs, columns, sort, language]);
  const source = useMemo(() => recordSource(rows, provisional), [rows, provisional]);
  const raceOf = (row: number): Route | undefined => {
    const racekey = rows[row]?.['racekey']?.trim();
    // The service has no races of local and overseas runs.
    return racekey === undefined || parseRacekey(racekey)?.elsewhere !== false
      ? undefined
      : { screen: 'race', racekey, tab: 'result', ...runnerIn(rows[row]) };
  };
  return (
    <RacingGrid
      label={t('runs')}
      source={source}
      columns={columns}
      pinned={PINNED}
      sort={sort}
      onSort={onSort}
      onOpen={(row) => {
        const place = raceOf(row);
        if (place !== undefined) navigation.go(place);
      }}
      cellLink={(column, row) =>
        column.name === 'racedate' || column.name === 'racekey' ? raceOf(row) : nameLink(source, column, row)
      }
      memoryName="horse.runs"
      virtual={false}
      widths={RUN_WIDTHS}
    />
  );
}
