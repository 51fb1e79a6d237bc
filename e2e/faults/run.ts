// Plays one scenario through the app's own core against the proxy, and says whether the promise was kept.

import type { Filter } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { unitsOf } from '../../electron/archive/coverage.ts';
import type { DataCore } from '../../electron/data-core.ts';
import { firstSize, sizeNote, writeSize } from '../../electron/downloads/window-size.ts';
import { witnessesOf } from '../../electron/downloads/witnesses.ts';
import { download, downloadAnew, downloadsOf, goOn, type Download } from './by-job.ts';
import { same, writtenOf } from './compare.ts';
import { faultOf } from './faults.ts';
import { openLabCore } from './lab-core.ts';
import { heldSet, openResult, type Outcome } from './outcome.ts';
import { openFaultProxy } from './proxy.ts';
import { meets, scenarioOf, type Question, type Scenario } from './scenario.ts';
import { SwiftClock } from './swift-clock.ts';
import { isSilent, judge, type Verdict } from './verdict.ts';
import { NOW, type World } from './world.ts';

export interface Run {
  readonly scenario: Scenario;
  readonly verdicts: readonly Verdict[];
  /** The faults that requests met, one each. */
  readonly met: readonly string[];
  /** Requests while things went wrong. */
  readonly requests: number;
  /** Broken promises, in words; none in a good run. */
  readonly violations: readonly string[];
}

/** Real milliseconds after which a question counts as one that never ends. */
const LONGEST_MS = 60_000;
const A_DAY_AND_MORE = 26 * 3_600_000;
/** Attempts at a request, and both halves of each window down to its days. */
const MOST_PER_DAY = 14;

/** A machine that is busy with other things lets time-outs pass that were set for faults. */
const MOST_TIMES_AFTER = 3;

/** Not asked yet, or not all of it was answered: no word against what was. */
function isUnluckyOrNew(outcome: Outcome | undefined): boolean {
  if (outcome === undefined || outcome.kind === 'failed') return true;
  return outcome.reasons.some((reason) => reason === 'not_fetched' || reason === 'UNREACHABLE');
}

