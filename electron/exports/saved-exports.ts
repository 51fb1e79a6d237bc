// The file of the saved exports, and its changes.

import { join } from 'node:path';
import { z } from 'zod';
import {
  MOST_SAVED_EXPORTS,
  savedExportSchema,
  savedExportTable,
  type SavedExport,
  type StoredExport,
} from '#shared/bridge/export-saved.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { StateTexts } from '../files/damage-notice.ts';
import type { JsonFile } from '../files/json-file.ts';
import { requireBasis, revisionOf } from '../files/revision.ts';
import { openStateFile, type StateReports } from '../files/state-file.ts';

const savedExportsSchema = z.object({ version: z.literal(1), exports: z.array(savedExportSchema) });

export type SavedExportsState = z.infer<typeof savedExportsSchema>;

export type SavedExportsFile = JsonFile<SavedExportsState>;

export const NO_EXPORTS: SavedExportsState = { version: 1, exports: [] };

const namedSchema = z.object({ name: z.string() });

const TEXTS: StateTexts = {
  subject: 'exports',
  name: { en: 'The saved exports', ja: '書き出し設定' },
  fields: { exports: { en: 'saved exports', ja: '書き出し設定' } },
  describe: ({ value }) => {
    const named = namedSchema.safeParse(value);
    if (!named.success) return undefined;
    const { name } = named.data;
    return { en: `The saved export “${name}”.`, ja: `書き出し設定「${name}」。` };
  },
};

/** As `openStateFile`: never fails. */
export const openSavedExports = ({
  dataDir,
  ...reports
}: StateReports & { readonly dataDir: string }): Promise<SavedExportsFile> =>
  openStateFile({
    path: join(dataDir, 'exports.json'),
    schema: savedExportsSchema,
    initial: NO_EXPORTS,
    texts: TEXTS,
    ...reports,
  });

/** Those of one table (savedExportTable), or all, by name. */
export const savedExportsOf = ({ exports }: SavedExportsState, table?: string): SavedExport[] =>
  exports
    .filter(({ source }) => table === undefined || savedExportTable(source) === table)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'ja', { numeric: true }));

export const storedExport = (saved: SavedExport): StoredExport => ({ ...saved, revision: revisionOf(saved) });

/**
 * `basis`: the revision of the one that was changed; undefined for a new one. Errors: CHANGED_ELSEWHERE;
 * SAVED_EXPORT_NAME_TAKEN, since the command line finds it by its name alone; TOO_MANY_SAVED_EXPORTS.
 */
export function withSavedExport(
  state: SavedExportsState,
  saved: SavedExport,
  basis?: string,
): SavedExportsState {
  const before = state.exports.find(({ id }) => id === saved.id);
  const stored = before && revisionOf(before);
  requireBasis({ name: before?.name ?? saved.name, stored, basis, wanted: revisionOf(saved) });
  const others = state.exports.filter(({ id }) => id !== saved.id);
  if (others.some(({ name }) => name === saved.name))
    throw new RailbirdError('SAVED_EXPORT_NAME_TAKEN', { name: saved.name });
  if (others.length >= MOST_SAVED_EXPORTS)
    throw new RailbirdError('TOO_MANY_SAVED_EXPORTS', { most: MOST_SAVED_EXPORTS });
  return { ...state, exports: [...others, saved] };
}

/** One that is gone already stays gone. Errors: CHANGED_ELSEWHERE. */
export function withoutSavedExport(state: SavedExportsState, id: string, basis: string): SavedExportsState {
  const before = state.exports.find((each) => each.id === id);
  if (before === undefined) return state;
  requireBasis({ name: before.name, stored: revisionOf(before), basis });
  return { ...state, exports: state.exports.filter((each) => each !== before) };
}
