// Records as JSON: a numeric field is a number if its value is written as one, otherwise text.

import type { FieldType } from '#shared/catalogue/column.ts';

export interface JsonField {
  readonly name: string;
  readonly type: FieldType;
}

/** A number in JSON's own form: any other that reads as one ("+ 4", "07") would come back as different text. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export const isJsonNumber = (text: string): boolean => JSON_NUMBER.test(text);

function jsonValue(value: string | null, isNumeric: boolean): string {
  if (value === null) return 'null';
  return isNumeric && isJsonNumber(value) ? value : JSON.stringify(value);
}

/** One JSON object for each row of a page of cells by column, `cells[c][r]`. */
export function jsonRecords(
  fields: readonly JsonField[],
  cells: readonly (readonly (string | null)[])[],
): string[] {
  const columns = fields.map(({ name, type }, index) => ({
    key: `${JSON.stringify(name)}:`,
    isNumeric: !type.startsWith('S'),
    cells: cells[index] ?? [],
  }));
  return Array.from({ length: cells[0]?.length ?? 0 }, (_, row) => {
    const members = columns.map((each) => each.key + jsonValue(each.cells[row] ?? null, each.isNumeric));
    return `{${members.join(',')}}`;
  });
}
