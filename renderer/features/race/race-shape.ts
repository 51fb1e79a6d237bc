// The predicted order of a race at three stages, and the real one at its corners, as places on a strip of track. Pure.

import type { RecordValues } from '#shared/racing/race-rows.ts';
import { numberIn, runnerNumber } from '#shared/racing/race-rows.ts';

/** In the order of the race (specification, section 2.5: `est_mae3f_*`, `est_ato3f_*`, `est_goal_*`). */
export const STAGES = ['mae3f', 'ato3f', 'goal'] as const;

export type Stage = (typeof STAGES)[number];

export interface PlacedRunner {
  readonly number: number;
  readonly bracket: number | undefined;
  /** 1 leads; a dead heat shares it. */
  readonly order: number;
  /** Half lengths behind the leader; undefined for the real order, which has no gaps. */
  readonly gap: number | undefined;
  /** 1 is the innermost of five. */
  readonly lane: number | undefined;
}

const byOrder = (a: PlacedRunner, b: PlacedRunner): number => a.order - b.order || a.number - b.number;

/** The runners that are predicted at a stage, the leader first; horses that do not run are left out. */
export function predictedAt(
  card: readonly RecordValues[],
  stage: Stage,
  out: ReadonlySet<number>,
): readonly PlacedRunner[] {
  return card
    .flatMap((runner): PlacedRunner[] => {
      const number = runnerNumber(runner);
      const order = numberIn(runner, `est_${stage}_order`);
      if (number === undefined || order === undefined || order < 1 || out.has(number)) return [];
      const lane = numberIn(runner, `est_${stage}_lane_position`);
      return [
        {
          number,
          bracket: numberIn(runner, 'bracket_number'),
          order,
          gap: numberIn(runner, `est_${stage}_timediff`),
          lane: lane !== undefined && lane >= 1 && lane <= 5 ? lane : undefined,
        },
      ];
    })
    .toSorted(byOrder);
}

/** The real order at each corner that the result names, 1 to 4, the leader first. */
export function cornersIn(
  results: readonly RecordValues[],
  bracketOf: ReadonlyMap<number, number | undefined>,
): readonly { readonly corner: number; readonly runners: readonly PlacedRunner[] }[] {
  return [1, 2, 3, 4].flatMap((corner) => {
    const runners = results
      .flatMap((record): PlacedRunner[] => {
        const number = runnerNumber(record);
        const order = numberIn(record, `corner${corner}_order`);
        if (number === undefined || order === undefined || order < 1) return [];
        return [{ number, bracket: bracketOf.get(number), order, gap: undefined, lane: undefined }];
      })
      .toSorted(byOrder);
    return runners.length === 0 ? [] : [{ corner, runners }];
  });
}

export interface Spot {
  readonly runner: PlacedRunner;
  /** Share of the strip's length behind its front, 0 to 1. */
  readonly behind: number;
  /** Row of the strip, 0 inside. */
  readonly row: number;
}

/** Rows of a strip: a lane each. */
export const ROWS = 5;
const MIDDLE = 3;

/** What a stage of the forecast says in one sentence. */
export interface StageFacts {
  readonly leader: number;
  readonly last: number;
  /** Lengths from the first to the last; undefined if the forecast has no gaps. */
  readonly lengths: number | undefined;
  readonly count: number;
}

/** Half lengths are the unit of the forecast's gaps. */
const lengthsOf = (gap: number | undefined): number | undefined => (gap === undefined ? undefined : gap / 2);

/** Undefined without runners. `runners`: the leader first. */
export function stageFacts(runners: readonly PlacedRunner[]): StageFacts | undefined {
  const [first, last] = [runners[0], runners.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { leader: first.number, last: last.number, lengths: lengthsOf(last.gap), count: runners.length };
}

/** A runner's place at a stage or corner, as a table shows it: "3" or "3 (2.5)" with the lengths behind the leader. */
export function placeText(runners: readonly PlacedRunner[], number: number): string | undefined {
  const runner = runners.find((each) => each.number === number);
  if (runner === undefined) return undefined;
  const lengths = lengthsOf(runner.gap);
  return lengths === undefined ? String(runner.order) : `${runner.order} (${lengths})`;
}

export interface AxisTick {
  /** Lengths behind the leader. */
  readonly lengths: number;
  /** Share of the strip's length behind its front, 0 to 1, before runners that overlap are moved. */
  readonly behind: number;
}

const TICKS = 3;

/** Ticks of whole lengths behind the leader, the leader's own first; none if the forecast has no gaps. */
export function axisOf(runners: readonly PlacedRunner[], badge: number): readonly AxisTick[] {
  const gaps = runners.flatMap(({ gap }) => gap ?? []);
  if (gaps.length === 0) return [];
  const widest = Math.max(1, ...gaps);
  const step = Math.max(1, Math.round(widest / 2 / TICKS));
  const count = Math.floor(widest / 2 / step) + 1;
  return Array.from({ length: count }, (_, at) => ({
    lengths: at * step,
    behind: ((at * step * 2) / widest) * (1 - badge),
  }));
}

/**
 * Where the runners stand. Distances are to scale as long as two do not overlap: a runner that would is moved back by a
 * badge's length, so that the order stays right. `badge`: the share of the strip that a badge takes.
 */
export function spotsOf(runners: readonly PlacedRunner[], badge: number): readonly Spot[] {
  const widest = Math.max(1, ...runners.map(({ gap = 0 }) => gap));
  const length = 1 - badge;
  const taken = new Map<number, number>();
  return runners.map((runner, at) => {
    const row = (runner.lane ?? MIDDLE) - 1;
    const wanted =
      runner.gap === undefined
        ? (at / Math.max(1, runners.length - 1)) * length
        : (runner.gap / widest) * length;
    const free = (taken.get(row) ?? -badge) + badge;
    const behind = Math.max(wanted, free);
    taken.set(row, behind);
    return { runner, behind, row };
  });
}
