// Groups of rows as a table: the columns that the screen and a file of groups have, and their raw cells. Pure.

import { figureOf, type GroupFigure, type GroupOrder } from '#shared/bridge/group-figures.ts';
import type { Group } from '#shared/bridge/row-query.ts';
import type { Column, Kind } from '#shared/catalogue/column.ts';
import { integer, rate } from '#shared/catalogue/records/build.ts';
import { computed } from '#shared/catalogue/subjects/build.ts';
import { shownText } from '#shared/catalogue/shown-text.ts';
import { PEOPLE } from '#shared/catalogue/subjects/people.ts';
import type { NameStyle } from '#shared/names/latin.ts';
import type { Language, Text } from '#shared/text.ts';

export interface GroupColumn {
  /** Its name is unique in the table. */
  readonly column: Column;
  /** The raw cell of a group; null without a value. */
  readonly raw: (group: Group) => string | null;
  /** The value that the text of the cell is made with (`Column.beside`). */
  readonly beside?: (group: Group) => string | null;
  /** What its head sorts by. */
  readonly order: GroupOrder['by'];
  /** Whether it is one of the columns that the rows are grouped by. */
  readonly isKey: boolean;
  /** The figure that is the n of this one. */
  readonly nFigure?: GroupFigure;
}

// prettier-ignore
const [ROWS, SHARE, MEAN_N] = computed('data', [
  integer('group_rows', ['Rows', 'Rows', 'Number of rows of the group.'], ['件数', '件数', 'この組の件数。']),
  rate('group_share', ['Share of all rows', 'Share', 'Share of all rows that the group has.'], ['割合', '割合', '全件に占める割合。']),
  integer('group_mean_n', ['Rows with a number', 'n', 'Number of rows with a number: the n of the mean.'], ['数値のある件数', 'n', '数値のある件数。平均の母数。']),
]);

/** The figures of people and of groups are the same, and so are their names. */
const figure = (name: string): Column | undefined =>
  PEOPLE.jockeys.columns.find((column) => column.name === name);

interface Drafted {
  readonly column: Column | undefined;
  readonly figure: GroupFigure;
  readonly nFigure?: GroupFigure;
}

const COUNTS: readonly Drafted[] = [{ column: ROWS, figure: 'count' }];

const FINISHES: readonly Drafted[] = [
  { column: figure('runs'), figure: 'starts' },
  { column: figure('win_rate'), figure: 'win', nFigure: 'starts' },
  { column: figure('top2_rate'), figure: 'two', nFigure: 'starts' },
  { column: figure('top3_rate'), figure: 'three', nFigure: 'starts' },
];

const RETURNS: readonly Drafted[] = [
  { column: figure('paid_runs'), figure: 'winPaid' },
  { column: figure('win_return'), figure: 'winReturn', nFigure: 'winPaid' },
  { column: figure('place_paid_runs'), figure: 'placePaid' },
  { column: figure('place_return'), figure: 'placeReturn', nFigure: 'placePaid' },
];

/** Kinds of whole numbers, whose mean is none; a mean of yen is rounded to the yen. */
const WHOLE: ReadonlySet<Kind> = new Set(['integer', 'rank', 'number']);

function meanText({ kind, unit }: Column, mean: number | undefined): string | null {
  if (mean === undefined) return null;
  return String(kind === 'money' && unit === 'yen' ? Math.round(mean) : Number(mean.toFixed(2)));
}

function meanOf(column: Column): Column {
  const { sumOf: _sum, sortsBy: _sorts, beside: _beside, ...rest } = column;
  return {
    ...rest,
    name: `mean_${column.name}`,
    kind: WHOLE.has(column.kind) ? 'decimal' : column.kind,
    label: { en: `Mean of ${column.label.en}`, ja: `${column.label.ja}の平均` },
    short: { en: `Mean ${column.short.en}`, ja: `${column.short.ja}平均` },
  };
}

