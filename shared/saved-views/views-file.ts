// Views and layouts as a file that users share: everything is written, and reading reports clear errors.

import { z } from 'zod';
import {
  MOST_VIEWS,
  layoutSchema,
  viewSchema,
  type SavedLayout,
  type SavedView,
} from '#shared/saved-views/view.ts';

const FORMAT = 'railbird-views';
const VERSION = 1;

/** The largest file that is read, in characters. */
export const LARGEST_FILE = 16 * 1024 * 1024;

export const viewsFileSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  views: z.array(viewSchema.omit({ id: true })).max(MOST_VIEWS),
  layouts: z.array(layoutSchema.omit({ id: true })).max(MOST_VIEWS),
});

export type ViewsFile = z.infer<typeof viewsFileSchema>;

export type ReadViews =
  | { readonly ok: true; readonly file: ViewsFile }
  | {
      readonly ok: false;
      /** `newer`: written by a later version of the app. */
      readonly problem: 'too_large' | 'not_json' | 'other_file' | 'newer' | 'damaged';
      /** For `damaged`, the place in the file: `views.3.content.sort`. */
      readonly at?: string;
    };

/** JSON with keys in a stable order, so that two files can be compared. */
export function writeViews(views: readonly SavedView[], layouts: readonly SavedLayout[]): string {
  const file: ViewsFile = {
    format: FORMAT,
    version: VERSION,
    views: views.map(({ table, name, content }) => ({ table, name, content })),
    layouts: layouts.map(({ table, name, version, columns }) => ({ table, name, version, columns })),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

const headSchema = z.object({ format: z.literal(FORMAT), version: z.number() });

export function readViews(text: string): ReadViews {
  if (text.length > LARGEST_FILE) return { ok: false, problem: 'too_large' };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, problem: 'not_json' };
  }
  const head = headSchema.safeParse(json);
  if (!head.success) return { ok: false, problem: 'other_file' };
  if (head.data.version > VERSION) return { ok: false, problem: 'newer' };
  const file = viewsFileSchema.safeParse(json);
  if (file.success) return { ok: true, file: file.data };
  const at = file.error.issues[0]?.path.map(String).join('.') ?? '';
  return { ok: false, problem: 'damaged', at };
}
