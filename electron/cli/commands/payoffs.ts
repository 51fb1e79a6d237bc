// railbird payoffs: what bets paid over a period, as a distribution for each bet.

import {
  FIRST_THRESHOLDS,
  MOST_THRESHOLDS,
  thresholdsSchema,
  type PayoffFigures,
} from '#shared/bridge/payoffs.ts';
import { BET_NAMES, isBetName, type BetName } from '#shared/catalogue/bets.ts';
import type { ColumnFilter } from '#shared/bridge/row-query.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { codesOf } from '#shared/catalogue/decode.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import type { OptionValues } from '#shared/command-line/command-line.ts';
import type { OpenResults } from '../../results/results.ts';
import { outcomeOf, type CliCommand } from '../command.ts';
import { checkFilters, filtersFrom, WHERE_OPTION } from '../filters.ts';
import {
  sheetOfAmounts,
  sheetOfBets,
  sheetOfCourses,
  sheetOfMonths,
  sheetOfRanks,
  type PayoffSheet,
} from '../payoff-sheets.ts';
import { listOf, oneOf, periodFrom, REQUEST_OPTIONS, requestsFrom } from '../selection.ts';
import { listed } from '../text-table.ts';
import { SHEET_OPTION, sheetFormat, writeSheet } from '../sheet.ts';
import { UsageError } from '../command-error.ts';

const BY = ['bet', 'course', 'month', 'popularity', 'amount'] as const;

const { columns: COLUMNS } = SUBJECTS.payoffs;

export const payoffs: CliCommand = {
  name: 'payoffs',
  usage:
    '--from DATE --to DATE [--bets A,B] [--courses 05,09] [--where FILTERS] [--by WHAT] [--above YEN,YEN] [--format FORMAT]',
  summary: 'what bets paid over a period: how many, quartiles and mean, yen per 100 yen',
  notes: [
    `Bets: ${BET_NAMES.join(', ')}.`,
    'Up to a year is fetched; of a longer period what is stored is used, and the exit code says whether days are missing.',
    'Quantiles are of type 7, linear between the order statistics. A from_ column counts the payoffs of that many yen or more.',
    'By popularity: races are those that had as many combinations; hit_rate and return are percent, of 100 yen on the rank in each of these races, with 95 % intervals (Wilson; races resampled). Filters on the payoff itself do not apply to it.',
    `Columns for --where, which "railbird query --help" explains:\n${listed(COLUMNS.map(({ name }) => name))}`,
  ],
  examples: [
    'payoffs --from 2026-10-01 --to 2026-11-15 --sample',
    'payoffs --from 2026-10-01 --to 2026-11-15 --where "bet trifecta; distance >=2000" --sample',
    'payoffs --from 20261001 --to 20261115 --bets win,trifecta --courses 05 --format csv',
    'payoffs --from 20261001 --to 20261115 --bets win --by popularity --sample',
  ],
  options: [
    { name: 'from', value: 'DATE', help: 'first day, YYYYMMDD or YYYY-MM-DD' },
    { name: 'to', value: 'DATE', help: 'last day' },
    { name: 'bets', value: 'A,B', help: 'these bets; all of them unless given' },
    { name: 'courses', value: '05,09', help: 'courses by code or English name; all of them unless given' },
    WHERE_OPTION,
    { name: 'by', value: 'WHAT', help: `${BY.join(', ')}; bet unless given, the others are of one bet` },
    {
      name: 'above',
      value: 'YEN,YEN',
      help: `amounts from which payoffs are counted, ${MOST_THRESHOLDS} at most; ${FIRST_THRESHOLDS.join(',')} unless given`,
    },
    SHEET_OPTION,
    ...REQUEST_OPTIONS,
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
    const by = oneOf('by', values['by'], BY, 'bet');
    const [bet, ...others] = (bets ?? []).filter(isBetName);
    if (by !== 'bet' && (bet === undefined || others.length > 0))
      throw new UsageError(`--by ${by} is of one bet: add --bets with one of ${BET_NAMES.join(', ')}`);
    const above = thresholdsFrom(values);
    const { offline, refresh } = requestsFrom(values);
    const source = { kind: 'subject', subject: 'payoffs', ...periodFrom(values) } as const;
    const core = await context.open({ offline });
    const { signal, progress: onProgress } = context;
    const result = await core.results.open(source, { signal, onProgress, refresh });
    const filters = [
      ...anyOf('bet', bets),
      ...anyOf('racecourse_cd', racecourses),
      ...filtersFrom(values, result.columns),
    ];
    await result.arrange({ sort: [], filters }, signal);
    const figures = await core.results.payoffFigures(result.summary.resultId, above, signal);
    const sheet =
      by === 'bet' || bet === undefined
        ? sheetOfBets(figures, above)
        : await SHEETS[by](result, { bet, above }, signal);
    context.terminal.bar.clear();
    await writeSheet(context, values, sheet.fields, sheet.rows);
    for (const line of [...remarks(figures), ...(sheet.remarks ?? [])]) context.terminal.say(line);
    return { ...outcomeOf(result.summary), records: result.rows };
  },
};

type OneBet = { readonly bet: BetName; readonly above: readonly number[] };
type Payoffs = Pick<Awaited<ReturnType<OpenResults['open']>>, 'query'>;

const SHEETS: {
  readonly [by in Exclude<(typeof BY)[number], 'bet'>]: (
    result: Payoffs,
    question: OneBet,
    signal: AbortSignal,
  ) => Promise<PayoffSheet>;
} = {
  course: async (result, question, signal) =>
    sheetOfCourses(await result.query('payoffsOfBet', question, signal), question.above),
  month: async (result, question, signal) =>
    sheetOfMonths(await result.query('payoffsOfBet', question, signal), question.above),
  amount: async (result, question, signal) =>
    sheetOfAmounts(await result.query('payoffsOfBet', question, signal)),
  popularity: async (result, { bet }, signal) =>
    sheetOfRanks(await result.query('payoffRanks', { bet }, signal)),
};

/** What the figures leave out or hold besides, for people. */
const remarks = ({ races, deadHeats, refunded, unreadable, unpaid }: PayoffFigures): readonly string[] => [
  ...(races === 0
    ? []
    : [`${races} races, ${deadHeats} with a dead heat, ${refunded} with stakes given back`]),
  ...(unreadable === 0 ? [] : [`${unreadable} payoffs are no numbers and not counted`]),
  ...(unpaid.length === 0
    ? []
    : [`races that gave stakes back and paid nothing: ${unpaid.map(({ racekey }) => racekey).join(', ')}`]),
];

/** Errors: UsageError. */
function thresholdsFrom(values: OptionValues): readonly number[] {
  const { above } = values;
  if (typeof above !== 'string') return FIRST_THRESHOLDS;
  const read = thresholdsSchema.safeParse(listOf(above).map(Number));
  if (read.success) return [...new Set(read.data)].toSorted((a, b) => a - b);
  throw new UsageError(
    `--above takes up to ${MOST_THRESHOLDS} amounts in whole yen, such as ${FIRST_THRESHOLDS.join(',')}`,
  );
}

const anyOf = (column: string, codes: readonly string[] | undefined): readonly ColumnFilter[] =>
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
