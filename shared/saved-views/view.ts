// A named view of a table (columns, order, filters, query), and a frozen export layout, whose columns never change, so
// that macros keep working. Schemas and comparisons.

import { z } from 'zod';
import { LONGEST_QUICK } from '#shared/bridge/row-query.ts';
import { filterSchema, sortSchema } from '#shared/bridge/source.ts';
import { BROWSABLE_CODES } from '#shared/catalogue/browsable.ts';
import { LONGEST_FILTER } from '#shared/filters/problem.ts';

/** A table has a few hundred columns; the limit leaves room for those that the catalogue does not know. */
const columnName = z.string().min(1).max(100);
const MOST_COLUMNS = 600;
const columnNames = z.array(columnName).max(MOST_COLUMNS);

/** Longest name of a view or layout, in characters. */
export const LONGEST_NAME = 80;

/** The last version of a layout: more than anyone freezes by hand, and far below the limit of exact integers. */
export const LAST_VERSION = 9999;

/** The most views, and the most layouts, that can be stored. */
export const MOST_VIEWS = 1000;

/** A name as typed: trimmed, in composed characters, not empty. */
export const viewNameSchema = z
  .string()
  .max(1000)
  .transform((name) => name.normalize('NFC').trim())
  .pipe(z.string().min(1).max(LONGEST_NAME));

/** A filter with its text, as in a chip. */
export const keptFilterSchema = z.object({
  column: columnName,
  /** In the grammar of shared/filters. */
  text: z.string().min(1).max(LONGEST_FILTER),
  /** If false, the filter is kept but has no effect. */
  on: z.boolean(),
});

export type KeptFilter = z.infer<typeof keptFilterSchema>;

export const viewContentSchema = z.object({
  columns: z.object({
    /** In their order; if absent, the catalogue's first view. */
    shown: columnNames.optional(),
    /** Pixels by column, for those that were resized. */
    widths: z
      .record(columnName, z.number().positive().max(10_000))
      .refine((widths) => Object.keys(widths).length <= MOST_COLUMNS),
    /** Columns pinned at either side; if absent, the table's defaults. */
    pinnedStart: columnNames.optional(),
    pinnedEnd: columnNames.optional(),
    foldedGroups: z.array(z.string().max(100)).max(200).optional(),
  }),
  sort: sortSchema,
  filters: z.array(keptFilterSchema).max(100),
  /** The quick search in the visible columns. */
  quick: z.string().max(LONGEST_QUICK),
  /** The query of the table; if absent, the view fits any query. */
  query: filterSchema.optional(),
});

export type ViewContent = z.infer<typeof viewContentSchema>;

export const viewSchema = z.object({
  id: z.string().min(1).max(64),
  table: z.enum(BROWSABLE_CODES),
  name: viewNameSchema,
  content: viewContentSchema,
});

export type SavedView = z.infer<typeof viewSchema>;

export const layoutSchema = z.object({
  id: z.string().min(1).max(64),
  table: z.enum(BROWSABLE_CODES),
  name: viewNameSchema,
  /** From 1; freezing under the same name again creates the next version and keeps the older ones. */
  version: z.number().int().min(1).max(LAST_VERSION),
  /** In the order of the file. */
  columns: columnNames.min(1),
});

export type SavedLayout = z.infer<typeof layoutSchema>;

/** The name of a layout on screen and in a file's manifest. */
export const layoutTitle = ({ name, version }: Pick<SavedLayout, 'name' | 'version'>): string =>
  `${name} v${version}`;

/** Whether two views show the same: absent equals empty, and the order of widths does not matter. */
export function sameContent(a: ViewContent, b: ViewContent): boolean {
  return plain(a) === plain(b);
}

function plain({ columns, sort, filters, quick, query }: ViewContent): string {
  const inOrder = (record: object) =>
    Object.entries(record)
      .filter(([, value]) => value !== undefined && value !== '')
      .toSorted(([first], [second]) => (first < second ? -1 : 1));
  return JSON.stringify([
    columns.shown ?? null,
    inOrder(columns.widths),
    columns.pinnedStart ?? null,
    columns.pinnedEnd ?? [],
    (columns.foldedGroups ?? []).toSorted(),
    sort.map(({ column, direction }) => [column, direction]),
    filters.map(({ column, text, on }) => [column, text, on]),
    quick.trim(),
    query === undefined ? null : inOrder(query),
  ]);
}

/** `wanted`, followed by the first free number if it is taken. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let n = 2; ; n += 1) {
    const name = numbered(wanted, n);
    if (!taken.has(name)) return name;
  }
}

/** Whether `name` is `wanted` itself, or what `freeName` makes of it. */
export function isFormOf(name: string, wanted: string): boolean {
  const n = Number(name.slice(name.lastIndexOf('(') + 1, -1));
  return name === wanted || (Number.isInteger(n) && n >= 2 && name === numbered(wanted, n));
}

function numbered(wanted: string, n: number): string {
  const ending = ` (${n})`;
  return `${wanted.slice(0, LONGEST_NAME - ending.length)}${ending}`;
}
