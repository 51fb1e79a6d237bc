// Stores the named views and frozen layouts in a separate file: hundreds of them must not be rewritten whenever the
// window remembers something.

import { join } from 'node:path';
import { z } from 'zod';
import { BROWSABLE_CODES } from '#shared/catalogue/browsable.ts';
import { RailbirdError } from '#shared/errors.ts';
import { layoutSchema, viewSchema } from '#shared/saved-views/view.ts';
import { damageNotice, newerNotice, type StateTexts } from '../files/damage-notice.ts';
import { jsonFile, type JsonFile } from '../files/json-file.ts';
import type { NewNotice } from '../files/notices.ts';

const viewsStateSchema = z.object({
  version: z.literal(1),
  views: z.array(viewSchema),
  layouts: z.array(layoutSchema),
  /** Id of the view that a table opens with. */
  defaults: z.partialRecord(z.enum(BROWSABLE_CODES), z.string()),
});

export type ViewsState = z.infer<typeof viewsStateSchema>;

export const NO_VIEWS: ViewsState = { version: 1, views: [], layouts: [], defaults: {} };

export type SavedViewsStore = JsonFile<ViewsState>;

const namedSchema = z.object({ name: z.string(), table: z.string() });

const TEXTS: StateTexts = {
  subject: 'views',
  name: { en: 'The named views', ja: 'ビュー' },
  describe: ({ path: [list, place], value }) => {
    const named = namedSchema.safeParse(value);
    const what = named.success ? `“${named.data.name}” (${named.data.table})` : String(place);
    if (list === 'views') return { en: `The view ${what}.`, ja: `ビュー ${what}。` };
    if (list === 'layouts') return { en: `The layout ${what}.`, ja: `レイアウト ${what}。` };
    if (list === 'defaults')
      return { en: `The view that ${what} opens with.`, ja: `${what} を開いたときのビュー。` };
    return undefined;
  },
};

/**
 * Never fails: if the file cannot be read, or is of a newer version, each use of it reports that, and the notice
 * reports it once.
 */
export async function openViewsFile(options: {
  readonly dataDir: string;
  readonly notify: (notice: NewNotice) => void | Promise<void>;
  readonly report: (error: unknown) => void;
}): Promise<SavedViewsStore> {
  const { notify, report } = options;
  const path = join(options.dataDir, 'views.json');
  const file = jsonFile({
    path,
    schema: viewsStateSchema,
    initial: NO_VIEWS,
    onDamaged: (damaged) => notify(damageNotice(TEXTS, damaged)),
  });
  try {
    await file.read();
  } catch (error) {
    if (error instanceof RailbirdError && error.code === 'FILE_NEWER') await notify(newerNotice(TEXTS, path));
    else report(error);
  }
  return file;
}
