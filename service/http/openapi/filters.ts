// Schemas of the request bodies: the filters of a table, and which of them may be combined.

import type { FilterName, Table } from '#shared/catalogue/table.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';
import { FILTER_RULES } from '#shared/service-api/filter-rules.ts';
import { EXAMPLES } from './examples.ts';
import type { Schema } from './schema.ts';
import { firstLike, refer } from './schema.ts';

export const FILTER_MEANINGS: Readonly<Record<FilterName, string>> = {
  racedate: 'The day of racing.',
  start_racedate: 'First day of a period; requires end_racedate.',
  end_racedate: 'Last day of a period, included; requires start_racedate.',
  racekey: 'One race. For meetings: the meeting that the race belongs to.',
  horse_id: 'One horse, by its id in the other tables.',
  kettonum:
    'One horse by its pedigree registration number. Deprecated: honored only without horse_id, and will be removed.',
};

const nameOf = (table: Table): string => `${firstLike(table, ({ filters }) => filters.join(' '))}_filter`;

/** The schema of a table's filters, which tables with the same filters share. */
export const filterOf = (table: Table): Schema => refer('schemas', nameOf(table));

/** Every filter schema by name. */
export function filterSchemas(): Record<string, Schema> {
  return Object.fromEntries(TABLE_CODES.map(tableOf).map((table) => [nameOf(table), filterSchema(table)]));
}

function filterSchema({ filters, grain }: Table): Schema {
  const has = (name: FilterName) => filters.includes(name);
  return {
    type: 'object',
    properties: Object.fromEntries(filters.map((name) => [name, valueSchema(name)])),
    additionalProperties: false,
    ...(grain === 'master' && { minProperties: 1 }),
    ...(has('start_racedate') && {
      dependentRequired: { start_racedate: ['end_racedate'], end_racedate: ['start_racedate'] },
    }),
    ...(has('start_racedate') && has('racedate') && { not: { required: ['racedate', 'start_racedate'] } }),
  };
}

function valueSchema(name: FilterName): Schema {
  const { pattern, isDate, form } = FILTER_RULES[name];
  return {
    type: 'string',
    pattern: pattern.source,
    description: `${FILTER_MEANINGS[name]} Must be ${form.en}.`,
    examples: [valueOf(name)],
    ...(isDate && { 'x-kind': 'date' }),
    ...(name === 'kettonum' && { deprecated: true }),
  };
}

/** The value in the example records. */
function valueOf(name: FilterName): string {
  if (name === 'horse_id' || name === 'kettonum') return String(EXAMPLES.m_uk[name]);
  return String(EXAMPLES.t_ra[name === 'racekey' ? name : 'racedate']);
}

const picked = (...names: readonly FilterName[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)]));

/** Example bodies for the table. Each matches the example record. */
export function requestExamples({ filters, grain }: Table): Record<string, Schema> {
  const examples: Record<string, Schema> = {};
  if (grain === 'master') {
    examples['horse_id'] = { summary: 'One horse', value: picked('horse_id') };
    examples['kettonum'] = { summary: 'One horse, by the deprecated filter', value: picked('kettonum') };
    return examples;
  }
  examples['racekey'] = { summary: 'One race', value: picked('racekey') };
  if (filters.includes('racedate')) examples['racedate'] = { summary: 'One day', value: picked('racedate') };
  if (filters.includes('start_racedate')) {
    examples['period'] = { summary: 'A period', value: picked('start_racedate', 'end_racedate') };
  }
  examples['nothing'] = { summary: 'The newest race date', value: {} };
  return examples;
}
