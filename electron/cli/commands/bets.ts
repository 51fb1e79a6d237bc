// railbird bets FILE: what a list of bets returned, by the payoffs alone.

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { BetReport, Tally } from '#shared/betting/report.ts';
import { betOf, isBetName } from '#shared/catalogue/bets.ts';
import { RailbirdError } from '#shared/errors.ts';
import { racecourseName } from '#shared/racing/racekey.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import type { Language } from '#shared/text.ts';
import { textOfBytes } from '#shared/text-of-bytes.ts';
import { isPayoffMissing, missingRaces } from '../../bets/bets.ts';
import { CHECKED_FIELDS, checkedLines } from '../../bets/checked-lines.ts';
import type { MissingRace } from '../../bets/fetch-payoffs.ts';
import type { CommandCore } from '../../data-core.ts';
import { isOfTheService } from '../../downloads/query.ts';
import { NOTHING, type CliCommand, type CommandOutcome } from '../command.ts';
import { LANGUAGE_OPTION, languageFrom, oneOf } from '../selection.ts';
import { sheetFields, writeSheet } from '../sheet.ts';
import { alignText } from '../text-table.ts';

const FORMATS = ['text', 'csv', 'json'] as const;

export const bets: CliCommand = {
  name: 'bets',
  usage: 'FILE [--format text|csv|json] [--language en|ja] [--offline]',
  summary: 'what a list of bets returned: stake, return, hits and return rate by bet, course and month',
  notes: [
    'A line is a bet: race, bet, numbers, stake. The race is a key, or date with its year, course and number; the stake is in\nyen for each combination, "total 3000" for all of them, 100 yen unless written. Lines with # are notes.',
    'Numbers: 3-5, BOX 3,5,7, a list for each position (3-5,7-1,2), or a wheel: in "trio 3-5,7,9" two of the last list\njoin the 3, and in "trifecta 3>5,7,9 multi" all orders count.',
    'A CSV with a header has the columns race key (or date, course, number), bet, combination, stake or total.',
    'Only payoff records count, never odds. Refunds are in neither stake nor return. What is no bet, and bets without an\noutcome, are named and in no sum. csv writes the checked lines, json the whole report.',
  ],
  examples: [
    'bets november.txt --sample',
    'bets november.csv --format csv',
    'bets november.csv --format json',
  ],
  options: [
    { name: 'format', value: FORMATS.join('|'), help: 'text unless given' },
    LANGUAGE_OPTION,
    { name: 'offline', help: 'send no request: use the payoffs that the archive stores' },
  ],
  words: '<FILE>',
  isAccounted: true,
  run: async ({ words: [file = ''], values }, context) => {
    const format = oneOf('format', values['format'], FORMATS, 'text');
    const language = languageFrom(values);
    const text = textOfBytes(await bytesOf(resolve(context.folder, file)));
    const core = await context.open({ offline: values['offline'] === true });
    const today = todayInTokyo(context.now());
    let report = await core.bets.check(text);
    const missing = missingRaces(report, today);
    let failure: RailbirdError | undefined;
    if (missing.length > 0 && values['offline'] !== true) {
      failure = await fetchMissing(core, report, missing, context.signal);
      report = await core.bets.check(text);
    }
    context.terminal.bar.clear();
    if (format === 'json') await context.terminal.write(`${JSON.stringify(report, null, 2)}\n`);
    else if (format === 'csv')
      await writeSheet(context, { format }, sheetFields(CHECKED_FIELDS), checkedLines(report, language));
    else await context.terminal.write(reportText(report, language));
    return outcomeOfReport(report, today, failure);
  },
};

async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new RailbirdError('FILE_FAILED', { path }, { cause });
  }
}

/** The first error of a request. A list with settled bets is printed even if nothing came. Errors: as `fetchPayoffs`. */
async function fetchMissing(
  { bets: lists }: Pick<CommandCore, 'bets'>,
  { total }: BetReport,
  missing: readonly MissingRace[],
  signal: AbortSignal,
): Promise<RailbirdError | undefined> {
  try {
    return (await lists.fetch(missing, { signal })).failure;
  } catch (error) {
    if (isOfTheService(error) && (total.settled > 0 || total.refunded > 0)) return error;
    throw error;
  }
}

/** Races without payoffs make the sums incomplete; after a failure, so do those whose stored payoffs may be older. */
function outcomeOfReport(
  { bets: all, bad }: BetReport,
  today: string,
  failure: RailbirdError | undefined,
): CommandOutcome {
  const open = all.filter((bet) =>
    failure === undefined
      ? bet.reasons.some(({ reason }) => reason === 'not_stored')
      : isPayoffMissing(bet, today),
  );
  const places = new Set(open.map(({ racekey, racedate }) => racekey ?? racedate ?? ''));
  const because = failure && { because: { code: failure.code, values: failure.values } };
  return {
    ...NOTHING,
    records: all.length + bad.length,
    reasons: [...places].map((where) => ({ reason: 'not_fetched' as const, where, ...because })),
  };
}

const HEADS = ['bets', 'hits', 'staked', 'refunded', 'returned', 'rate'];

const cellsOf = ({ settled, hits, staked, refunded, returned }: Tally): string[] => [
  ...[settled, hits, staked, refunded, returned].map(String),
  staked === 0 ? '' : `${((100 * returned) / staked).toFixed(1)}%`,
];

function reportText(report: BetReport, language: Language): string {
  const rows = [
    ['total', ...cellsOf(report.total)],
    ...report.byBet.map((each) => [
      isBetName(each.key) ? betOf(each.key).label[language] : each.key,
      ...cellsOf(each),
    ]),
    ...report.byCourse.map((each) => [racecourseName(each.key, language), ...cellsOf(each)]),
    ...report.byMonth.map((each) => [
      each.key === '' ? '' : `${each.key.slice(0, 4)}-${each.key.slice(4)}`,
      ...cellsOf(each),
    ]),
  ];
  const { balance, drawdown, open } = report;
  const fall =
    drawdown === undefined
      ? 'no drawdown'
      : `largest drawdown ${drawdown.yen} yen, ${balance[drawdown.from]?.racedate ?? 'from the start'} to ${balance[drawdown.to]?.racedate ?? ''}`;
  const remarks = checkedLines(report, language).flatMap((cells) => {
    const field = (name: string): string => cells[Object.keys(CHECKED_FIELDS).indexOf(name)] ?? '';
    return field('remark') === ''
      ? []
      : [`line ${field('line')}: ${field('typed').trim()}\n  ${field('remark')}`];
  });
  return [
    alignText([['', ...HEADS], ...rows], ['left', ...HEADS.map(() => 'right' as const)]),
    `balance ${balance.at(-1)?.balance ?? 0} yen, ${fall}`,
    ...(open === 0 ? [] : [`without an outcome: ${open} yen, in none of the sums`]),
    ...remarks,
    '',
  ].join('\n');
}
