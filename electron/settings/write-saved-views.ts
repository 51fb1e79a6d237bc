// Writes views and layouts to a file of the user's own, in the exports folder.

import type { BrowsableCode } from '#shared/catalogue/browsable.ts';
import type { Language } from '#shared/text.ts';
import { writeViews } from '#shared/saved-views/views-file.ts';
import type { Destination } from '../exports/destination.ts';
import { writeText } from '../exports/write-text.ts';
import type { ViewsState } from './saved-views-store.ts';

export interface WrittenViews {
  /** Absent if the user dismissed the save dialog. */
  readonly path?: string;
  /** Whether the window downloads the file itself. */
  readonly fetched: boolean;
  readonly views: number;
  readonly layouts: number;
}

/** The views of one table, or of all. Errors: FILE_FAILED. */
export async function writeViewsFile(
  state: ViewsState,
  wanted: { readonly table?: BrowsableCode | undefined; readonly language: Language },
  destination: Destination,
): Promise<WrittenViews> {
  const { table, language } = wanted;
  const isWanted = (each: { readonly table: BrowsableCode }): boolean =>
    table === undefined || each.table === table;
  const views = state.views.filter(isWanted);
  const layouts = state.layouts.filter(isWanted);
  const counts = { views: views.length, layouts: layouts.length };
  const target = await destination(`railbird-views-${table ?? 'all'}.railbird-views`, language);
  if (target === undefined) return { fetched: false, ...counts };
  const { path, fetched } = target;
  await writeText(target, writeViews(views, layouts));
  return { path, fetched, ...counts };
}
