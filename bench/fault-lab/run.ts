// Plays one scenario through the app against the proxy, and checks whether the app kept its promise.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Filter } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { unitsOf } from '../../electron/archive/coverage.ts';
import type { Transport } from '../../electron/service-client/transport.ts';
import type { OpenCoreOptions } from '../../electron/cli/run.ts';
import type { DataCore } from '../../electron/data-core.ts';
import { referenceTablesOf } from '../../electron/downloads/plan/reference-tables.ts';
import { openNotices } from '../../electron/files/notices.ts';
import { putEmptyArchiveOf } from '../../electron/testing/empty-archive.ts';
import { downloadByCommand, inItsOwnProcess, inThisProcess, query, type RunCommand } from './by-command.ts';
import { download, downloadAgain, downloadsOf, resume, type Download } from './by-job.ts';
import { learnWindows, openProgram } from './before.ts';
import { MIDNIGHT_NEAR } from './clock-faults.ts';
import { same, writtenOf } from './compare.ts';
import { combined, type Spoil } from './delivery.ts';
import { faultOf } from './faults.ts';
import { openLabCore, PATIENT, type LabCore } from './lab-core.ts';
import { storedSet, openResult, type Outcome } from './outcome.ts';
import { openFaultProxy } from './proxy.ts';
import { serviceLike } from './readings/readings.ts';
import { meets, scenarioOf, type Question, type Scenario } from './scenario.ts';
import { SwiftClock } from './swift-clock.ts';
import { faultsOf, isCalm, isSilent, judge, type Verdict } from './verdict.ts';
import { WIRE_FAULTS } from './wire-faults.ts';
import { NOW, type World } from './world.ts';

export interface Run {
  readonly scenario: Scenario;
  readonly verdicts: readonly Verdict[];
  /** The faults that requests met, one entry per request. */
  readonly met: readonly string[];
  /** Requests during the trouble. */
  readonly requests: number;
  /** How many requests the same queries take of the service itself; absent if that was not tried. */
  readonly plainRequests?: number;
  /** Time by the client's clock during which timers of the queries ran. */
  readonly waitedMs: number;
  /** Violations of the promise as text; none in a good run. */
  readonly violations: readonly string[];
}

export interface PlayOptions {
  /** Simulates a client that is worse than the app's, by changing an outcome. */
  readonly client?: (outcome: Outcome) => Outcome;
  /** The same, by changing a request. */
  readonly transport?: (send: Transport) => Transport;
  /** Real milliseconds after which a query counts as endless. */
  readonly longestMs?: number;
}

/** Real milliseconds after which a query counts as endless. */
const LONGEST_MS = 180_000;
/** The same for a separate process, whose waits take real time. */
const LONGEST_PROCESS_MS = 240_000;
/** By the client's clock; a user would have left by then. */
const LONGEST_WAIT_MS = 2 * 3_600_000;
const A_DAY_AND_MORE = 26 * 3_600_000;
/** Bounds the requests: the attempts at each, and both halves of each window down to single days. */
const MOST_PER_DAY = 14;
/** How many times as many requests as from the plain service are allowed, if more requests bring no more records. */
const MOST_OF_PLAIN = 3;

/** On a busy machine, timeouts that are meant for faults expire without one. */
const MOST_TIMES_AFTER = 3;

/** Not queried yet, failed, or not fetched completely: worth another attempt. */
function isUnluckyOrNew(outcome: Outcome | undefined): boolean {
  if (outcome === undefined || outcome.kind === 'failed') return true;
  return outcome.reasons.some(({ reason }) => reason === 'not_fetched' || reason === 'UNREACHABLE');
}

export const runSeed = (seed: number, world: World): Promise<Run> => play(scenarioOf(seed, world), world);

