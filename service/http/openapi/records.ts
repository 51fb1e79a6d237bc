// Schemas of the records, from the catalogue's columns, and the code tables that they refer to.

import type { Column, FieldType } from '#shared/catalogue/column.ts';
import { type Table, TABLE_CODES } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';
import { type CodeTableName, SERVICE_CODE_TABLES, CODE_TABLES } from '#shared/catalogue/code-tables.ts';
import { codeTablesOf } from '#shared/catalogue/decode.ts';
import { type Schema, firstLike, refer } from './schema.ts';

const TYPES: Readonly<Record<FieldType, string | readonly string[]>> = {
  S: 'string',
  'S?': ['string', 'null'],
  I: 'integer',
  'I?': ['integer', 'null'],
  N: 'number',
  'N?': ['number', 'null'],
};

const nameOf = (table: Table): string => firstLike(table, ({ columns }) => columns);

/** The schema of a table's record, which tables with the same columns share. */
export const recordOf = (table: Table): Schema => refer('schemas', nameOf(table));

/** Every record schema by name. */
export function recordSchemas(): Record<string, Schema> {
  const tables = TABLE_CODES.map(tableOf).filter((table) => nameOf(table) === table.code);
  return Object.fromEntries(tables.map((table) => [table.code, recordSchema(table)]));
}

function recordSchema({ label, purpose, columns }: Table): Schema {
  return {
    type: 'object',
    title: label.en,
    description: purpose.en,
    required: columns.map(({ name }) => name),
    properties: Object.fromEntries(columns.map((column) => [column.name, fieldSchema(column)])),
  };
}

function fieldSchema({ type, kind, codeTable, label, meaning, unit }: Column): Schema {
  return {
    type: TYPES[type],
    title: label.en,
    description: meaning.en,
    'x-title-ja': label.ja,
    'x-kind': kind,
    ...(unit && { 'x-unit': unit }),
    ...(codeTable && { 'x-codes': codeTablesOf(codeTable).map(codesPointer) }),
  };
}

const codesPointer = (name: CodeTableName): string => `#/components/x-code-tables/${name}`;

/** The meanings of the codes in English and Japanese, by code table. */
export function codeTables(): Record<string, Schema> {
  return Object.fromEntries(
    SERVICE_CODE_TABLES.map((name) => [
      name,
      Object.fromEntries(
        Object.entries(CODE_TABLES[name].codes).map(([code, { en, ja }]) => [code, { en, ja }]),
      ),
    ]),
  );
}
