// Stores the named views and frozen layouts in a separate file: hundreds of them must not be rewritten whenever the
// window remembers something.

import { join } from 'node:path';
import { z } from 'zod';
import { BROWSABLE_CODES } from '#shared/catalogue/browsable.ts';
import { layoutSchema, viewSchema } from '#shared/saved-views/view.ts';
import type { StateTexts } from '../files/damage-notice.ts';
import type { JsonFile } from '../files/json-file.ts';
import { openStateFile, type StateReports } from '../files/state-file.ts';

const viewsStateSchema = z.object({
  version: z.literal(1),
  views: z.array(viewSchema),
  layouts: z.array(layoutSchema),
  /** Versions of layouts that were removed, each with a hash of its columns: a version never returns with others. */
  retired: z
    .array(layoutSchema.pick({ table: true, name: true, version: true }).extend({ columns: z.string() }))
    .default([]),
  /** Id of the view that a table opens with. */
  defaults: z.partialRecord(z.enum(BROWSABLE_CODES), z.string()),
});

export type ViewsState = z.infer<typeof viewsStateSchema>;

export const NO_VIEWS: ViewsState = { version: 1, views: [], layouts: [], retired: [], defaults: {} };

export type SavedViewsStore = JsonFile<ViewsState>;

const namedSchema = z.object({ name: z.string(), table: z.string() });

const TEXTS: StateTexts = {
  subject: 'views',
  name: { en: 'The named views', ja: 'ビュー' },
  fields: {
    views: { en: 'views', ja: 'ビュー' },
    layouts: { en: 'layouts', ja: 'レイアウト' },
    retired: { en: 'version numbers of deleted layouts', ja: '削除したレイアウトの版番号' },
    defaults: { en: 'choices of the view that a table opens with', ja: 'テーブルを開いたときのビューの選択' },
  },
  describe: ({ path: [list, place = ''], value }) => {
    const named = namedSchema.safeParse(value);
    const position = typeof place === 'number' ? `#${place + 1}` : place;
    const what = named.success ? `“${named.data.name}” (${named.data.table})` : position;
    if (list === 'views') return { en: `The view ${what}.`, ja: `ビュー ${what}。` };
    if (list === 'layouts') return { en: `The layout ${what}.`, ja: `レイアウト ${what}。` };
    if (list === 'retired')
      return { en: `The number of the deleted layout ${what}.`, ja: `削除したレイアウト ${what} の版番号。` };
    if (list === 'defaults')
      return { en: `The view that ${what} opens with.`, ja: `${what} を開いたときのビュー。` };
    return undefined;
  },
};

/** As `openStateFile`: never fails. */
export const openViewsFile = ({
  dataDir,
  ...reports
}: StateReports & { readonly dataDir: string }): Promise<SavedViewsStore> =>
  openStateFile({
    path: join(dataDir, 'views.json'),
    schema: viewsStateSchema,
    initial: NO_VIEWS,
    texts: TEXTS,
    ...reports,
  });