export async function play(scenario: Scenario, world: World, options: PlayOptions = {}): Promise<Run> {
  const { client = (outcome) => outcome, longestMs = LONGEST_MS } = options;
  const { questions } = scenario;
  const faults = faultsOf(scenario);
  const lab = await openLab(scenario, world, options.transport);
  const { violations } = lab;
  const plainRequests = isCalm(faults, 'isWhole') ? await requestsOfPlain(scenario, world) : undefined;
  const judged = (outcome: Outcome | undefined, question: Question, among = scenario): Verdict => {
    const truth = world.truth(question.table, question.filter);
    const seen = outcome === undefined ? undefined : client(outcome);
    return judge(among, question, seen ?? { kind: 'failed', error: 'none' }, truth, world);
  };
  let verdicts: Verdict[] = [];
  let requests = 0;
  const end = (): Run => ({
    scenario,
    verdicts,
    met: lab.met,
    requests,
    ...(plainRequests === undefined ? {} : { plainRequests }),
    waitedMs: lab.clock.waitedMs,
    violations,
  });
  const addViolations = (some: readonly Verdict[], what = '') => {
    for (const verdict of some) if (verdict.kind === 'violation') violations.push(`${what}${verdict.what}`);
  };
  try {
    await lab.prepare();
    lab.trouble('on');
    const opened = await limited(lab.runAll(), 'the queries during the trouble', questions, longestMs);
    requests = lab.requests();
    if (requests > mostRequests(scenario)) violations.push(`${requests} requests`);
    if (plainRequests !== undefined && requests > Math.max(1, plainRequests) * MOST_OF_PLAIN)
      violations.push(`${requests} requests, and the plain service takes ${plainRequests}`);
    if (lab.clock.waitedMs > LONGEST_WAIT_MS)
      violations.push(`it waited ${Math.round(lab.clock.waitedMs / 60_000)} minutes`);
    verdicts = questions.map((question, index) => judged(opened[index]?.outcome, question));
    addViolations(verdicts);
    const mayLie = isSilent(scenario);
    if (!mayLie) violations.push(...(await lab.withCore((core) => wrongUnits(core, world, questions))));

    if (scenario.isRepeated) {
      const before = lab.requests();
      for (const question of questions) {
        const outcome = await limited(lab.repeat(question), 'the repeated query', [question]);
        addViolations([judged(outcome, question)], 'repeated: ');
      }
      const more = lab.requests() - before;
      if (more > mostRequests(scenario)) violations.push(`${more} requests when repeated`);
    }

    lab.trouble('over');
    for (const [index, question] of scenario.isRepaired ? questions.entries() : []) {
      const { id = '' } = opened[index] ?? {};
      let put: Outcome | undefined;
      let kind: Verdict['kind'] | undefined;
      for (let times = 0; times < MOST_TIMES_AFTER && kind !== 'equal' && isUnluckyOrNew(put); times += 1) {
        put = await limited(
          lab.repair(question, id, mayLie || scenario.readings.length > 0),
          'the query after the trouble',
          [question],
        );
        kind = judged(put, question, { ...scenario, troubles: [], readings: [] }).kind;
      }
      if (put !== undefined && kind !== 'equal')
        violations.push(`after the trouble: ${kind} ${describe(put)}`);
    }
    if (lab.trapped() > 0) violations.push('it followed an address that an answer named');
  } catch (error) {
    violations.push(String(error));
    requests ||= lab.requests();
  } finally {
    await lab.close();
  }
  return end();
}

/** A minute before midnight in Tokyo, as epoch milliseconds. */
const lateOn = (racedate: string): number =>
  Date.parse(`${racedate.slice(0, 4)}-${racedate.slice(4, 6)}-${racedate.slice(6)}T23:59:00+09:00`);

/** Reports answers that differ from the service's own. */
const reporting =
  (spoil: Spoil, report: () => void): Spoil =>
  async (situation) => {
    const [delivery, sound] = [await spoil(situation), await situation.sound()];
    if (delivery.answer.status !== sound.status || !delivery.answer.body.equals(sound.body)) report();
    return delivery;
  };

/** Of each world, by what a plain run depends on: scenarios that differ in their faults alone share one. */
const plainRuns = new WeakMap<World, Map<string, Promise<number>>>();

/** The number of requests for the same queries without faults. */
async function requestsOfPlain(scenario: Scenario, world: World): Promise<number> {
  // A program fetched from the same odd service is not final, so that the plain run has to fetch it as well.
  const storedProgram = scenario.storedProgram && !scenario.isOldHabit;
  const plain = { ...scenario, readings: [], troubles: [], storedProgram };
  const runs = plainRuns.get(world) ?? new Map<string, Promise<number>>();
  plainRuns.set(world, runs);
  const { questions, windowDays, cancelAfter } = plain;
  const key = JSON.stringify({ questions, storedProgram, windowDays, cancelAfter });
  const count = runs.get(key) ?? countRequests(plain, world);
  runs.set(key, count);
  return count;
}

async function countRequests(scenario: Scenario, world: World): Promise<number> {
  const lab = await openLab(scenario, world);
  try {
    await lab.prepare();
    lab.trouble('on');
    await limited(lab.runAll(), 'the plain queries', scenario.questions);
    return lab.requests();
  } finally {
    await lab.close();
  }
}

