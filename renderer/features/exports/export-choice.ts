// How a person last wanted exports written: kept, so that next week's file has the same form.

import { z } from 'zod';

export const exportChoiceSchema = z.object({
  columns: z.enum(['shown', 'all']),
  header: z.enum(['name', 'label', 'both']),
  values: z.enum(['raw', 'label']),
});

export type ExportChoice = z.infer<typeof exportChoiceSchema>;

export const FIRST_CHOICE: ExportChoice = { columns: 'shown', header: 'name', values: 'raw' };
