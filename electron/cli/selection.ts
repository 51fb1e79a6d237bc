// What a command line selects: table, filter, columns, order. Checked before any request. Pure.

import type { Sort } from '#shared/bridge/source.ts';
import type { OptionRow, OptionValues } from '#shared/command-line/command-line.ts';
import type { Language } from '#shared/text.ts';
import { BROWSABLE_CODES, BROWSABLES, isSubjectName, type Browsable } from '#shared/catalogue/browsable.ts';
import { pastTableOf } from '#shared/catalogue/day-tables.ts';
import { SUBJECT_NAMES } from '#shared/catalogue/subjects/subject.ts';
import { TABLE_CODES, type Filter, type FilterName, type Table } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { isRacedate } from '#shared/racing/racedate.ts';
import { FILTER_RULES } from '#shared/service-api/filter-rules.ts';
import { MOST_SORT_COLUMNS } from '../query-engine/row-set.ts';
import { UsageError } from './command-error.ts';

/** "d_ra", or "dra" as in the service's addresses. Errors: UsageError. */
export function tableNamed(word: string): Table {
  const wanted = word.toLowerCase().replaceAll(/[_-]/g, '');
  const code = TABLE_CODES.find((each) => each.replace('_', '') === wanted);
  if (code === undefined) throw new UsageError(`There is no table "${word}": ${TABLE_CODES.join(', ')}`);
  return TABLES[code];
}

/** A subject, or a table. Errors: UsageError. */
export function browsableNamed(word: string): Browsable {
  const subject = SUBJECT_NAMES.find((name) => name === word.toLowerCase());
  if (subject !== undefined) return BROWSABLES[subject];
  try {
    return tableNamed(word);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`There is no table "${word}": ${BROWSABLE_CODES.join(', ')}`);
  }
}

export const FILTER_OPTIONS: readonly (OptionRow & { readonly filter: FilterName })[] = [
  { name: 'racedate', value: 'DATE', filter: 'racedate', help: 'one day, YYYYMMDD or YYYY-MM-DD' },
  { name: 'from', value: 'DATE', filter: 'start_racedate', help: 'first day of a period' },
  { name: 'to', value: 'DATE', filter: 'end_racedate', help: 'last day of a period' },
  { name: 'racekey', value: 'KEY', filter: 'racekey', help: 'one race, such as 05264101' },
  { name: 'horse-id', value: 'ID', filter: 'horse_id', help: 'one horse (m_uk, runs)' },
  {
    name: 'kettonum',
    value: 'NUMBER',
    filter: 'kettonum',
    help: 'one horse by its registration number (m_uk)',
  },
];

/** How the records of a command that may request them are wanted. */
export const REQUEST_OPTIONS: readonly OptionRow[] = [
  { name: 'offline', help: 'send no request: use what the archive stores' },
  { name: 'refresh', help: 'request again even what is stored' },
];

/** Errors: UsageError. */
export function requestsFrom(values: OptionValues): { readonly offline: boolean; readonly refresh: boolean } {
  const [offline, refresh] = [values['offline'] === true, values['refresh'] === true];
  if (offline && refresh) throw new UsageError('Either --offline or --refresh.');
  return { offline, refresh };
}

/** The options as a filter that the table accepts. Errors: UsageError. */
export function filterFrom(table: Browsable, values: OptionValues): Filter {
  const given = FILTER_OPTIONS.flatMap(({ name, filter }) => {
    const value = values[name];
    return typeof value === 'string' ? [[filter, checked(name, filter, value)] as const] : [];
  });
  if (given.length === 0)
    throw new UsageError(`What of ${table.code}? Give ${optionsOf(table).join(' or ')}.`);
  const filter = adapted(table, Object.fromEntries(given));
  const foreign = FILTER_OPTIONS.find(
    (option) => filter[option.filter] !== undefined && !table.filters.includes(option.filter),
  );
  if (foreign)
    throw new UsageError(`${table.code} takes no --${foreign.name}: give ${optionsOf(table).join(' or ')}.`);
  if (filter.racedate !== undefined && filter.start_racedate !== undefined)
    throw new UsageError('Either --racedate, or --from and --to.');
  return filter;
}

/** A period of calendar days from `--from` and `--to`. Errors: UsageError. */
export function periodFrom(values: OptionValues): { readonly from: string; readonly to: string } {
  const { from, to } = values;
  if (typeof from !== 'string' || typeof to !== 'string')
    throw new UsageError('A period needs --from and --to.');
  const period = { from: checked('from', 'start_racedate', from), to: checked('to', 'end_racedate', to) };
  if (period.from > period.to) throw new UsageError('The period ends before it begins.');
  return period;
}

