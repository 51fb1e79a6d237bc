// JSON Schema (draft 2020-12), as OpenAPI 3.1 embeds it, and references between parts of the document.

import type { Table, TableCode } from '#shared/catalogue/table.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** An object with these properties, all required by default; more may be added later. */
export const object = (
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = Object.keys(properties),
): Schema => ({ type: 'object', required, properties });

export const refer = (kind: 'schemas' | 'responses' | 'headers', name: string): Schema => ({
  $ref: `#/components/${kind}/${name}`,
});

/** The first table that is like this one. Parts that both share appear once, under that table's name. */
export function firstLike(table: Table, common: (table: Table) => unknown): TableCode {
  const wanted = common(table);
  return TABLE_CODES.find((code) => common(tableOf(code)) === wanted) ?? table.code;
}
