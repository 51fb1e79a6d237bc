// Two processes that change settings and views on one data folder at the same time, in an order drawn from a seed;
// sometimes one is killed. Afterwards a third process checks for everything that was acknowledged.

import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { SavedView } from '#shared/saved-views/view.ts';
import { openSettingsFile } from '../../settings/settings-file.ts';
import { openApp } from '../open-app.ts';
import { randomFrom } from '../random-from.ts';
import { replySchema, type Reply, type Step } from './driver.ts';

export interface Interleaving {
  readonly seed: number;
  readonly steps: number;
  readonly kills: number;
  /** Acknowledged changes that are missing, and events that should not have happened. */
  readonly violations: readonly string[];
}

/** One process; a killed one is restarted when it is next needed. */
class Player {
  #child: ChildProcessByStdio<Writable, Readable, null> | undefined;
  #n = 0;
  #waiting = new Map<number, (reply: Reply | undefined) => void>();

  /** Undefined if the process was killed before it answered. */
  do(step: Step): Promise<Reply | undefined> {
    const child = (this.#child ??= this.#start());
    const n = (this.#n += 1);
    const waiting = this.#waiting;
    return new Promise((resolve) => {
      waiting.set(n, resolve);
      child.stdin.write(`${JSON.stringify({ n, step })}\n`);
    });
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    this.#child = undefined;
    const gone = once(child, 'close');
    child.kill('SIGKILL');
    await gone;
  }

  #start(): ChildProcessByStdio<Writable, Readable, null> {
    const driver = join(import.meta.dirname, 'driver.ts');
    const child = spawn(process.execPath, [driver], { stdio: ['pipe', 'pipe', 'inherit'] });
    const waiting = (this.#waiting = new Map<number, (reply: Reply | undefined) => void>());
    // A step written to a process that was just killed is answered by the process ending.
    child.stdin.on('error', () => undefined);
    createInterface({ input: child.stdout }).on('line', (line) => {
      const reply = replySchema.parse(JSON.parse(line));
      waiting.get(reply.n)?.(reply);
      waiting.delete(reply.n);
    });
    child.on('close', () => {
      for (const resolve of waiting.values()) resolve(undefined);
    });
    return child;
  }
}

export interface Players {
  readonly both: readonly [Player, Player];
  end(): Promise<void>;
}

export function startPlayers(): Players {
  const both = [new Player(), new Player()] as const;
  return { both, end: async () => void (await Promise.all(both.map((player) => player.kill()))) };
}

const THEMES = ['light', 'dark', 'contrast'] as const;
const DENSITIES = ['compact', 'normal', 'touch'] as const;
const TURNS = 24;
const ACCOUNT = 'http://service.example';
/** The notice of a run that was killed; no other notice may appear. */
const KILLED = 'other-ended';

/** What the check has to find. */
interface Acknowledged {
  readonly views: Map<string, string>;
  readonly removed: Set<string>;
  readonly layouts: string[];
  readonly memory: Map<string, string>;
  readonly paces: Set<string>;
  /** The last acknowledged value, and later ones that are still in flight. */
  readonly theme: Set<string>;
  readonly density: Set<string>;
  isConnected: boolean;
  /** Each leaves a run that did not end in order, which the next start reports. */
  kills: number;
}

export async function playInterleaving(seed: number, { both }: Players): Promise<Interleaving> {
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const dataDir = await mkdtemp(join(tmpdir(), 'railbird-two-'));
  const known: Acknowledged = {
    views: new Map(),
    removed: new Set(),
    layouts: [],
    memory: new Map(),
    paces: new Set(),
    theme: new Set(['system']),
    density: new Set(['normal']),
    isConnected: false,
    kills: 0,
  };
  const violations: string[] = [];
  let steps = 0;
  let underWay: Promise<void>[] = [];

  const send = (player: Player, step: Step, acknowledged: (reply: Reply) => void): void => {
    steps += 1;
    const answered = async () => {
      const reply = await player.do(step);
      if (reply?.failed !== undefined) violations.push(`${step.act} failed: ${reply.failed}`);
      else if (reply !== undefined) acknowledged(reply);
    };
    underWay.push(answered());
  };
  const settle = async () => {
    await Promise.all(underWay);
    underWay = [];
  };
  const open = (player: Player) => player.do({ act: 'open', dataDir });
  /** Each setting belongs to one process, so that its last value is known. */
  const choose = (player: Player, which: 'theme' | 'density') => {
    const value = which === 'theme' ? pick(THEMES) : pick(DENSITIES);
    known[which].add(value);
    const step = { act: which, [which]: value } as Step;
    send(player, step, () => {
      known[which].clear();
      known[which].add(value);
    });
  };

  try {
    await Promise.all(both.map(open));
    const killedAt = seed % 4 === 0 ? Math.floor(random() * TURNS) : -1;
    for (let turn = 0; turn < TURNS; turn += 1) {
      const at = random() < 0.5 ? 0 : 1;
      const player = both[at];
      const id = `${seed}-${turn}`;
      const dice = random();
      if (dice < 0.3) {
        const view = viewOf(id);
        send(player, { act: 'save', view }, () => known.views.set(id, view.name));
      } else if (dice < 0.4 && known.views.size > 0) {
        const gone = pick([...known.views.keys()]);
        known.views.delete(gone);
        send(player, { act: 'remove', id: gone }, () => known.removed.add(gone));
      } else if (dice < 0.5) {
        send(player, { act: 'freeze', name: 'macro' }, ({ version }) =>
          known.layouts.push(`macro ${version}`),
        );
      } else if (dice < 0.7) {
        const json = JSON.stringify({ at, turn });
        send(player, { act: 'remember', key: id, json }, () => known.memory.set(id, json));
      } else if (dice < 0.85) {
        await settle();
        choose(player, at === 0 ? 'theme' : 'density');
      } else if (dice < 0.88) {
        send(player, { act: 'connect', baseUrl: ACCOUNT }, () => (known.isConnected = true));
      } else if (dice < 0.92) {
        const baseUrl = `http://service-${id}.example`;
        send(player, { act: 'terminal', dataDir, baseUrl }, () => known.paces.add(baseUrl));
      } else {
        await settle();
        const reply = await player.do({ act: 'look' });
        violations.push(...unseenIn(reply, known).map((what) => `${what} (seen by the other process)`));
      }
      if (turn === killedAt) {
        known.kills += 1;
        await player.kill();
        await settle();
        await open(player);
      }
      // A few at once, then a pause.
      if (random() < 0.25) await settle();
    }
    await settle();
    await Promise.all(both.map((player) => player.do({ act: 'close' })));
    violations.push(...(await missingFrom(dataDir, known)));
    return { seed, steps, kills: known.kills, violations };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

const viewOf = (id: string): SavedView => ({
  id,
  table: 'd_ra',
  name: `view ${id}`,
  content: { columns: { shown: ['racekey'], widths: {} }, sort: [], filters: [], quick: '' },
});

function unseenIn(reply: Reply | undefined, known: Acknowledged): string[] {
  const seen = reply?.seen;
  if (seen === undefined) return [`look failed: ${reply?.failed}`];
  return [
    ...[...known.views.keys()].filter((id) => !seen.views.includes(id)).map((id) => `view ${id} is missing`),
    ...seen.views.filter((id) => known.removed.has(id)).map((id) => `view ${id} is back`),
    ...(known.theme.has(seen.theme) ? [] : [`theme ${seen.theme}, not ${[...known.theme].join(' or ')}`]),
    ...(known.density.has(seen.density) ? [] : [`density ${seen.density}`]),
    ...seen.notices.filter((id) => id !== KILLED || known.kills === 0).map((id) => `notice ${id}`),
  ];
}

/** The state as a third process finds it. */
async function missingFrom(dataDir: string, known: Acknowledged): Promise<string[]> {
  const app = await openApp(dataDir, { isUnconnected: true });
  const { views, layouts } = await app.client.views.list({ table: 'd_ra' });
  const { theme, density } = await app.client.settings.get();
  const { mode } = await app.client.connection.status();
  const notices = (await app.notices()).map(({ id }) => id);
  const { memory, paces } = await (await openSettingsFile({ dataDir, notify: () => undefined })).read();
  await app.close();
  const kept = new Map(memory);
  const versions = layouts.map(({ name, version }) => `${name} ${version}`);
  const files = await readdir(dataDir);
  return [
    ...unseenIn({ n: 0, seen: { views: views.map(({ id }) => id), theme, density, notices } }, known),
    ...known.layouts.filter((layout) => !versions.includes(layout)).map((layout) => `${layout} is missing`),
    ...(new Set(known.layouts).size === known.layouts.length ? [] : ['a version was frozen twice']),
    ...[...known.memory].filter(([key, json]) => kept.get(key) !== json).map(([key]) => `memory ${key}`),
    ...[...known.paces].filter((address) => paces[address] === undefined).map((address) => `pace ${address}`),
    ...(known.kills > 0 && !notices.includes(KILLED) ? ['the kill was not reported'] : []),
    ...(known.isConnected && mode !== 'account' ? ['the account is missing'] : []),
    ...files.filter((name) => /\.damaged|\.part$/.test(name)).map((name) => `${name} was left`),
  ];
}
