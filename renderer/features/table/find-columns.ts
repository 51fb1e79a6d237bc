// Finds columns by English or Japanese term or interface name, in any width or kana.

import type { Column } from '#shared/catalogue/column.ts';
import { GROUPS, type GroupKey } from '#shared/catalogue/groups.ts';
import { fold } from '#shared/filters/fold.ts';

/** Folded like all text; an underscore counts as a space. */
const folded = (text: string): string => fold(text.replaceAll('_', ' '));

/** Every word of the query is in a term, the name or the group of the column. */
export function matchesColumn(column: Column, query: string): boolean {
  const group = GROUPS[column.group];
  const where = folded(
    [
      column.name,
      column.label.en,
      column.label.ja,
      column.short.en,
      column.short.ja,
      group.en,
      group.ja,
    ].join(' '),
  );
  return folded(query)
    .split(' ')
    .every((word) => where.includes(word));
}

export interface ColumnGroup {
  readonly group: GroupKey;
  readonly columns: readonly Column[];
}

const GROUP_ORDER = Object.keys(GROUPS) as GroupKey[];

/** By the catalogue's groups in their order; groups without columns are left out. */
export function inGroups(columns: readonly Column[]): readonly ColumnGroup[] {
  const byGroup = Map.groupBy(columns, (column) => column.group);
  return GROUP_ORDER.flatMap((group) => {
    const found = byGroup.get(group);
    return found === undefined ? [] : [{ group, columns: found }];
  });
}