/** A value in the interface's form. Errors: UsageError. */
export function checked(option: string, filter: FilterName, typed: string): string {
  const rule = FILTER_RULES[filter];
  const value = rule.isDate ? typed.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$1$2$3') : typed;
  if (rule.pattern.test(value) && (!rule.isDate || isRacedate(value))) return value;
  throw new UsageError(`--${option} takes ${rule.form.en}, not "${typed}".`);
}

/** Past tables take one day as a period; the other tables take a period of one day as a day. */
function adapted(table: Browsable, filter: Filter): Filter {
  const { racedate, start_racedate: from, end_racedate: to, ...rest } = filter;
  if ((from === undefined) !== (to === undefined))
    throw new UsageError('A period needs both --from and --to.');
  if (from !== undefined && to !== undefined && from > to)
    throw new UsageError('The period ends before it begins.');
  const takesDay = table.filters.includes('racedate');
  const takesPeriod = table.filters.includes('start_racedate');
  if (racedate !== undefined && from === undefined && !takesDay && takesPeriod)
    return { ...rest, start_racedate: racedate, end_racedate: racedate };
  if (racedate === undefined && from !== undefined && takesDay && !takesPeriod) {
    if (from === to) return { ...rest, racedate: from };
    const past = isSubjectName(table.code) ? undefined : pastTableOf(table.code);
    throw new UsageError(
      `${table.code} takes one day at a time: give --racedate${past === undefined ? '' : `, or query ${past} for a period`}.`,
    );
  }
  return filter;
}

const optionsOf = (table: Browsable): string[] => {
  const takes = (name: FilterName) => table.filters.includes(name);
  return [
    ...(takes('racedate') || takes('start_racedate') ? ['--racedate'] : []),
    ...(takes('start_racedate') ? ['--from and --to'] : []),
    ...(takes('racekey') ? ['--racekey'] : []),
    ...(takes('horse_id') ? ['--horse-id'] : []),
    ...(takes('kettonum') ? ['--kettonum'] : []),
  ];
};

/** Splits "a,b". */
export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Names that the result has. Errors: UsageError. */
export function columnsFrom(text: string | true | undefined, stored: readonly string[]): readonly string[] {
  if (typeof text !== 'string') return stored;
  const names = listOf(text);
  requireKnown(names, stored);
  if (new Set(names).size !== names.length) throw new UsageError('--columns names a column twice.');
  return names;
}

/** "a,-b": ascending by a, then descending by b. Errors: UsageError. */
export function sortFrom(text: string | true | undefined, stored: readonly string[]): Sort {
  if (typeof text !== 'string') return [];
  const sort = listOf(text).map((name) =>
    name.startsWith('-')
      ? ({ column: name.slice(1), direction: 'descending' } as const)
      : ({ column: name, direction: 'ascending' } as const),
  );
  if (sort.length > MOST_SORT_COLUMNS)
    throw new UsageError(`--sort takes at most ${MOST_SORT_COLUMNS} columns.`);
  requireKnown(
    sort.map(({ column }) => column),
    stored,
  );
  return sort;
}

function requireKnown(names: readonly string[], stored: readonly string[]): void {
  const known = new Set(stored);
  const wrong = names.find((name) => !known.has(name));
  if (wrong === undefined) return;
  const near = stored
    .filter((name) => name.includes(wrong) || (wrong.length > 3 && wrong.includes(name)))
    .slice(0, 5);
  throw new UsageError(
    `There is no column "${wrong}" here${near.length > 0 ? `; there is ${near.join(', ')}` : ''}. "railbird columns TABLE" lists them.`,
  );
}

/** One of a list. Errors: UsageError. */
export function oneOf<const T extends string>(
  option: string,
  typed: string | true | undefined,
  choices: readonly T[],
  otherwise: T,
): T {
  if (typed === undefined) return otherwise;
  const found = choices.find((choice) => choice === typed);
  if (found === undefined)
    throw new UsageError(`--${option} takes ${choices.join(', ')}, not "${String(typed)}".`);
  return found;
}

const LANGUAGES = ['en', 'ja'] as const satisfies readonly Language[];

export const LANGUAGE_OPTION: OptionRow = {
  name: 'language',
  value: LANGUAGES.join('|'),
  help: 'of labels and codes; en unless given',
};

/** English by default, whatever the terminal's language, so that a script's output does not depend on who runs it. */
export const languageFrom = (values: OptionValues): Language =>
  oneOf('language', values['language'], LANGUAGES, 'en');
