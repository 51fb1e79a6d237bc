// The payoffs as a grid; each row opens its race.

import { useCallback, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Summary } from '#shared/bridge/results.ts';
import type { Sort } from '#shared/bridge/source.ts';
import { isBetName, showCombination } from '#shared/catalogue/bets.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { RacingGrid } from '../../racing/RacingGrid.tsx';
import { keyLink, LINK_KEYS, racePlace } from '../../racing/key-links.ts';
import { resultColumns } from '../../grid/data/result-columns.ts';
import { SourceFailure } from '../../grid/data/SourceFailure.tsx';
import type { RowModel } from '../../grid/data/row-model.ts';
import { navigation } from '../../app/navigation/navigation.ts';

interface PayoffListProps {
  readonly summary: Summary;
  readonly rows: RowModel;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

const [RACEKEY] = LINK_KEYS;
/** Columns that every fetched row needs: the race that it links to, and the bet that its combination is read by. */
export const ALWAYS = [RACEKEY, 'bet'];

export function PayoffList({ summary, rows, sort, onSort }: PayoffListProps): ReactNode {
  const { t } = useTranslation('payoffs');
  const { all, fresh } = useMemo(() => resultColumns(rows.source, summary), [rows.source, summary]);
  const cellLink = useCallback(
    (column: Column, row: number) => keyLink(rows, column, row, 'payoffs'),
    [rows],
  );
  /** How the numbers are split and joined depends on the row's bet. */
  const drawCell = (column: Column, row: number, raw: string): ReactNode => {
    const bet = rows.cell(row, 'bet');
    return column.name === 'combination' && bet != null && isBetName(bet)
      ? showCombination(bet, raw)
      : undefined;
  };
  return (
    <>
      <SourceFailure source={rows} />
      <RacingGrid
        key={JSON.stringify(rows.source)}
        label={t('list')}
        source={rows}
        columns={all}
        sort={sort}
        onSort={onSort}
        onOpen={(row) => {
          const place = racePlace(rows.cell(row, RACEKEY), 'payoffs');
          if (place !== undefined) navigation.go(place);
        }}
        cellLink={cellLink}
        drawCell={drawCell}
        // Another choice of bets is another list, which starts at the top.
        memoryName={`payoffs ${JSON.stringify(rows.source)}`}
        freshColumns={fresh}
      />
    </>
  );
}
