// The runners of a day that the watched rules pick, before the race and never after it: by the values stored last until
// the rule has decided, then by those that it decided by, as in its report.

import type { WatchedRunners } from '#shared/bridge/rules.ts';
import { isBlank, NUMERIC_KINDS } from '#shared/catalogue/reading.ts';
import { RANKED_BY } from '#shared/catalogue/subjects/runners.ts';
import { fieldsOf, type SubjectColumn } from '#shared/catalogue/subjects/subject.ts';
import { columnOfSubject } from '#shared/catalogue/subjects/subjects.ts';
import { runnerNumber, type RecordValues } from '#shared/racing/race-rows.ts';
import { compactMinuteInTokyo } from '#shared/racing/racedate.ts';
import { problemsOfRule, readColumns } from '#shared/rules/rule-problems.ts';
import { minutesBefore, type Rule } from '#shared/rules/rule.ts';
import type { Archive } from '../archive/archive.ts';
import { testOf } from '../query-engine/row-filter.ts';
import { horseIn, knownOf, type KnownColumn, type KnownValues } from '../query-engine/rules/known-values.ts';
import { raceKeyOf } from '../query-engine/rules/settlement.ts';
import type { Result, Results } from '../results/result.ts';
import { readKnownValues } from './known-values.ts';
import { ownChangesFor } from './own-changes.ts';
import { RACE_COLUMNS, racesOfDay, type DayRace } from './races-of-day.ts';
import { pick, type RuleService } from './run-rule.ts';

export interface WatchedOptions extends Pick<RuleService, 'annotations'> {
  readonly archive: Archive;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly signal?: AbortSignal | undefined;
}

interface Day extends WatchedOptions {
  readonly racedate: string;
  readonly result: Result;
}

/** Most runners of one rule: more than a day has. */
const MOST_RUNNERS = 1000;
const SHOWN = ['racekey', 'horse_number', 'horse_id', 'horse_name'] as const;

export const NONE_WATCHED: WatchedRunners = {
  runners: [],
  racesToCome: 0,
  racesRun: 0,
  awaits: [],
  leftOut: 0,
};

/** One answer for each rule. Errors: SERVICE_CHANGED, those of opening a result and of the annotations. */
export async function watchedRunners(
  results: Results,
  rules: readonly Rule[],
  racedate: string,
  options: WatchedOptions,
): Promise<readonly WatchedRunners[]> {
  if (rules.length === 0) return [];
  const { archive, signal } = options;
  const result = await results.open(
    { kind: 'subject', subject: 'runners', from: racedate, to: racedate },
    { alone: true, archive, ...(signal && { signal }) },
  );
  try {
    const found: WatchedRunners[] = [];
    for (const rule of rules) {
      const [problem] = problemsOfRule(rule);
      found.push(
        problem === undefined
          ? await watch(rule, { ...options, racedate, result })
          : { ...NONE_WATCHED, problem: problem.text },
      );
    }
    return found;
  } finally {
    results.close(result.summary.resultId);
  }
}

