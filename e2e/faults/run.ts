// Plays one scenario through the app's own core against the proxy, and says whether the promise was kept.

import { TABLES } from '#shared/catalogue/tables.ts';
import type { Filter } from '#shared/catalogue/table.ts';
import { quoted, whereOf } from '../../electron/archive/where.ts';
import { unitsOf } from '../../electron/archive/coverage.ts';
import type { DataCore } from '../../electron/data-core.ts';
import { firstSize, sizeNote, writeSize } from '../../electron/downloads/window-size.ts';
import { same, writtenOf, writtenOfCells } from './compare.ts';
import { faultOf } from './faults.ts';
import { openLabCore } from './lab-core.ts';
import { openFaultProxy, type FaultProxy } from './proxy.ts';
import { meets, scenarioOf, type Question, type Scenario } from './scenario.ts';
import { SwiftClock } from './swift-clock.ts';
import { judge, type Outcome, type Verdict } from './verdict.ts';
import { NOW, type World } from './world.ts';

export interface Run {
  readonly scenario: Scenario;
  readonly verdicts: readonly Verdict[];
  /** The faults that requests met, one each. */
  readonly met: readonly string[];
  /** Requests while things went wrong, and those that put it right afterwards. */
  readonly requests: number;
  /** Broken promises, in words; none in a good run. */
  readonly violations: readonly string[];
}

/** Real milliseconds after which a run counts as one that never ends. */
const LONGEST_RUN_MS = 45_000;
const A_DAY_AND_MORE = 26 * 3_600_000;
/** Attempts at a request, and both halves of each window down to its days. */
const MOST_PER_DAY = 14;

export async function runSeed(seed: number, world: World): Promise<Run> {
  const scenario = scenarioOf(seed, world);
  const clock = new SwiftClock(NOW);
  let isTroubled = false;
  let first = 0;
  const met: string[] = [];
  const proxy = await openFaultProxy({
    serviceUrl: world.serviceUrl,
    seed,
    now: () => clock.now(),
    faultFor: ({ before, draw }) => {
      const trouble = isTroubled
        ? scenario.troubles.find(({ when }) => meets(when, before - first, draw))
        : undefined;
      if (isTroubled) met.push(trouble?.fault ?? 'none');
      return faultOf(trouble?.fault ?? 'none').spoil;
    },
  });
  const { core, close } = await openLabCore({ baseUrl: proxy.url, ...world, clock });
  const violations: string[] = [];
  const crashed = (error: unknown) => violations.push(`not caught: ${String(error)}`);
  process.on('unhandledRejection', crashed);
  process.on('uncaughtException', crashed);
  try {
    if (scenario.programmeHeld) await holdProgramme(core, scenario.questions);
    if (scenario.windowDays !== undefined) await learnWindows(core, scenario);
    isTroubled = true;
    first = proxy.asked.length;
    const outcomes = await limited(play(core, scenario, proxy, first), 'the troubled questions');
    const requests = proxy.asked.length - first;
    if (requests > mostRequests(scenario)) violations.push(`${requests} requests`);
    const verdicts = await Promise.all(
      scenario.questions.map(async (question, index) => {
        const outcome = outcomes[index] ?? { kind: 'failed', error: 'no outcome' };
        return judge(scenario, question, outcome, await world.oracle(question.table, question.filter));
      }),
    );
    for (const verdict of verdicts) if (verdict.kind === 'violation') violations.push(verdict.what);
    const mayLie =
      verdicts.some(({ kind }) => kind === 'unknowable' || kind === 'drifted') || hasSilent(scenario);
    if (!mayLie) violations.push(...(await booksThatLie(core, world, scenario)));

    isTroubled = false;
    core.client.unblock();
    clock.skip(A_DAY_AND_MORE);
    for (const question of scenario.questions) {
      const again = await limited(
        open(core, question, { refresh: mayLie }).catch((error: unknown) => ({
          kind: 'failed' as const,
          error,
        })),
        'the question after the trouble',
      );
      const oracle = await world.oracle(question.table, question.filter);
      const { kind } = judge({ ...scenario, troubles: [] }, question, again, oracle);
      if (kind !== 'equal') violations.push(`after the trouble: ${kind} ${wordsOf(again)}`);
    }
    if (proxy.trapped() > 0) violations.push('it followed an address that an answer named');
    return { scenario, verdicts, met, requests, violations };
  } catch (error) {
    return {
      scenario,
      verdicts: [],
      met,
      requests: proxy.asked.length,
      violations: [...violations, String(error)],
    };
  } finally {
    await close();
    await proxy.close();
    process.off('unhandledRejection', crashed);
    process.off('uncaughtException', crashed);
  }
}

