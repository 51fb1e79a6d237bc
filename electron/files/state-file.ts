// A file of the user's own things, such as views, opened so that the app starts whatever is in it.

import type { z } from 'zod';
import { RailbirdError } from '#shared/errors.ts';
import { damageNotice, newerNotice, type StateTexts } from './damage-notice.ts';
import { jsonFile, type JsonFile } from './json-file.ts';
import type { NewNotice } from './notices.ts';

/** Where a file reports what is wrong with it. */
export interface StateReports {
  readonly notify: (notice: NewNotice) => void | Promise<void>;
  readonly report: (error: unknown) => void;
}

interface StateFileOptions<State extends { readonly version: number }> extends StateReports {
  readonly path: string;
  readonly schema: z.ZodType<State>;
  /** The state if there is no file. */
  readonly initial: State;
  readonly texts: StateTexts;
}

/**
 * Never fails: if the file cannot be read, or is of a newer version, each use of it reports that, and the notice
 * reports it once.
 */
export async function openStateFile<State extends { readonly version: number }>({
  path,
  schema,
  initial,
  texts,
  notify,
  report,
}: StateFileOptions<State>): Promise<JsonFile<State>> {
  const onDamaged = (damaged: Parameters<typeof damageNotice>[1]) => notify(damageNotice(texts, damaged));
  const file = jsonFile({ path, schema, initial, onDamaged });
  try {
    await file.read();
  } catch (error) {
    if (error instanceof RailbirdError && error.code === 'FILE_NEWER') await notify(newerNotice(texts, path));
    else report(error);
  }
  return file;
}
