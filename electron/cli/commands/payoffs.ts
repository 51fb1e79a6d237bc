// railbird payoffs: what bets paid over a period, as a distribution for each bet.

import type { PayoffFigures } from '#shared/bridge/results.ts';
import { BET_NAMES, isBetName } from '#shared/catalogue/bets.ts';
import type { ColumnFilter } from '#shared/bridge/row-query.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { codesOf } from '#shared/catalogue/decode.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import { outcomeOf, type CliCommand } from '../command.ts';
import { checkFilters, filtersFrom, WHERE_OPTION } from '../filters.ts';
import { listOf, periodFrom } from '../selection.ts';
import { listed } from '../text-table.ts';
import { SHEET_OPTION, sheetFormat, writeSheet } from '../sheet.ts';
import { UsageError } from '../command-error.ts';

const FIGURES = [
  'n',
  'min',
  'p10',
  'p25',
  'median',
  'mean',
  'p75',
  'p90',
  'max',
] as const satisfies readonly (keyof PayoffFigures)[];

const { columns: COLUMNS } = SUBJECTS.payoffs;

export const payoffs: CliCommand = {
  name: 'payoffs',
  usage: '--from DATE --to DATE [--bets A,B] [--courses 05,09] [--where FILTERS] [--format FORMAT]',
  summary: 'what bets paid over a period: how many, quartiles and mean, yen per 100 yen',
  notes: [
    `Bets: ${BET_NAMES.join(', ')}.`,
    'Up to a year is fetched; of a longer period what is stored is used, and the exit code says whether days are missing.',
    `Columns for --where, which "railbird query --help" explains:\n${listed(COLUMNS.map(({ name }) => name))}`,
  ],
  examples: [
    'payoffs --from 2026-10-01 --to 2026-11-15 --sample',
    'payoffs --from 2026-10-01 --to 2026-11-15 --where "bet trifecta; distance >=2000" --sample',
    'payoffs --from 20261001 --to 20261115 --bets win,trifecta --courses 05 --format csv',
  ],
  options: [
    { name: 'from', value: 'DATE', help: 'first day, YYYYMMDD or YYYY-MM-DD' },
    { name: 'to', value: 'DATE', help: 'last day' },
    { name: 'bets', value: 'A,B', help: 'these bets; all of them unless given' },
    { name: 'courses', value: '05,09', help: 'courses by code or English name; all of them unless given' },
    WHERE_OPTION,
    SHEET_OPTION,
    { name: 'offline', help: 'send no request: use what the archive stores' },
    { name: 'refresh', help: 'request again even what is stored' },
  ],
  isAccounted: true,
  run: async ({ values }, context) => {
    sheetFormat(values);
    checkFilters(values, COLUMNS);
    const bets = typeof values['bets'] === 'string' ? listOf(values['bets']) : undefined;
    const wrong = bets?.find((bet) => !isBetName(bet));
    if (wrong !== undefined) throw new UsageError(`There is no bet "${wrong}": ${BET_NAMES.join(', ')}`);
    const racecourses =
      typeof values['courses'] === 'string' ? listOf(values['courses']).map(courseNamed) : undefined;
    const source = { kind: 'subject', subject: 'payoffs', ...periodFrom(values) } as const;
    const core = await context.open({ offline: values['offline'] === true });
    const { signal, progress: onProgress } = context;
    const refresh = values['refresh'] === true;
    const result = await core.results.open(source, { signal, onProgress, refresh });
    const filters = [
      ...oneOf('bet', bets),
      ...oneOf('racecourse_cd', racecourses),
      ...filtersFrom(values, result.columns),
    ];
    await result.arrange({ sort: [], filters }, signal);
    const figures = await core.results.payoffFigures(result.summary.resultId);
    context.terminal.bar.clear();
    await writeSheet(
      context,
      values,
      [{ name: 'bet', type: 'S' }, ...FIGURES.map((name) => ({ name, type: 'N' as const }))],
      figures.map((each) => [each.bet, ...FIGURES.map((name) => String(Math.round(each[name] * 10) / 10))]),
    );
    return { ...outcomeOf(result.summary), records: result.rows };
  },
};

const oneOf = (column: string, codes: readonly string[] | undefined): readonly ColumnFilter[] =>
  codes === undefined ? [] : [{ column, text: `=${codes.join(',')}` }];

/** Errors: UsageError. */
function courseNamed(word: string): string {
  const column = columnOf('t_ra', 'racecourse_cd');
  const courses = column ? codesOf(column) : [];
  const wanted = word.toLowerCase();
  const found = courses.find(
    ({ code, label }) =>
      code === wanted.padStart(2, '0') || label.en.toLowerCase() === wanted || label.ja === word,
  );
  if (found) return found.code;
  const known = courses.map(({ code, label }) => `${code} ${label.en}`).join(', ');
  throw new UsageError(`There is no course "${word}": ${known}`);
}
