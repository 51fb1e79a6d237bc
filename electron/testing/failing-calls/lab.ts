// Runs the app on a data folder in use, with one failing system call a run. Afterwards another process, in which
// nothing fails, checks for everything that existed before and everything that was acknowledged.

import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import type { SavedView } from '#shared/saved-views/view.ts';
import { HastyClock } from '../fake-clock.ts';
import { openApp } from '../open-app.ts';
import { randomFrom } from '../random-from.ts';
import { threeDays } from '../three-days.ts';
import { buildLibrary, CALLS, Control, FAILURES, type Plan } from './control.ts';
import { accountSchema, PERIOD, type Account } from './driver.ts';

export interface FailingRun {
  readonly seed: number;
  readonly plan: Plan;
  /** The file or folder of the call that failed. */
  readonly path: string;
  readonly injected: number;
  /** Codes of the refused steps, and notices. */
  readonly reported: readonly string[];
  readonly violations: readonly string[];
}

/** A run may take as long as waiting for a lock. */
const LONGEST_RUN_MS = 90_000;

export interface Lab {
  /** Undefined if nothing failed: the seed chose a call that never came. */
  play(seed: number): Promise<FailingRun | undefined>;
  close(): Promise<void>;
}

/** Undefined without a compiler or LD_PRELOAD. */
export async function openLab(): Promise<Lab | undefined> {
  if (process.platform !== 'linux') return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'railbird-failing-'));
  const library = buildLibrary(folder);
  if (library === undefined) {
    await rm(folder, { recursive: true });
    return undefined;
  }
  const user = new User(folder, library);
  const template = join(folder, 'template');
  await liveIn(template);
  const counted = await user.use(await fresh(template, folder));
  const counts = new Map(CALLS.map((call, at) => [call, counted?.seen[at] ?? 0]));
  return {
    play: async (seed) => {
      const plan = planOf(seed, counts);
      const dataDir = await fresh(template, folder);
      try {
        return await judged(seed, plan, dataDir, await user.use(dataDir, plan));
      } finally {
        await rm(dataDir, { recursive: true, force: true });
      }
    },
    close: async () => {
      await user.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Nine of ten fail once; the tenth is a disk that stays full. */
function planOf(seed: number, counts: ReadonlyMap<Plan['call'], number>): Plan {
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  // A call that the app never makes cannot fail.
  const call = pick(CALLS.filter((each) => (counts.get(each) ?? 0) > 0));
  const nth = 1 + Math.floor(random() * (counts.get(call) ?? 0));
  if (random() < 0.1)
    return { call: 'write', error: 'ENOSPC', nth: 1 + (nth % (counts.get('write') ?? 1)), times: -1 };
  return { call, error: pick(FAILURES), nth, times: 1 };
}

async function fresh(template: string, folder: string): Promise<string> {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  await cp(template, dataDir, { recursive: true });
  return dataDir;
}

/** The process under test; restarted if it was stuck. */
class User {
  readonly #control: string;
  readonly #library: string;
  #child: ChildProcessByStdio<Writable, Readable, null> | undefined;
  #lines: AsyncIterator<string> | undefined;

  constructor(folder: string, library: string) {
    this.#control = join(folder, 'control');
    this.#library = library;
    Control.make(this.#control);
  }

  /** Without a plan nothing fails. Undefined if the process did not finish; it is killed then. */
  async use(dataDir: string, plan?: Plan): Promise<Account | undefined> {
    const child = (this.#child ??= this.#start());
    const lines = (this.#lines ??= createInterface({ input: child.stdout })[Symbol.asyncIterator]());
    child.stdin.write(`${JSON.stringify({ dataDir, plan })}\n`);
    const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_RUN_MS);
    const { value, done } = await lines.next();
    clearTimeout(timer);
    const account = done === true ? undefined : accountSchema.parse(JSON.parse(value));
    // Parts that were not opened or closed in order may still have open files.
    const isUnsound = account?.steps.some(
      ({ name, failed }) => failed !== undefined && (/open|close/.test(name) || failed.startsWith('ARCHIVE')),
    );
    if (account === undefined || isUnsound === true || account.uncaught.length > 0) await this.end();
    return account;
  }

  async end(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    this.#lines = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'close');
    child.kill('SIGKILL');
    await gone;
  }

  #start(): ChildProcessByStdio<Writable, Readable, null> {
    const driver = join(import.meta.dirname, 'driver.ts');
    const child = spawn(process.execPath, [driver], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, LD_PRELOAD: this.#library, RAILBIRD_FAILING_CALLS: this.#control },
    });
    child.stdin.on('error', () => undefined);
    return child;
  }
}

const FIRST_DAY = { from: '20261107', to: '20261107' };

const oldView: SavedView = {
  id: 'old',
  table: 'd_ra',
  name: 'old',
  content: { columns: { shown: ['racekey'], widths: {} }, sort: [], filters: [], quick: '' },
};

/** A folder as a user left it: settings, a view, a layout, a day of races, an export. */
async function liveIn(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, 'exports', 'mine.csv');
  const { client, close } = await openApp(dataDir, { destination: async () => ({ path, fetched: false }) });
  await client.settings.update({ language: 'ja', density: 'touch' });
  await client.settings.remember({ key: 'old', json: '1' });
  await client.views.save(oldView);
  await client.views.freeze({ table: 'd_ra', name: 'macro', columns: ['racekey'] });
  const state = await download(client, ['d_ra'], FIRST_DAY);
  if (state !== 'done') throw new Error(`the first download is ${state}`);
  const filter = { start_racedate: FIRST_DAY.from, end_racedate: FIRST_DAY.to };
  const { resultId } = await client.results.read({ source: { kind: 'table', table: 'd_ra', filter } });
  const { exportId } = await client.exports.start({
    resultId,
    columns: ['racekey'],
    format: 'csv',
    header: 'name',
    form: 'delivered',
    language: 'en',
  });
  for await (const event of await client.exports.watch({ exportId })) void event;
  await close();
}

async function download(
  client: BridgeClient,
  tables: ('d_ra' | 'd_se')[],
  period: { from: string; to: string },
): Promise<string> {
  const { id } = await client.downloads.start({ tables, ...period });
  for await (const { jobs } of await client.downloads.watch()) {
    const job = jobs.find((each) => each.id === id);
    if (job?.finishedAt !== undefined) return job.state;
  }
  return 'the watch ended';
}

async function judged(
  seed: number,
  plan: Plan,
  dataDir: string,
  account: Account | undefined,
): Promise<FailingRun | undefined> {
  if (account === undefined)
    return { seed, plan, path: '', injected: 1, reported: [], violations: ['it did not end, or crashed'] };
  if (account.injected === 0) return undefined;
  const refused = account.steps.flatMap(({ name, failed }) =>
    failed === undefined ? [] : [`${name}: ${failed}`],
  );
  const violations = [
    ...account.uncaught.map((error) => `uncaught: ${error}`),
    ...refused
      .filter((what) => /: (other|INTERNAL)/.test(what))
      .map((what) => `without its own message: ${what}`),
    ...(await damagedIn(dataDir)).map((name) => `set aside: ${name}`),
    ...(await found(dataDir, account).catch((error: unknown) => [`cannot be used again: ${String(error)}`])),
  ];
  return {
    seed,
    plan,
    path: account.path.replace(dataDir, ''),
    injected: account.injected,
    reported: [...refused, ...account.notices],
    violations,
  };
}

async function damagedIn(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir, { recursive: true });
  return names.filter((name) => name.includes('.damaged'));
}

