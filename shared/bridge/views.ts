// Named views and frozen export layouts. The main process stores them, so they survive the window and a kill.

import { z } from 'zod';
import { procedure } from '#shared/bridge/procedure.ts';
import { revisionSchema } from '#shared/bridge/revision.ts';
import { BROWSABLE_CODES } from '#shared/catalogue/browsable.ts';
import { layoutSchema, viewNameSchema, viewSchema } from '#shared/saved-views/view.ts';
import { viewsFileSchema } from '#shared/saved-views/views-file.ts';

const table = z.enum(BROWSABLE_CODES);
const id = z.string().max(64);

/** A view as it is stored. */
const storedViewSchema = viewSchema.extend({ revision: revisionSchema });

export type StoredView = z.infer<typeof storedViewSchema>;

/** A table's views by name, its layouts by name and version, and the view that it opens with, if one was chosen. */
const viewListSchema = z.object({
  views: z.array(storedViewSchema),
  layouts: z.array(layoutSchema),
  /** A view of `views`, or one of the built-in ones. */
  defaultId: z.string().optional(),
});

export type ViewList = z.infer<typeof viewListSchema>;

export const views = {
  list: procedure.input(z.object({ table })).output(viewListSchema),
  /**
   * Stores a view under its id, in place of the one of `basis`; without a basis there must be none of this id, as when a
   * deleted one is restored. Errors: CHANGED_ELSEWHERE, VIEW_NAME_TAKEN, TOO_MANY_VIEWS.
   */
  save: procedure.input(viewSchema.extend({ basis: revisionSchema.optional() })).output(storedViewSchema),
  /**
   * A table that had it as its default has none afterwards. Errors: CHANGED_ELSEWHERE if it is no longer the one of
   * `basis`.
   */
  remove: procedure.input(z.object({ id, basis: revisionSchema })).output(z.object({})),
  /**
   * Without `id`, the table has no default view. With `over`, nothing changes unless that is its default view now, null
   * for none: what one window takes back must not undo what another has chosen.
   */
  setDefault: procedure
    .input(z.object({ table, id: id.optional(), over: id.nullable().optional() }))
    .output(z.object({})),
  /** Freezes columns and their order under a name; a name that was used before gets its next version. */
  freeze: procedure.input(layoutSchema.pick({ table: true, name: true, columns: true })).output(layoutSchema),
  /** Restores a deleted layout. Errors: CHANGED_ELSEWHERE if its version belongs to other columns, TOO_MANY_VIEWS. */
  restoreLayout: procedure.input(layoutSchema).output(z.object({})),
  removeLayout: procedure.input(z.object({ id })).output(z.object({})),
  /**
   * Writes a table's views and layouts, or all tables', as a file. Under Electron asks where to save first; a dismissed
   * dialog answers no path.
   */
  write: procedure.input(z.object({ table: table.optional(), language: z.enum(['en', 'ja']) })).output(
    z.object({
      path: z.string().optional(),
      /** In a browser window: where the file can be fetched from, relative to the window's own address. */
      download: z.string().optional(),
      views: z.number().int(),
      layouts: z.number().int(),
    }),
  ),
  /**
   * Adds the views and layouts of a file that are not stored yet, all or none; a name in use gets a number appended. With
   * `overwrites`, a view takes the place of the stored one of its name instead; of two of one name the last counts.
   * Errors: TOO_MANY_VIEWS.
   */
  adopt: procedure.input(viewsFileSchema.extend({ overwrites: z.boolean().optional() })).output(
    z.object({
      /** Those that were added or changed. */
      views: z.array(z.object({ table, name: viewNameSchema })),
      layouts: z.number().int(),
      /** How many names got a number. */
      renamed: z.number().int(),
      /** How many views and layouts of the file were stored already. */
      present: z.number().int(),
    }),
  ),
};