async function play(
  core: DataCore,
  scenario: Scenario,
  proxy: FaultProxy,
  first: number,
): Promise<Outcome[]> {
  const controller = new AbortController();
  const { cancelAfter } = scenario;
  const watch =
    cancelAfter === undefined
      ? undefined
      : setInterval(() => {
          if (proxy.asked.length - first >= cancelAfter) controller.abort();
        }, 1);
  try {
    return await Promise.all(
      scenario.questions.map((question) =>
        open(core, question, { signal: controller.signal }).catch((error: unknown) => ({
          kind: 'failed' as const,
          error,
        })),
      ),
    );
  } finally {
    clearInterval(watch);
  }
}

async function open(
  core: DataCore,
  { table, filter }: Question,
  options: { readonly signal?: AbortSignal; readonly refresh?: boolean },
): Promise<Outcome> {
  const result = await core.results.open({ kind: 'table', table, filter }, { alone: true, ...options });
  const { summary } = result;
  const names = summary.columns.map(({ name }) => name);
  const cells = await result.cells(names, 0, summary.records);
  core.results.close(summary.resultId);
  return { kind: 'opened', summary, written: writtenOfCells(TABLES[table], names, cells, summary.records) };
}

/** What the person has looked at before: meetings and programme of the days that will be asked for. */
async function holdProgramme(core: DataCore, questions: readonly Question[]): Promise<void> {
  for (const { filter } of questions) {
    const { racedate, racekey, start_racedate, end_racedate } = filter;
    const asked: Question[] =
      start_racedate !== undefined && end_racedate !== undefined
        ? (['d_ka', 'd_ra'] as const).map((table) => ({ table, filter: { start_racedate, end_racedate } }))
        : (['t_ka', 't_ra'] as const).flatMap((table) => [
            ...(racedate === undefined ? [] : [{ table, filter: { racedate } }]),
            ...(racekey === undefined ? [] : [{ table, filter: { racekey } }]),
          ]);
    for (const question of asked) await open(core, question, {});
  }
}

async function learnWindows(core: DataCore, { questions, windowDays }: Scenario): Promise<void> {
  const archive = await core.archive();
  for (const { table } of questions) {
    const size = { ...firstSize(TABLES[table]), days: windowDays ?? 1 };
    await archive.setNote(sizeNote(TABLES[table]), writeSize(size));
  }
}

/** Days and races that the archive calls held without a reservation, and that are not as the service has them. */
async function booksThatLie(core: DataCore, world: World, { questions }: Scenario): Promise<string[]> {
  const archive = await core.archive();
  const lies: string[] = [];
  for (const { table, filter } of questions) {
    const coverage = await archive.coverage(table, unitsOf(filter));
    for (const held of coverage.values()) {
      if (held.reasons.length > 0 || held.drift > 0) continue;
      const unit = filterOf(held.unit, filter);
      const { sql, values } = whereOf(TABLES[table], unit);
      const names = TABLES[table].columns.map(({ name }) => name);
      const columns = await archive.columns(
        `select ${names.map(quoted).join(', ')} from ${quoted(table)} where ${sql}`,
        values,
      );
      const cells = columns.map((column) => column.map((value) => (value === null ? null : String(value))));
      const written = writtenOfCells(TABLES[table], names, cells, cells[0]?.length ?? 0);
      const wanted = writtenOf(TABLES[table], await world.oracle(table, unit));
      if (!same(written.keys, wanted.keys)) lies.push(`the archive calls ${held.unit} of ${table} held`);
    }
  }
  return lies;
}

function filterOf(unit: string, filter: Filter): Filter {
  const day = unit.startsWith('day:') ? unit.slice('day:'.length) : undefined;
  if (day === undefined || filter.start_racedate === undefined) return filter;
  return { start_racedate: day, end_racedate: day };
}

const hasSilent = ({ troubles }: Scenario): boolean =>
  troubles.some(({ fault }) => faultOf(fault).onlyKnownBy !== undefined);

function mostRequests({ questions }: Scenario): number {
  return questions.reduce((sum, { filter }) => sum + unitsOf(filter).length * MOST_PER_DAY + 10, 0);
}

/** Errors: a word about what did not end. */
async function limited<T>(promise: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not end`)), LONGEST_RUN_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

function wordsOf(outcome: Outcome): string {
  if (outcome.kind === 'failed') return String(outcome.error);
  const { records, reasons, setAside, drift } = outcome.summary;
  return JSON.stringify({ records, reasons, setAside, drift });
}
