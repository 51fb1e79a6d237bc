// Writes views and layouts to a file of the user's own, in the exports folder.

import type { BrowsableCode } from '#shared/catalogue/browsable.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { Language } from '#shared/text.ts';
import { writeViews } from '#shared/saved-views/views-file.ts';
import type { Destination } from '../exports/destination.ts';
import { replaceFile } from '../files/atomic-file.ts';
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
  const target = await destination(`railbird-views-${table ?? 'all'}.json`, language);
  if (target === undefined) return { fetched: false, ...counts };
  const { path, fetched } = target;
  try {
    await replaceFile(path, writeViews(views, layouts), { mode: 0o644 });
  } catch (cause) {
    throw new RailbirdError('FILE_FAILED', { path }, { cause });
  } finally {
    await target.release?.();
  }
  return { path, fetched, ...counts };
}
