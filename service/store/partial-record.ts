// Records of files that lack columns: an answer that was saved before a column existed, a table of a few columns.

import type { ReadyRecord } from './bulk-writer.ts';

type Fields = Record<string, unknown>;

/** The fields of a record as it is to be stored, with the stored version's in place of those that it says nothing of. */
export function completed(
  { json, absent = [] }: Pick<ReadyRecord, 'json' | 'absent'>,
  stored: Uint8Array,
): Fields {
  const fields = fieldsOf(json);
  const before = fieldsOf(stored);
  for (const name of absent) fields[name] = before[name] ?? null;
  return fields;
}

/** The fields of a record in stored form. */
export const fieldsOf = (json: Uint8Array): Fields => JSON.parse(Buffer.from(json).toString()) as Fields;
