// One record per table for the document: a race and its winner. `node build/run.mjs service/http/openapi/write.ts
// --examples` writes them.

import type { TableCode } from '#shared/catalogue/table.ts';
import examples from './examples.json' with { type: 'json' };

export const EXAMPLES: Readonly<Record<TableCode, Readonly<Record<string, string | number | null>>>> =
  examples;