/** Longer than any pause after failures. */
const DOWN_FOR_MS = 120_000;

/** What the folder lost of its earlier content and of what was acknowledged since, and what no longer works. */
async function found(dataDir: string, { steps }: Account): Promise<string[]> {
  const isDone = (name: string) => steps.some((step) => step.name === name && step.failed === undefined);
  const missing: string[] = [];
  const expect = (what: string, isSo: boolean) => {
    if (!isSo) missing.push(`lost: ${what}`);
  };
  const service = threeDays();
  const answers = service.misbehave;
  // Nothing can be requested: everything found here is stored.
  service.misbehave = () => ({ breaks: true });
  const clock = new HastyClock();
  const { client, close, notices } = await openApp(dataDir, { service, clock });
  try {
    const { language, density, theme } = await client.settings.get();
    expect('language and density', language === 'ja' && density === 'touch');
    expect('theme', !isDone('theme') || theme === 'dark');
    expect('memory', (await client.settings.recall({ key: 'old' })).json === '1');
    expect(
      'new memory',
      !isDone('remember') || (await client.settings.recall({ key: 'grid' })).json !== undefined,
    );
    const { views, layouts } = await client.views.list({ table: 'd_ra' });
    expect(
      'the view',
      views.some(({ id }) => id === 'old'),
    );
    expect('the new view', !isDone('view') || views.some(({ id }) => id === 'new'));
    expect(
      'the layout',
      layouts.some(({ version }) => version === 1),
    );
    expect('the new layout', !isDone('layout') || layouts.some(({ version }) => version === 2));
    expect('the day of races', (await storedRaces(client, FIRST_DAY)) === 3);
    expect('the downloaded races', !isDone('downloaded') || (await storedRaces(client, PERIOD)) === 6);
    const states = (await client.downloads.list()).map(({ state }) => state);
    expect('the first job', states.includes('done'));
    expect('the new job', states.length === (isDone('download') ? 2 : 1));
    missing.push(...(await wrongExports(join(dataDir, 'exports'), steps)));
    expect('no false notice', (await notices()).length === 0);
    service.misbehave = answers;
    // After a service could not be reached, the client pauses for a while.
    await clock.advance(DOWN_FOR_MS);
    const again = await download(client, ['d_ra', 'd_se'], PERIOD);
    expect(`that a download works again (${again})`, again === 'done');
  } finally {
    await close();
  }
  const left = (await readdir(dataDir, { recursive: true })).filter((name) => name.endsWith('.part'));
  return [...missing, ...left.map((name) => `left behind: ${name}`)];
}