/** Four decimals are more than any figure is known to. */
const written = (value: number | null | undefined): string | null =>
  value === null || value === undefined ? null : String(Number(value.toFixed(4)));

/** A figure of groups as a column. */
export const figureColumn = ({
  column,
  figure: name,
  nFigure,
}: Drafted & { readonly column: Column }): GroupColumn => ({
  column,
  raw: (group) => written(figureOf(group, name)),
  order: name,
  isKey: false,
  ...(nFigure === undefined ? {} : { nFigure }),
});

const drafted = ({ column, ...rest }: Drafted): readonly GroupColumn[] =>
  column === undefined ? [] : [figureColumn({ column, ...rest })];

export interface GroupedBy {
  /** One or two columns. */
  readonly by: readonly Column[];
  readonly mean: Column | undefined;
}

/** `whole`: all rows as one group, which shows what figures there are. */
export function groupColumns({ by, mean }: GroupedBy, whole: Group): readonly GroupColumn[] {
  const keys = by.map((column, at): GroupColumn => {
    const { sortsBy: _, ...rest } = column;
    return {
      column: rest,
      raw: (group) => group.key[at] ?? null,
      beside: (group) => group.beside?.[at] ?? null,
      order: at === 0 ? 'value' : 'second',
      isKey: true,
    };
  });
  const share = SHARE && {
    column: SHARE,
    raw: (group: Group) => written(100 * group.share),
    order: 'count' as const,
    isKey: false,
  };
  const means: readonly GroupColumn[] =
    mean === undefined || MEAN_N === undefined
      ? []
      : [
          {
            column: MEAN_N,
            raw: (group) => written(figureOf(group, 'meanN')),
            order: 'meanN',
            isKey: false,
          },
          {
            column: meanOf(mean),
            raw: (group) => meanText(mean, figureOf(group, 'mean')),
            order: 'mean',
            isKey: false,
          },
        ];
  return unique([
    ...keys,
    ...COUNTS.flatMap(drafted),
    ...(share === undefined ? [] : [share]),
    ...(whole.finish === undefined ? [] : FINISHES.flatMap(drafted)),
    ...(whole.returns === undefined ? [] : RETURNS.flatMap(drafted)),
    ...means,
  ]);
}

/** What a group of the rows without a value is called. */
const EMPTY: Text = { en: '(empty)', ja: '（空欄）' };

/** What the row of all rows is called, in the place of the values that groups have. */
export const TOTAL: Text = { en: 'All', ja: '全体' };

/** The text of a cell on screen, and so in a file that has what the screen shows. */
export function groupText(
  { column, isKey }: Pick<GroupColumn, 'column' | 'isKey'>,
  raw: string | null,
  language: Language,
  names?: NameStyle,
  beside?: string | null,
): string {
  if (isKey && raw === null) return EMPTY[language];
  // Counts are written like those above the rows; a year that is grouped by is no count.
  if (!isKey && raw !== null && column.kind === 'integer') return Number(raw).toLocaleString(language);
  return shownText(column, raw, language, names, beside);
}

/** The cells of the row of all rows by the names of their columns. Beside its name it has blanks: it is no group without a value. */
export const totalCells = (
  columns: readonly GroupColumn[],
  whole: Group,
  language: Language,
): ReadonlyMap<string, string | null> =>
  new Map(
    columns.map(({ column, raw, isKey }, at) => [
      column.name,
      isKey ? (at === 0 ? TOTAL[language] : '') : raw(whole),
    ]),
  );

/** Grouping people by a figure of theirs gives two columns of one name. */
function unique(columns: readonly GroupColumn[]): readonly GroupColumn[] {
  const taken = new Set<string>();
  return columns.map((each) => {
    const name = taken.has(each.column.name) ? `group_${each.column.name}` : each.column.name;
    taken.add(name);
    return name === each.column.name ? each : { ...each, column: { ...each.column, name } };
  });
}