export async function runSeed(seed: number, world: World): Promise<Run> {
  const scenario = scenarioOf(seed, world);
  const clock = new SwiftClock(NOW);
  const met: string[] = [];
  let isTroubled = false;
  let first = 0;
  const proxy = await openFaultProxy({
    serviceUrl: world.serviceUrl,
    seed,
    now: () => clock.now(),
    faultFor: ({ before, draw }) => {
      if (!isTroubled) return faultOf('none').spoil;
      const trouble = scenario.troubles.find(({ when }) => meets(when, before - first, draw));
      met.push(trouble?.fault ?? 'none');
      return faultOf(met.at(-1) ?? 'none').spoil;
    },
  });
  const { core, close } = await openLabCore({ baseUrl: proxy.url, ...world, clock });
  const violations: string[] = [];
  const crashed = (error: unknown) => violations.push(`not caught: ${String(error)}`);
  process.on('unhandledRejection', crashed);
  process.on('uncaughtException', crashed);
  const downloads = downloadsOf(core, clock, crashed);
  const oracle = ({ table, filter }: Pick<Question, 'table' | 'filter'>) => world.oracle(table, filter);
  let verdicts: Verdict[] = [];
  try {
    for (const question of scenario.questions) await oracle(question);
    if (scenario.programmeHeld) await holdProgramme(core, scenario.questions);
    if (scenario.windowDays !== undefined) await learnWindows(core, scenario);
    isTroubled = true;
    first = proxy.asked.length;
    const asked = await limited(playAll(), 'the troubled questions');
    const requests = proxy.asked.length - first;
    if (requests > mostRequests(scenario)) violations.push(`${requests} requests`);
    verdicts = await Promise.all(
      scenario.questions.map(async (question, index) =>
        judge(
          scenario,
          question,
          asked[index]?.outcome ?? { kind: 'failed', error: 'none' },
          await oracle(question),
        ),
      ),
    );
    for (const verdict of verdicts) if (verdict.kind === 'violation') violations.push(verdict.what);
    const mayLie = isSilent(scenario);
    if (!mayLie) violations.push(...(await booksThatLie(core, world, scenario.questions)));

    isTroubled = false;
    core.client.unblock();
    clock.skip(A_DAY_AND_MORE);
    for (const [index, question] of scenario.questions.entries()) {
      const { id = '' } = asked[index] ?? {};
      const wanted = await oracle(question);
      let put: Outcome | undefined;
      let kind: Verdict['kind'] | undefined;
      for (let times = 0; times < MOST_TIMES_AFTER && kind !== 'equal' && isUnluckyOrNew(put); times += 1) {
        put = await limited(putRight(question, id, mayLie), 'the question after the trouble');
        kind = judge({ ...scenario, troubles: [] }, question, put, wanted).kind;
      }
      if (put !== undefined && kind !== 'equal')
        violations.push(`after the trouble: ${kind} ${wordsOf(put)}`);
    }
    if (proxy.trapped() > 0) violations.push('it followed an address that an answer named');
    return { scenario, verdicts, met, requests, violations };
  } catch (error) {
    violations.push(String(error));
    return { scenario, verdicts, met, requests: proxy.asked.length - first, violations };
  } finally {
    await downloads.close();
    await close();
    await proxy.close();
    process.off('unhandledRejection', crashed);
    process.off('uncaughtException', crashed);
  }

  async function playAll(): Promise<(Partial<Download> & { outcome: Outcome })[]> {
    const controller = new AbortController();
    const { cancelAfter = Infinity } = scenario;
    const watch = setInterval(() => {
      if (proxy.asked.length - first >= cancelAfter) controller.abort();
    }, 1);
    try {
      return await Promise.all(
        scenario.questions.map(async (question) =>
          question.by === 'job'
            ? download(core, downloads, question, controller.signal)
            : { outcome: await openResult(core, question, { signal: controller.signal }) },
        ),
      );
    } finally {
      clearInterval(watch);
    }
  }

  /** As a person would: goes on with what was held up, and asks anew for what is told to be odd, or may lie. */
  async function putRight(question: Question, id: string, mayLie: boolean): Promise<Outcome> {
    const anew = () =>
      question.by === 'job'
        ? downloadAnew(core, downloads, question)
        : openResult(core, question, { refresh: true });
    if (mayLie) return anew();
    const again = await (question.by === 'job'
      ? goOn(core, downloads, id, question)
      : openResult(core, question));
    const isOdd = again.kind === 'shown' && (again.drift > 0 || again.lacksColumns);
    return isOdd && again.reasons.length === 0 ? anew() : again;
  }
}

/** What the person has looked at before: meetings and programme of the days that will be asked for. */
async function holdProgramme(core: DataCore, questions: readonly Question[]): Promise<void> {
  for (const { filter } of questions) {
    const { racedate, racekey, start_racedate, end_racedate } = filter;
    const asked: Pick<Question, 'table' | 'filter'>[] =
      start_racedate !== undefined && end_racedate !== undefined
        ? (['d_ka', 'd_ra'] as const).map((table) => ({ table, filter: { start_racedate, end_racedate } }))
        : (['t_ka', 't_ra'] as const).flatMap((table) => [
            ...(racedate === undefined ? [] : [{ table, filter: { racedate } }]),
            ...(racekey === undefined ? [] : [{ table, filter: { racekey } }]),
          ]);
    for (const question of asked) {
      const outcome = await openResult(core, question);
      if (outcome.kind === 'failed') throw outcome.error;
    }
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
async function booksThatLie(core: DataCore, world: World, questions: readonly Question[]): Promise<string[]> {
  const archive = await core.archive();
  const lies: string[] = [];
  for (const { table, filter } of questions) {
    const coverage = await archive.coverage(table, unitsOf(filter));
    for (const held of coverage.values()) {
      if (held.reasons.length > 0 || held.drift > 0) continue;
      const unit = filterOf(held.unit, filter);
      const { written } = await heldSet(archive, { table, filter: unit });
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

/** Of the table and of each that it is held against. */
function mostRequests({ questions }: Scenario): number {
  return questions.reduce((sum, { table, filter }) => {
    const days = unitsOf(filter).length;
    return sum + days * MOST_PER_DAY * (1 + witnessesOf(TABLES[table]).length) + 20;
  }, 0);
}

/** Errors: a word about what did not end. */
async function limited<T>(promise: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not end`)), LONGEST_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

function wordsOf(outcome: Outcome): string {
  if (outcome.kind === 'failed') return String(outcome.error);
  const { written, reasons, drift } = outcome;
  return JSON.stringify({ records: written.rows.length, reasons, drift });
}
