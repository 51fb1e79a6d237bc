// railbird rule FILE: what a rule's bets returned over a period.

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { RuleFigures, RuleReport } from '#shared/bridge/rules.ts';
import { betOf } from '#shared/catalogue/bets.ts';
import { RailbirdError } from '#shared/errors.ts';
import { columnOfSubject } from '#shared/catalogue/subjects/subjects.ts';
import { formatValue } from '#shared/catalogue/format.ts';
import { changingColumns, fateOfBlanks, readRule, type BlankFate } from '#shared/rules/rule-problems.ts';
import { hitRateOf, isSmallSample, luckyByChance, payoutRateOf, returnOf } from '#shared/rules/judging.ts';
import { minutesBefore, type Rule, type RulePeriod } from '#shared/rules/rule.ts';
import { textOfBytes } from '#shared/text-of-bytes.ts';
import { NOTHING, type CliCommand } from '../command.ts';
import { ExplainedError, UsageError } from '../command-error.ts';
import { periodFrom } from '../selection.ts';
import { SHEET_OPTION, sheetFields, sheetFormat, writeSheet } from '../sheet.ts';

const EXAMPLE = `  {
    "railbird": "rule", "version": 2, "name": "Best index on turf",
    "choosing": { "from": "20160101", "to": "20221231" },
    "checking": { "from": "20230101", "to": "20251231" },
    "filters": [{ "column": "track_type", "text": "turf" },
                { "column": "integration_index_rank", "text": "<=3" }],
    "bets": [{ "bet": "win", "form": "each", "stake": 100 },
             { "bet": "quinella", "form": "box", "take": 3, "stake": 100,
               "by": { "column": "integration_index", "order": "highest" } }],
    "minutesBeforePost": 10
  }`;

export const rule: CliCommand = {
  name: 'rule',
  usage: 'FILE [--from DATE --to DATE | --checking] [--by COLUMN] [--format FORMAT | --json]',
  summary: 'what a rule’s bets returned over a period: races, bets, hits, return, each with its interval',
  notes: [
    `A rule picks runners by filters (see "railbird query --help") over the columns of "runners", and bets on them. Its file:\n${EXAMPLE}`,
    'Forms: each (win, place); straight (the first two or three in the order of "by"), box, axis (the first with the others).\nColumns that are known only after the race are refused.',
    'A rule decides "minutesBeforePost" minutes before the start (0 to 480; 0 without it), by what was known then. That is\nrecorded for days that were fetched before their races; elsewhere the values stored last are used, and counted.',
    'Without a period, the rule’s choosing period is run; --checking runs the other one. Each run is counted: the more\nrules are tried on the same races, the more look good by chance.',
    'Up to a week is fetched; of a longer period what is stored is used, and the exit code says whether days are missing. Payoffs come from the payoff tables only.\nThe window keeps its rules in the folder "rules" of the data folder.',
  ],
  examples: [
    'rule turf.json --from 2026-01-01 --to 2026-11-15 --sample',
    'rule turf.json --by racecourse_cd --format csv',
    'rule turf.json --checking --json',
  ],
  options: [
    { name: 'from', value: 'DATE', help: 'first day, YYYYMMDD or YYYY-MM-DD' },
    { name: 'to', value: 'DATE', help: 'last day' },
    { name: 'checking', help: 'the checking period of the rule; the look is counted' },
    { name: 'by', value: 'COLUMN', help: 'figures also by this column of the runners' },
    SHEET_OPTION,
    { name: 'offline', help: 'send no request: use what the archive stores' },
    { name: 'json', help: 'the whole report as JSON, with winners, losers and days' },
  ],
  words: '<FILE>',
  isAccounted: true,
  run: async ({ words: [file = ''], values }, context) => {
    sheetFormat(values);
    if (values['json'] === true && values['format'] !== undefined)
      throw new UsageError('Either --json, or --format.');
    const path = resolve(context.folder, file);
    const wanted = await ruleOf(path);
    const period = periodOf(wanted, values);
    const by = typeof values['by'] === 'string' ? values['by'] : undefined;
    const { signal, progress: onProgress } = context;
    const core = await context.open({ offline: values['offline'] === true });
    const report = await core.rules.run(wanted, period, { by, signal, onProgress });
    context.terminal.bar.clear();
    if (values['json'] === true) await context.terminal.write(`${JSON.stringify(report, null, 2)}\n`);
    else await writeSheet(context, values, FIELDS, rowsOf(wanted, report, by));
    for (const line of remarksOn(wanted, report)) context.terminal.say(line);
    return { ...NOTHING, records: report.tally.picked.runners, reasons: report.reasons };
  },
};

/** Errors: FILE_FAILED, ExplainedError. */
async function ruleOf(path: string): Promise<Rule> {
  let text: string;
  try {
    text = textOfBytes(await readFile(path));
  } catch (cause) {
    throw new RailbirdError('FILE_FAILED', { path }, { cause });
  }
  const read = readRule(text);
  if ('unreadable' in read) throw new ExplainedError(`${path}: ${read.unreadable.en}`);
  return read.rule;
}

function periodOf(wanted: Rule, values: Readonly<Record<string, string | true | undefined>>): RulePeriod {
  const isGiven = values['from'] !== undefined || values['to'] !== undefined;
  if (values['checking'] !== true) return isGiven ? periodFrom(values) : wanted.choosing;
  if (isGiven) throw new UsageError('Either --checking, or --from and --to.');
  if (wanted.checking === undefined) throw new UsageError('The rule has no checking period.');
  return wanted.checking;
}

