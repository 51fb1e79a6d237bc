// What a screen says about its figures: the tables that it read, and the records in its rows.

import { use } from 'react';
import type { ResultSource } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { isBlank } from '#shared/catalogue/reading.ts';
import { figureIn, type FigureOrigin } from './figure.ts';
import { FigureOrigins, figuresOn } from './shown-figures.ts';

type Read = FigureOrigin['facts'] & { readonly source: ResultSource };

/** The tables of what was read; the first has precedence for columns that several have. */
export const originsOf = (...read: readonly (Read | undefined)[]): readonly FigureOrigin[] =>
  read.flatMap((each) =>
    each === undefined || each.source.kind === 'sql'
      ? []
      : [{ table: each.source.kind === 'table' ? each.source.table : each.source.subject, facts: each }],
  );

/** A ref for the element that shows a record: its values in these columns, without blank ones, can be asked about. */
export function useFigures(
  record: Readonly<Record<string, string | null | undefined>>,
  columns: readonly (Column | undefined)[],
): ReturnType<typeof figuresOn> {
  const origins = use(FigureOrigins);
  return figuresOn(() =>
    origins.length === 0
      ? []
      : columns.flatMap((column) =>
          column === undefined || isBlank(record[column.name] ?? null)
            ? []
            : (figureIn(origins, column, (name) => record[name] ?? null) ?? []),
        ),
  );
}
