// The description of the interface for people, docs/interface.md, from the catalogue and from the tables that the
// service checks requests with. write.ts writes the file.

import { SERVICE_CODE_TABLES, CODE_TABLES } from '#shared/catalogue/code-tables.ts';
import type { Column, FieldType } from '#shared/catalogue/column.ts';
import { codeTablesOf } from '#shared/catalogue/decode.ts';
import { FILTER_NAMES, TABLE_CODES, type Table, type TableCode } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';
import { FILTER_RULES } from '#shared/service-api/filter-rules.ts';
import { REFUSALS, type RefusalRow } from '../error-response.ts';
import { BEHAVIOR } from './behavior.ts';
import { FILTER_MEANINGS } from './filters.ts';

/** The section of the specification for each table's records; the horse master has no section of its own. */
const SECTIONS: Readonly<Record<TableCode, string>> = {
  t_hj: '2.2', d_hj: '2.2', t_ra: '2.3', d_ra: '2.3', t_ka: '2.4', d_ka: '2.4', t_ky: '2.5', d_ky: '2.5',
  t_pd: '2.6', t_ch: '2.7', t_se: '2.8', d_se: '2.8', t_ze: '2.9', t_zk: '2.10', d_zk: '2.10', m_uk: '2.11',
}; // prettier-ignore

const TYPES: Readonly<Record<FieldType, string>> = {
  S: 'text',
  'S?': 'text or null',
  I: 'integer',
  'I?': 'integer or null',
  N: 'number',
  'N?': 'number or null',
};

const INTRODUCTION = `# The interface of the query service

Written by \`node build/run.mjs service/http/openapi/write.ts\` from the catalogue, the service's checks and its decisions; do not edit it by hand. The same for programs: [openapi.json](openapi.json). "§" names the section of the service's specification that a rule comes from; [decisions](decisions.md) gives the reasons for the rest.

The service returns one set of records per request and changes nothing (§1). Query a table with \`POST\` at its address, with the application's key in the query string as \`api_key\`, the user's key in the header \`x-user-key\` (§5), and a JSON object of filters in the body (§4.1).

An answer has status 200 and this body (§2.1):

| field | meaning |
| --- | --- |
| \`request.parameters\` | the filters as they were sent |
| \`result.status\` | 200 |
| \`result.endpoint_uri\` | the address of the table |
| \`result.membershipLimit\` | the plan that covers the records |
| \`result.result_count\` | the number of records |
| \`result.data\` | the records |
`;

/** A Markdown table. A bar would end its cell, so bars are escaped. */
function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const code = (text: string): string => `\`${text}\``;
const codes = (texts: readonly string[]): string => texts.map(code).join(', ');

const filtersPart = (): string =>
  `## Filters (§4)\n\n${markdownTable(
    ['filter', 'form', 'meaning'],
    FILTER_NAMES.map((name) => [code(name), FILTER_RULES[name].form.en, FILTER_MEANINGS[name]]),
  )}\n`;

const isTable = (name: string): boolean => (TABLE_CODES as readonly string[]).includes(name);

const headed = (name: string): string =>
  isTable(name) ? code(name) : `${name[0]?.toUpperCase()}${name.slice(1)}`;

const rulesPart = (): string =>
  `## Rules\n\n${Object.entries(BEHAVIOR)
    .map(([name, text]) => `**${headed(name)}.** ${text}`)
    .join('\n\n')}\n`;

const errorsPart = (): string =>
  `## Errors (§7)\n\nThe body is \`{"success": false, "error": {"code", "message"}}\`, with \`reason\`, \`details\` and \`request_id\` where they apply.\n\n${markdownTable(
    ['status', 'code', 'reason', 'message'],
    Object.values(REFUSALS)
      .toSorted((a, b) => a.status - b.status)
      .map(({ status, code: name, reason, message }: RefusalRow) => [
        String(status),
        code(name),
        reason === undefined ? '' : code(reason),
        message,
      ]),
  )}\n`;

function tablesPart(): string {
  const row = (table: Table) => [
    code(table.code),
    code(table.path),
    table.purpose.en,
    codes(table.filters),
    table.maxSpanDays === undefined ? '' : `${table.maxSpanDays} days`,
    codes(table.order),
  ];
  return `## Tables (§4.2)\n\n${markdownTable(
    ['table', 'address', 'one record', 'filters', 'longest period', 'order'],
    TABLE_CODES.map(tableOf).map(row),
  )}\n`;
}

function fieldRow({ name, type, unit, codeTable, label, meaning }: Column): readonly string[] {
  const coded = codeTable === undefined ? [] : codeTablesOf(codeTable).map((each) => `[${each}](#${each})`);
  return [code(name), TYPES[type], unit ?? coded.join(', '), label.en, meaning.en];
}

/** Tables with the same record are described together. */
function recordsPart(): string {
  const byColumns = Map.groupBy(TABLE_CODES.map(tableOf), ({ columns }) => columns);
  const parts = [...byColumns].map(([columns, tables]) => {
    const sections = [...new Set(tables.map((table) => SECTIONS[table.code]))].join(', ');
    const title = `### ${tables[0]?.label.en}: ${codes(tables.map((table) => table.code))} (§${sections})`;
    const keys = `Key: ${codes(tables[0]?.primaryKey ?? [])}. ${columns.length} fields.`;
    const fields = markdownTable(
      ['field', 'type', 'unit or codes', 'label', 'meaning'],
      columns.map(fieldRow),
    );
    return `${title}\n\n${keys}\n\n${fields}\n`;
  });
  return `## Records (§2)\n\n${parts.join('\n')}`;
}

function codeTablesPart(): string {
  const parts = SERVICE_CODE_TABLES.map((name) => {
    const { system, codes: entries } = CODE_TABLES[name];
    const rows = Object.entries(entries).map(([value, { en, ja }]) => [code(value), en, ja]);
    const from =
      system === 'SPEC' ? 'From the specification.' : `From ${system}, the most probable public source.`;
    return `### ${name}\n\n${from}\n\n${markdownTable(['code', 'English', 'Japanese'], rows)}\n`;
  });
  return `## Code tables\n\nA code that is not listed can occur and is not an error.\n\n${parts.join('\n')}`;
}

export const interfacePage = (): string =>
  [
    INTRODUCTION,
    filtersPart(),
    rulesPart(),
    errorsPart(),
    tablesPart(),
    recordsPart(),
    codeTablesPart(),
  ].join('\n');