const FIELDS = sheetFields({
  of: 'S',
  races: 'N',
  bets: 'N',
  hits: 'N',
  hit_percent: 'N?',
  stake: 'N',
  returned: 'N',
  refunded: 'N',
  return_percent: 'N?',
  low: 'N?',
  high: 'N?',
  note: 'S?',
});

const tenth = (number: number | undefined): string | null =>
  number === undefined ? null : number.toFixed(1);

function rowsOf(wanted: Rule, { tally }: RuleReport, by: string | undefined): (string | null)[][] {
  const row = (of: string, figures: RuleFigures): (string | null)[] => [
    of,
    String(figures.races),
    String(figures.bets),
    String(figures.hits),
    tenth(hitRateOf(figures)),
    String(figures.stake),
    String(figures.returned),
    String(figures.refunded),
    tenth(returnOf(figures)),
    tenth(figures.interval?.low),
    tenth(figures.interval?.high),
    isSmallSample(figures) ? 'small sample' : null,
  ];
  const column = by === undefined ? undefined : columnOfSubject('runners', by);
  return [
    row('all bets', tally.whole),
    ...tally.bets.map((figures, at) => {
      const bet = wanted.bets[at];
      return row(bet === undefined ? '' : `${betOf(bet.bet).label.en}, ${bet.form}`, figures);
    }),
    ...tally.years.map(({ year, figures }) => row(year, figures)),
    ...tally.groups.map(({ raw, figures }) =>
      row(
        column === undefined || raw === null
          ? 'blank'
          : `${column.label.en}: ${formatValue(column, raw, 'en', 'kana')}`,
        figures,
      ),
    ),
  ];
}

function decisionOf(wanted: Rule): string {
  const minutes = minutesBefore(wanted);
  return minutes === 0 ? 'the start' : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} before the start`;
}

/** By what the bets were decided, of values that change until then. */
function knownRemarks(wanted: Rule, { known }: RuleReport['tally']): readonly string[] {
  const { recorded, last, changed } = known;
  const names = changingColumns(wanted).map(({ name }) => name);
  return [
    ...(recorded.races === 0
      ? []
      : [
          `${recorded.races} races (${recorded.bets} bets) were decided by values recorded no later than ${decisionOf(wanted)}. In ${changed} races of the period these differ from the values stored last.`,
        ]),
    ...(last.races === 0
      ? []
      : [
          `Not recorded by then in ${last.races} races (${last.bets} bets), so the values stored last were used: ${names.join(', ')}. They may be newer than what you would have bet on.`,
        ]),
  ];
}

/** What a race without any value of a column comes to. */
const OF_BLANKS: Readonly<Record<BlankFate, string>> = {
  refused: ', so the rule picks nothing there',
  notTaken: ', so bets in its order take no runner there',
  passed: '; a blank passes the filter there',
};

/** What must be known beside the figures, a line each. */
function remarksOn(wanted: Rule, { tally, looks, of }: RuleReport): readonly string[] {
  const rate = payoutRateOf(wanted.bets, tally.bets);
  const { picked, unsettled, withoutValue, withoutNumber, leftOut } = tally;
  const some = (count: number, text: string): readonly string[] => (count === 0 ? [] : [text]);
  return [
    `Picked ${picked.runners} runners in ${picked.races} of ${picked.racesInAll} races.`,
    ...(rate === undefined ? [] : [`In the long run these bets pay out ${rate.toFixed(1)} % of the stakes.`]),
    ...tally.without.map(
      ({ winners, returned }) =>
        `Without the ${winners === 1 ? 'best winner' : `${winners} best winners`}: ${((100 * returned) / (tally.whole.stake || 1)).toFixed(1)} %.`,
    ),
    ...some(
      unsettled.races,
      `${unsettled.races} ${unsettled.races === 1 ? 'race has' : 'races have'} bets that are in no figure: a result, the brackets or the payoffs are not stored, cannot be read or contradict each other: ${unsettled.named
        .slice(0, 10)
        .map(({ racedate, racekey }) => `${racedate} ${racekey}`)
        .join(', ')}${unsettled.races > 10 ? ', …' : ''}.`,
    ),
    ...tally.lacking.map(
      ({ column, races, named }) =>
        `${races} races have no value of ${column}${OF_BLANKS[fateOfBlanks(wanted, column)]}: from ${named[0]?.racedate ?? ''} on.`,
    ),
    ...tally.notSold.flatMap((races, at) =>
      some(races, `${betOf(wanted.bets[at]?.bet ?? 'win').label.en} was not sold in ${races} of the races.`),
    ),
    ...some(
      withoutValue,
      `${withoutValue} picked ${withoutValue === 1 ? 'runner has' : 'runners have'} no value that a bet orders by, so that bet did not take ${withoutValue === 1 ? 'it' : 'them'}.`,
    ),
    ...some(
      withoutNumber,
      `${withoutNumber} picked ${withoutNumber === 1 ? 'runner has' : 'runners have'} no number, so nothing could be bet on them.`,
    ),
    ...knownRemarks(wanted, tally),
    ...some(
      leftOut,
      `${leftOut} ${leftOut === 1 ? 'runner is' : 'runners are'} left out: your mark or note was changed after ${decisionOf(wanted)}, or removed; what it was is not known.`,
    ),
    `Rules tried on these races so far: ${looks.rulesTried}; of rules that know nothing, ${luckyByChance(looks.rulesTried).toFixed(1)} would look better than they are.`,
    ...(of === 'checking'
      ? [`The checking period has been looked at ${looks.looks === 1 ? 'once' : `${looks.looks} times`}.`]
      : []),
  ];
}