async function storedRaces(
  client: BridgeClient,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const filter = { start_racedate: from, end_racedate: to };
  const { records } = await client.results
    .read({ source: { kind: 'table', table: 'd_ra', filter } })
    .catch(() => ({ records: 0 }));
  return records;
}

/** Acknowledged exports are complete; the manifest beside a file is its own, or there is none. */
async function wrongExports(folder: string, steps: Account['steps']): Promise<string[]> {
  const wrong: string[] = [];
  const names = await readdir(folder);
  for (const name of names.filter((each) => each.endsWith('.manifest.json'))) {
    const { file, sha256 } = JSON.parse(await readFile(join(folder, name), 'utf8')) as Record<string, string>;
    if ((await sha256Of(join(folder, file ?? ''))) !== sha256) wrong.push(`lost: ${name} is of another file`);
  }
  const done = steps.flatMap(({ name, failed, answer }) =>
    name.startsWith('export ') && failed === undefined ? [answer as { path: string; sha256: string }] : [],
  );
  for (const { path, sha256 } of done) {
    if ((await sha256Of(path)) !== sha256) wrong.push(`lost: ${path}`);
    if (!names.includes(`${path.slice(folder.length + 1)}.manifest.json`))
      wrong.push(`lost: the manifest of ${path}`);
  }
  if (!names.includes('mine.csv')) wrong.push('lost: the earlier export');
  const failedOver = steps.some(({ name, failed }) => name === 'export d_ra' && failed !== undefined);
  if (!failedOver && !names.includes('mine.csv.manifest.json')) wrong.push('lost: the earlier manifest');
  return wrong;
}

const sha256Of = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path).catch(() => ''))
    .digest('hex');
