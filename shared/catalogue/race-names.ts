// The names of races beside their keys, for tables that have no column for them: they are read from the programs.

import type { Column } from '#shared/catalogue/column.ts';

export interface RaceName {
  /** The column of the race key. */
  readonly key: string;
  /** The column of the name: read with the rows and shown with the key, but no column of the table itself. */
  readonly column: Column;
}

/** The names that the columns of race keys are shown with and that the columns themselves do not have. */
export function raceNamesBeside(columns: readonly Column[]): readonly RaceName[] {
  const own = new Set(columns.map(({ name }) => name));
  return columns.flatMap(({ name, kind, beside, group }) =>
    kind !== 'race' || beside === undefined || own.has(beside)
      ? []
      : [{ key: name, column: { ...NAME, name: beside, group } }],
  );
}

const NAME: Omit<Column, 'name' | 'group'> = {
  type: 'S?',
  kind: 'name',
  label: { en: 'Race name', ja: 'レース名' },
  short: { en: 'Name', ja: 'レース名' },
  meaning: { en: 'Name of the race, from its program.', ja: 'レースの名前（番組データから）。' },
  shown: false,
};
