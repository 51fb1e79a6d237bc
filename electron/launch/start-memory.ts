// What earlier starts of the desktop app found out: whether they led to a window, and what to do without. A start that
// died without a word, in Chromium or a graphics driver, is followed by one that avoids more and more of what kills.

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { hasProvablyEnded, THIS_PROCESS } from '../files/process-identity.ts';

/** Why the app draws without the graphics card. */
export type WithoutGpu = 'crashes' | 'starts';

const remembered = z.object({
  /** Epoch milliseconds. */
  since: z.number(),
  /** The app's version then: another one brings another Chromium, which may work. */
  version: z.string(),
});

const memorySchema = z.object({
  version: z.literal(1),
  /** The process of a start that has not led to a window yet. */
  attempt: z.string().optional(),
  /** Starts in a row that led to no window. */
  failures: z.number().int().min(0).default(0),
  gpu: remembered.extend({ why: z.enum(['crashes', 'starts']) }).optional(),
  /** What led to no window, while another screen did. */
  screen: remembered.extend({ avoid: z.enum(['x11', 'wayland']) }).optional(),
});

type Memory = z.infer<typeof memorySchema>;

export interface StartPlan {
  /** Starts before this one, in a row, that led to no window. */
  readonly failures: number;
  readonly withoutGpu: WithoutGpu | undefined;
  /** Chromium's folder is replaced by an empty one. */
  readonly withFreshFolder: boolean;
  /** The screen that Chromium prefers is avoided: after failed starts, or because it failed before. */
  readonly avoidsScreen: 'x11' | 'wayland' | 'first' | undefined;
}

/** A driver or a system may have been repaired meanwhile. */
const FORGOTTEN_AFTER_MS = 30 * 24 * 3_600_000;

/** From this number of failed starts on. The folder is replaced once, since it is then as fresh as it gets. */
const STEPS = { withoutGpu: 1, freshFolder: 2, otherScreen: 3 } as const;

/** Chromium draws without the graphics card by itself after as many crashes, and gives up after a few more. */
const MOST_GPU_CRASHES = 3;

interface PlanDeps {
  readonly version: string;
  readonly now: number;
  readonly hasEnded: (process: string) => boolean;
}

export function planStart(memory: Memory, { version, now, hasEnded }: PlanDeps): StartPlan {
  const isCurrent = (it: { readonly since: number; readonly version: string } | undefined): boolean =>
    it !== undefined && it.version === version && now - it.since < FORGOTTEN_AFTER_MS;
  const hasFailed = memory.attempt !== undefined && hasEnded(memory.attempt);
  const isUnderWay = memory.attempt !== undefined && !hasFailed;
  const failures = memory.failures + (hasFailed ? 1 : 0);
  const known = isCurrent(memory.gpu) ? memory.gpu?.why : undefined;
  const screen = isCurrent(memory.screen) ? memory.screen?.avoid : undefined;
  return {
    failures,
    withoutGpu: known ?? (failures >= STEPS.withoutGpu ? 'starts' : undefined),
    // Not from under a start that still uses it.
    withFreshFolder: failures === STEPS.freshFolder && !isUnderWay,
    avoidsScreen: screen ?? (failures >= STEPS.otherScreen ? 'first' : undefined),
  };
}

export interface StartMemory {
  readonly plan: StartPlan;
  /** Notes that this start has begun. Call once no other app runs on the folder. */
  begin(): void;
  /** Remembers to avoid a screen, for the start that follows at once on the other. */
  avoid(screen: 'x11' | 'wayland'): void;
  /** There is a window, on this screen. */
  shown(screen: 'x11' | 'wayland' | undefined): void;
  /** This start ends before there was a window, in order: the user was told why, or ended it. */
  ended(): void;
  /** The process that draws crashed; returns whether that was once too often, so that the next start is without it. */
  gpuCrashed(): boolean;
}

interface MemoryOptions {
  readonly dataDir: string;
  readonly version: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** The user wants the graphics card tried again. */
  readonly withGpu: boolean;
  readonly hasEnded?: (process: string) => boolean;
}

export const startMemoryFile = (dataDir: string): string => join(dataDir, 'start.json');

const NOTHING: Memory = { version: 1, failures: 0 };

/** At once, since Chromium's switches are decided before anything can be waited for. Never fails. */
export function openStartMemory(options: MemoryOptions): StartMemory {
  const { dataDir, version, now, withGpu, hasEnded = hasProvablyEnded } = options;
  const file = startMemoryFile(dataDir);
  const { gpu, ...rest } = read(file);
  const memory: Memory = withGpu || gpu === undefined ? rest : { ...rest, gpu };
  const planned = planStart(memory, { version, now: now(), hasEnded });
  const plan: StartPlan = withGpu ? { ...planned, withoutGpu: undefined } : planned;
  let state: Memory = { ...memory, failures: plan.failures };
  const write = (next: Memory): void => {
    state = next;
    writeWhole(file, next);
  };
  const without = (): Pick<Memory, 'gpu'> =>
    plan.withoutGpu === undefined
      ? {}
      : { gpu: state.gpu ?? { since: now(), version, why: plan.withoutGpu } };
  let isShown = false;
  let crashes = 0;
  return {
    plan,
    begin: () => write({ ...state, attempt: THIS_PROCESS }),
    avoid: (screen) => write({ ...state, screen: { since: now(), version, avoid: screen } }),
    shown: (screen) => {
      isShown = true;
      const isAvoiding = plan.avoidsScreen !== undefined && state.screen?.avoid !== screen;
      write({ ...NOTHING, ...without(), ...(isAvoiding ? { screen: state.screen } : {}) });
    },
    ended: () => {
      const { attempt, ...others } = state;
      if (!isShown && attempt !== undefined) write(others);
    },
    gpuCrashed: () => {
      crashes += 1;
      if (crashes === MOST_GPU_CRASHES) write({ ...state, gpu: { since: now(), version, why: 'crashes' } });
      return crashes === MOST_GPU_CRASHES;
    },
  };
}

/** Nothing is known if it cannot be read: the app then starts as it does the first time. */
function read(file: string): Memory {
  try {
    return memorySchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return NOTHING;
  }
}

function writeWhole(file: string, memory: Memory): void {
  const part = `${file}.${process.pid}.part`;
  try {
    writeFileSync(part, JSON.stringify(memory), { mode: 0o600 });
    renameSync(part, file);
  } catch {
    // A full disk: the next start knows less.
    rmSync(part, { force: true });
  }
}
