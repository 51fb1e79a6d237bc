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