async function watch(rule: Rule, day: Day): Promise<WatchedRunners> {
  const { racedate, result, archive, now, signal } = day;
  const known = await readKnownValues(archive, rule, undefined, { from: racedate, to: racedate });
  const late = await lateTest(rule, day);
  const awaited = readColumns(rule).filter(isOfPrerace);
  await result.arrange({ sort: [], filters: [] }, signal);
  const ofAll = [...RACE_COLUMNS, ...late.by, ...awaited.map(({ name }) => name), ...OF_EVERY_PRERACE];
  const races = racesOfDay(await rowsOf(day, ofAll), racedate, compactMinuteInTokyo(now));
  const toCome = new Map(races.filter(({ isRun }) => !isRun).map((race) => [race.racekey, race]));
  const decidesUntil = compactMinuteInTokyo(now + minutesBefore(rule) * 60_000);
  /** What was known in a race that the rule has decided; undefined where nothing was recorded by then. */
  const knownIn = ({ racekey, start }: DayRace) =>
    start !== undefined && start <= decidesUntil ? known.races.get(raceKeyOf(racedate, racekey)) : undefined;

  // The filters on values that may have been others at the decision are applied here, the rest by the engine.
  const isVersioned = ({ column }: Rule['filters'][number]) => known.columns.includes(column);
  await pick(result, { filters: rule.filters.filter((filter) => !isVersioned(filter)) }, signal);
  const passes = testOfKnown(known);
  const candidates = await rowsOf(day, [...SHOWN, ...late.by, ...known.columns]);
  const picked = candidates.filter((runner) => {
    const race = toCome.get(runner['racekey'] ?? '');
    return race !== undefined && passes(runner, knownIn(race)) && !late.isLate(runner, race);
  });
  return {
    runners: picked.slice(0, MOST_RUNNERS).map((runner) => ({
      racekey: runner['racekey'] ?? '',
      horse_number: runner['horse_number'] ?? '',
      horse_id: runner['horse_id'] ?? null,
      horse_name: runner['horse_name'] ?? null,
    })),
    racesToCome: toCome.size,
    racesRun: races.length - toCome.size,
    awaits: awaited.flatMap(({ name: column, kind }) => {
      const place = known.columns.indexOf(column);
      const waiting = [...toCome.values()].filter(
        (race) => knownIn(race)?.[place] === undefined && waitsFor(column, kind, race),
      );
      return waiting.length === 0 ? [] : [{ column, races: waiting.length }];
    }),
    leftOut: [...toCome.values()].flatMap((race) => race.runners.filter((each) => late.isLate(each, race)))
      .length,
  };
}

/** These columns of the rows that pass, in their order. */
async function rowsOf({ result, signal }: Day, columns: readonly string[]): Promise<readonly RecordValues[]> {
  const names = [...new Set(columns)];
  const cells = await result.cells(names, 0, result.rows, signal);
  return Array.from({ length: cells[0]?.length ?? 0 }, (_, row) =>
    Object.fromEntries(names.map((name, at) => [name, cells[at]?.[row] ?? null])),
  );
}

/** Values of the pre-race record, and ranks by them: they come in the course of the day. */
const isOfPrerace = (column: SubjectColumn): boolean =>
  fieldsOf(RANKED_BY.get(column.name) ?? column).some(({ record }) => record === 'prerace');

/** A pre-race record names its jockey. */
const OF_EVERY_PRERACE = ['prerace_jockey_cd', 'prerace_jockey_name'];

/** Whether no runner of the race has a value of the column yet. */
function waitsFor(column: string, kind: SubjectColumn['kind'], { runners }: DayRace): boolean {
  // A flag or code may be blank in a whole race: then it is enough that the records came.
  const names = NUMERIC_KINDS.has(kind) ? [column] : [column, ...OF_EVERY_PRERACE];
  return runners.every((runner) => names.every((name) => isBlank(runner[name])));
}

/** Whether a runner passes the filters on values that may have been others at the decision. */
function testOfKnown({ columns, filters }: KnownValues) {
  const tests = filters.flatMap((filter) => {
    const place = columns.indexOf(filter.column);
    const test = place < 0 ? undefined : testOf(filter, columnOfSubject('runners', filter.column));
    return typeof test === 'function' ? [{ place, column: filter.column, test }] : [];
  });
  return (runner: RecordValues, known: readonly (KnownColumn | undefined)[] | undefined): boolean =>
    tests.every(({ place, column, test }) => {
      const then = known?.[place];
      if (then === undefined) return test(runner[column] ?? null);
      const own = { number: runnerNumber(runner), horse: horseIn(runner['horse_id']) };
      return test(knownOf(then, own));
    });
}

/** Which runners the report leaves out: the user's mark or note on them was changed after the decision. */
async function lateTest(rule: Rule, { racedate, annotations }: Day) {
  const readsOwn = readColumns(rule).some(({ origin }) => 'annotation' in origin);
  const own = readsOwn ? ownChangesFor(rule, (await annotations()).withRemoved()) : [];
  return {
    by: own.flatMap((each) => each.by),
    isLate: (runner: RecordValues, { start = racedate }: DayRace): boolean =>
      own.some(({ by, tooLateFor }) => {
        const id = by.map((name) => runner[name]?.trim() ?? '').filter((part) => part !== '');
        return (tooLateFor.get(id.join(' ')) ?? '') >= start;
      }),
  };
}
