// The grid with what it shows of racing: brackets in their colors, lines of past runs, indices that are still to come,
// and the best three of the ranked columns.

import { use, useCallback, useMemo, type ReactNode } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import { isBlank, readNumber } from '#shared/catalogue/reading.ts';
import { useToday } from '../client/use-today.ts';
import { BracketNumber } from '../components/BracketNumber.tsx';
import { useLatest } from '../components/use-latest.ts';
import { Grid } from '../grid/Grid.tsx';
import type { StatusColumn } from '../grid/data/row-source.ts';
import type { GridProps, ReadingAids } from '../grid/grid-props.ts';
import { moreIsBetter, ranksOf } from './best-three.ts';
import { figureIn } from './figures/figure.ts';
import { FigureOrigins, openAboutFigures } from './figures/shown-figures.ts';
import { useCite } from './figures/use-cite.ts';
import { isToCome, trendOf } from './row-reading.ts';

/** The drawing of a value that has a look of its own on every screen; undefined for all others. */
export const racingDrawing = ({ name }: Column, raw: string | null): ReactNode =>
  name === 'bracket_number' && !isBlank(raw) ? <BracketNumber bracket={readNumber(raw)} /> : undefined;

interface RacingGridProps extends Omit<GridProps, 'aids' | 'rankOf' | 'sortsDescendingFirst'> {
  /** Columns whose best three values of this sheet are tinted and numbered. Only for sources with all cells in memory. */
  readonly rankedColumns?: ReadonlySet<string> | undefined;
}

const NONE: readonly StatusColumn[] = [];

export function RacingGrid({ rankedColumns, ...props }: RacingGridProps): ReactNode {
  const { source, columns, statusColumns = NONE, drawCell } = props;
  const rankOf = useMemo(
    () => ranksOf(source, rankedColumns, columns, statusColumns),
    [source, rankedColumns, columns, statusColumns],
  );
  const sortsDescendingFirst = useCallback(
    (column: Column) => moreIsBetter(column, rankedColumns),
    [rankedColumns],
  );
  const today = useToday();
  const aids = useMemo<ReadingAids>(
    () => ({ trendOf, isToCome: (...cell) => isToCome(...cell, today) }),
    [today],
  );
  const origins = use(FigureOrigins);
  const cite = useCite();
  const onFigure = useLatest((action: 'about' | 'cite', column: Column, row: number) => {
    const figure = figureIn(origins, column, (name) => source.cell(row, name));
    if (figure === undefined) return;
    if (action === 'cite') cite(figure);
    else openAboutFigures({ figures: [figure], column: column.name });
  });
  return (
    <Grid
      {...props}
      {...(origins.length === 0 ? {} : { onFigure })}
      aids={aids}
      rankOf={rankOf}
      sortsDescendingFirst={sortsDescendingFirst}
      drawCell={(column, row, raw) => drawCell?.(column, row, raw) ?? racingDrawing(column, raw)}
    />
  );
}
