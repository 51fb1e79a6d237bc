// The named views and frozen layouts in a file of their own: hundreds of them must not be written again whenever the
// window remembers where it is.

import { join } from 'node:path';
import { z } from 'zod';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { layoutSchema, viewSchema } from '#shared/views/view.ts';
import { openKeptFile, type KeptFile } from '../files/kept-file.ts';

const viewsStateSchema = z.object({
  version: z.literal(1),
  views: z.array(viewSchema),
  layouts: z.array(layoutSchema),
  /** Id of the view that a table opens with. */
  defaults: z.partialRecord(z.enum(TABLE_CODES), z.string()),
});

export type ViewsState = z.infer<typeof viewsStateSchema>;

export const NO_VIEWS: ViewsState = { version: 1, views: [], layouts: [], defaults: {} };

export type ViewsFile = KeptFile<ViewsState>;

export const openViewsFile = (options: {
  readonly dataDir: string;
  readonly onDamaged: (asidePath: string) => void;
}): Promise<ViewsFile> =>
  openKeptFile({
    path: join(options.dataDir, 'views.json'),
    schema: viewsStateSchema,
    first: NO_VIEWS,
    onDamaged: options.onDamaged,
  });
