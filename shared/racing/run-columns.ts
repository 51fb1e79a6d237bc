// Columns of a run that combine several fields of the interface in one cell. The window's grids and the terminal share
// them.

import type { Column } from '#shared/catalogue/column.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import type { Text } from '#shared/text.ts';

/** The table's columns with these names; those that it lacks are taken from the card, which has every runner. */
export function columnsNamed(table: TableCode, names: readonly string[]): readonly Column[] {
  return names.map((name) => {
    const found = columnOf(table, name) ?? columnOf('d_ky', name);
    if (found === undefined) throw new Error(`no such column: ${name}`);
    return found;
  });
}

/** A derived text column, which is not a field of the interface. */
export const made = (
  name: string,
  label: Text,
  short: Text,
  meaning: Text,
  group: Column['group'],
): Column => ({
  name,
  type: 'S?',
  kind: 'text',
  label,
  short,
  meaning,
  group,
  shown: true,
});

export const SEX_AGE = made(
  'sex_and_age',
  { en: 'Sex and age', ja: '性齢' },
  { en: 'S/A', ja: '性齢' },
  { en: 'Sex and age of the horse.', ja: '性別と馬齢。' },
  'identity',
);

export const CORNERS = made(
  'corners',
  { en: 'Corners', ja: '通過順' },
  { en: 'Corners', ja: '通過' },
  { en: 'Position at each corner.', ja: '通過したコーナーの順位。' },
  'passing',
);

/** A rank, so that it sorts by place; words come after the places. */
export const FINISH: Column = {
  ...made(
    'finish',
    { en: 'Finish', ja: '着順' },
    { en: 'Fin', ja: '着' },
    {
      en: 'Order of finish, or the reason why the horse was not placed. Equal places are a dead heat.',
      ja: '着順。着順がない場合は理由。同じ着順は同着。',
    },
    'finish',
  ),
  kind: 'rank',
};

/** The value by which `withPlace` sorts: the gap as it is drawn. */
export const DRAWN_GAP = 'drawn_gap';

/**
 * The gap to the winner gets the place beside it: the winner's own gap, which is to the second, is drawn as negative. Its
 * value stays that of the record. Other columns are returned as they are.
 */
export const withPlace = (column: Column): Column =>
  column.name === 'time_deff' ? { ...column, beside: 'order_of_finish', sortsBy: [DRAWN_GAP] } : column;

/** The column with raw values: for times that are impossible for the distance. */
export const raw = (column: Column): Column => ({
  name: column.name,
  type: column.type,
  kind: 'text',
  label: column.label,
  short: column.short,
  meaning: column.meaning,
  group: column.group,
  shown: column.shown,
});