interface Lab {
  readonly clock: SwiftClock;
  readonly met: readonly string[];
  readonly violations: string[];
  /** Does what the user did before, according to the scenario. */
  prepare(): Promise<void>;
  trouble(state: 'on' | 'over'): void;
  /** The number of requests since the trouble began. */
  requests(): number;
  trapped(): number;
  runAll(): Promise<(Partial<Download> & { outcome: Outcome })[]>;
  /** Queries again, although the answer is stored. */
  repeat(question: Question): Promise<Outcome>;
  /**
   * Does what a user would do: resumes what was interrupted, and requests again what is reported as odd or may be
   * wrong. `id`: of the query's job, if it has one.
   */
  repair(question: Question, id: string, mayLie: boolean): Promise<Outcome>;
  withCore<T>(use: (core: DataCore) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

async function openLab(
  scenario: Scenario,
  world: World,
  wrap?: (send: Transport) => Transport,
): Promise<Lab> {
  const isLate = scenario.troubles.some(({ fault }) => fault === MIDNIGHT_NEAR);
  const clock = new SwiftClock(isLate ? lateOn(world.days.at(-1) ?? '') : NOW);
  const met: string[] = [];
  const violations: string[] = [];
  const service = serviceLike(scenario.readings.map(faultOf));
  let state: 'before' | 'on' | 'over' = 'before';
  let first = 0;
  const proxy = await openFaultProxy({
    serviceUrl: world.serviceUrl,
    seed: scenario.seed,
    now: () => clock.now(),
    onFailure: (error) => violations.push(`the fault proxy failed: ${String(error)}`),
    faultFor: ({ before, draw }) => {
      if (state === 'over') return faultOf('none').spoil;
      if (state === 'before') return scenario.isOldHabit ? service : faultOf('none').spoil;
      const trouble = scenario.troubles.find(({ when }) => meets(when, before - first, draw));
      if (trouble) {
        met.push(trouble.fault);
        faultOf(trouble.fault).onHit?.(clock, { draw });
      }
      const like = reporting(service, () => met.push(...scenario.readings));
      if (!trouble) return scenario.readings.length === 0 ? service : like;
      return scenario.readings.length === 0
        ? faultOf(trouble.fault).spoil
        : combined([like, faultOf(trouble.fault).spoil]);
    },
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'railbird-lab-'));
  await putEmptyArchiveOf(dataDir, { kind: 'account', baseUrl: proxy.url });
  const crashed = (error: unknown) => violations.push(`not caught: ${String(error)}`);
  process.on('unhandledRejection', crashed);
  process.on('uncaughtException', crashed);
  const isEverSilent = scenario.troubles.some(({ fault }) => WIRE_FAULTS.some(({ name }) => name === fault));
  const coreOptions = {
    baseUrl: proxy.url,
    ...world,
    clock,
    dataDir,
    ...(isEverSilent ? {} : { timeouts: PATIENT }),
    ...(wrap ? { wrap } : {}),
  };
  const openCore = () => openLabCore(coreOptions);
  const isByCommand = scenario.questions.some(({ by }) => by !== 'result' && by !== 'job');
  let window: Promise<LabCore & { readonly downloads: ReturnType<typeof downloadsOf> }> | undefined;
  const open = () =>
    (window ??= openCore().then((lab) => ({ ...lab, downloads: downloadsOf(lab.core, clock, crashed) })));
  const shut = async () => {
    const opened = await window;
    window = undefined;
    await opened?.downloads.close();
    await opened?.close();
  };
  // Only one process at a time can open the archive.
  const withCore = async <T>(use: (core: DataCore) => Promise<T>): Promise<T> => {
    const { core } = await open();
    try {
      return await use(core);
    } finally {
      if (isByCommand) await shut();
    }
  };
  const never = new AbortController().signal;
  const commandsOf = (question: Question, signal: AbortSignal): RunCommand =>
    question.by === 'process'
      ? inItsOwnProcess({
          dataDir,
          signal,
          env: {
            RAILBIRD_BASE_URL: proxy.url,
            RAILBIRD_API_KEY: world.apiKey,
            RAILBIRD_USER_KEY: world.userKey,
          },
        })
      : inThisProcess({
          openCore: async (options: OpenCoreOptions) => {
            const { onAttempt } = options;
            const lab = await openLabCore({ ...coreOptions, ...(onAttempt ? { onAttempt } : {}) });
            return { ...lab.core, close: lab.close };
          },
          openNotices: () => openNotices({ dataDir, now: () => clock.now(), report: crashed }),
          now: () => clock.now(),
          signal,
        });
  const byCommand = async (question: Question, refresh: boolean, signal = never): Promise<Outcome> => {
    const run = commandsOf(question, signal);
    return question.by === 'download'
      ? downloadByCommand(run, question, withCore, refresh)
      : query(run, question, refresh);
  };
  const repeat = async (question: Question): Promise<Outcome> => {
    if (isByCommand) return byCommand(question, true);
    const { core, downloads } = await open();
    return question.by === 'job'
      ? downloadAgain(core, downloads, question)
      : openResult(core, question, { refresh: true });
  };
  return {
    clock,
    met,
    violations,
    async prepare() {
      const { storedProgram, windowDays, questions } = scenario;
      if (!storedProgram && windowDays === undefined) return;
      await withCore(async (core) => {
        if (storedProgram) await openProgram(core, questions);
        if (windowDays !== undefined) await learnWindows(core, scenario);
      });
    },
    trouble(now) {
      state = now;
      if (now === 'on') first = proxy.queries.length;
      else {
        void window?.then(({ core }) => core.client.unblock());
        clock.skip(A_DAY_AND_MORE);
      }
    },
    requests: () => proxy.queries.length - first,
    trapped: proxy.trapped,
    async runAll() {
      const controller = new AbortController();
      const { cancelAfter = Infinity } = scenario;
      const watch = setInterval(() => {
        if (proxy.queries.length - first >= cancelAfter) controller.abort('SIGINT');
      }, 1);
      const { signal } = controller;
      try {
        return await Promise.all(
          scenario.questions.map(async (question) => {
            if (isByCommand) return { outcome: await byCommand(question, false, signal) };
            const { core, downloads } = await open();
            return question.by === 'job'
              ? download(core, downloads, question, signal)
              : { outcome: await openResult(core, question, { signal }) };
          }),
        );
      } finally {
        clearInterval(watch);
      }
    },
    repeat,
    async repair(question, id, mayLie) {
      if (mayLie) return repeat(question);
      const resumed = async () => {
        if (isByCommand) return byCommand(question, false);
        const { core, downloads } = await open();
        return question.by === 'job' ? resume(core, downloads, id, question) : openResult(core, question);
      };
      const again = await resumed();
      const isOdd = again.kind === 'shown' && (again.drift > 0 || again.lacksColumns);
      return isOdd && again.reasons.length === 0 ? repeat(question) : again;
    },
    withCore,
    async close() {
      await shut();
      await proxy.close();
      await rm(dataDir, { recursive: true, force: true });
      process.off('unhandledRejection', crashed);
      process.off('uncaughtException', crashed);
    },
  };
}

/** Days and races that the archive stores without reasons, but that differ from the service's. */
async function wrongUnits(core: DataCore, world: World, questions: readonly Question[]): Promise<string[]> {
  const archive = await core.archive();
  const wrong: string[] = [];
  for (const { table, filter } of questions) {
    const coverage = await archive.coverage(table, unitsOf(filter));
    for (const stored of coverage.values()) {
      if (stored.reasons.length > 0 || stored.drift > 0) continue;
      const unit = filterOf(stored.unit, filter);
      const { written } = await storedSet(archive, { table, filter: unit });
      const wanted = writtenOf(TABLES[table], world.truth(table, unit));
      if (!same(written.keys, wanted.keys)) wrong.push(`wrong in the archive: ${table} ${stored.unit}`);
    }
  }
  return wrong;
}

function filterOf(unit: string, filter: Filter): Filter {
  const day = unit.startsWith('day:') ? unit.slice('day:'.length) : undefined;
  if (day === undefined || filter.start_racedate === undefined) return filter;
  return { start_racedate: day, end_racedate: day };
}

/** The limit for the table and each of its reference tables. */
function mostRequests({ questions }: Scenario): number {
  return questions.reduce((sum, { table, filter }) => {
    const days = unitsOf(filter).length;
    return sum + days * MOST_PER_DAY * (1 + referenceTablesOf(TABLES[table]).length) + 20;
  }, 0);
}

/** Errors: a message that names what did not end. */
async function limited<T>(
  promise: Promise<T>,
  what: string,
  questions: readonly Question[],
  longestMs = LONGEST_MS,
): Promise<T> {
  const isSeparateProcess = questions.some(({ by }) => by === 'process');
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${what} did not end`)),
      isSeparateProcess ? LONGEST_PROCESS_MS : longestMs,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

function describe(outcome: Outcome): string {
  if (outcome.kind === 'failed') return String(outcome.error);
  const { written, reasons, drift } = outcome;
  return JSON.stringify({ records: written.rows.length, reasons, drift });
}
