// The catalogue's columns of an opened result, and those that the catalogue does not know.

import type { Summary } from '#shared/bridge/results.ts';
import type { ResultSource } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { sqlColumns } from '#shared/catalogue/sql-column.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { unknownColumn } from '#shared/catalogue/unknown-column.ts';

/** The catalogue's columns of a source's records. */
export function catalogueColumns(source: ResultSource): readonly Column[] {
  if (source.kind === 'sql') return [];
  return (source.kind === 'table' ? TABLES[source.table] : SUBJECTS[source.subject]).columns;
}

export interface ResultColumns {
  /** In the summary's order; those absent from every record are left out. */
  readonly all: readonly Column[];
  /** Names of those that the catalogue does not know. */
  readonly fresh: ReadonlySet<string>;
}

export function resultColumns(source: ResultSource, summary: Pick<Summary, 'columns'>): ResultColumns {
  if (source.kind === 'sql')
    return {
      all: sqlColumns(summary.columns.map(({ name, sql }) => ({ name, type: 'text', ...sql }))),
      fresh: new Set(),
    };
  const byName = new Map(catalogueColumns(source).map((column) => [column.name, column]));
  return {
    all: summary.columns.map(({ name }) => byName.get(name) ?? unknownColumn(name)),
    fresh: new Set(summary.columns.flatMap(({ name }) => (byName.has(name) ? [] : [name]))),
  };
}
