// What hid the ability of a horse in a run: the corrections that the index of the run contains, and a lane that was slower
// than the others on the day. Pure.

import { readNumber } from '#shared/catalogue/reading.ts';
import { numberIn, type RecordValues } from '#shared/racing/race-rows.ts';
import { decimalSum } from './decimals.ts';

/** The corrections for what happened to the horse; that for the track is part of the raw score. */
const CORRECTED = ['start', 'positioning', 'adverse', 'pace'] as const;

export type CorrectedFor = (typeof CORRECTED)[number];

/** Where trouble was met: the parts of the correction for it. */
const STAGES = ['firsthalf', 'halfway', 'lasthalf'] as const;

export type TroubleStage = (typeof STAGES)[number];

export interface Correction {
  readonly for: CorrectedFor;
  /** Points of the index, above zero. */
  readonly points: number;
  /** Only of trouble; empty if the record does not say. */
  readonly stages: readonly TroubleStage[];
}

/** A lane of the straight against the others on the day, in points of track difference. */
export interface SlowLane {
  /** 1 is the innermost of five. */
  readonly lane: number;
  /** By how much it was slower than the five lanes on average. */
  readonly slower: number;
  /** The fastest lanes. */
  readonly fastest: readonly number[];
}

export interface TroubledRun {
  readonly run: RecordValues;
  /** The largest first, that for the pace last. */
  readonly corrections: readonly Correction[];
  /** Their sum without that for the pace. */
  readonly points: number;
  /** Undefined unless the lane was slow, or if it is not known. */
  readonly lane: SlowLane | undefined;
}

/** A lane counts as slow from here on: smaller differences are within what the five differ by on a fair track. */
export const SLOW_LANE = 1;

const LANES = [1, 2, 3, 4, 5];

const correctionField = (reason: CorrectedFor): string => `correction_value_${reason}`;
const stageField = (stage: TroubleStage): string => `correction_value_adverse_${stage}`;

const TURF = '1';

const laneField = (lane: number): string => `meeting_straight_track_diff${lane}`;

/** The fields of a run that all this is read from. */
export const TROUBLE_FIELDS: readonly string[] = [
  'idm',
  'idm_rawscore',
  'track_type',
  'selected_lane_cd',
  ...LANES.map(laneField),
  ...CORRECTED.map(correctionField),
  ...STAGES.map(stageField),
];

/**
 * Whether the record has the corrections: they come with the raw score, days after the race. The notes on a card have
 * neither.
 */
export const isCorrected = (run: RecordValues): boolean => numberIn(run, 'idm_rawscore') !== undefined;

/** Whether the lane can be compared with the day's: a turf run with its lane, and the differences of its meeting. */
export const isLaneKnown = (run: RecordValues): boolean => laneOf(run) !== undefined;

/**
 * The runs with trouble, or in a slow lane, the largest corrections first. The pace is only named beside another reason: it
 * is corrected in half of all runs, by more than trouble is, and is nobody's bad luck. `runs`: of the subject of that name.
 */
export function troubledRuns(runs: readonly RecordValues[]): readonly TroubledRun[] {
  return runs
    .flatMap((run): TroubledRun[] => {
      const corrections = correctionsOf(run);
      const lane = laneOf(run);
      const slow = lane !== undefined && lane.slower >= SLOW_LANE ? lane : undefined;
      if (slow === undefined && corrections.every((each) => each.for === 'pace')) return [];
      const points = decimalSum(corrections.flatMap((each) => (each.for === 'pace' ? [] : each.points)));
      return [{ run, corrections, points, lane: slow }];
    })
    .toSorted((a, b) => b.points - a.points || (b.lane?.slower ?? 0) - (a.lane?.slower ?? 0));
}

const correctionsOf = (run: RecordValues): readonly Correction[] =>
  CORRECTED.flatMap((each): Correction[] => {
    const points = numberIn(run, correctionField(each)) ?? 0;
    if (points <= 0) return [];
    const stages = STAGES.filter((stage) => (numberIn(run, stageField(stage)) ?? 0) > 0);
    return [{ for: each, points, stages: each === 'adverse' ? stages : [] }];
  }).toSorted((a, b) => Number(a.for === 'pace') - Number(b.for === 'pace') || b.points - a.points);

/** The straight differences are of the turf. */
function laneOf(run: RecordValues): SlowLane | undefined {
  const lane = readNumber(run['selected_lane_cd']);
  const differences = LANES.flatMap((each) => numberIn(run, laneField(each)) ?? []);
  const own = lane === undefined ? undefined : differences[lane - 1];
  if (run['track_type']?.trim() !== TURF || lane === undefined || own === undefined) return undefined;
  if (differences.length < LANES.length) return undefined;
  const best = Math.min(...differences);
  return {
    lane,
    // Exact, so that a difference of just a point counts as one.
    slower: decimalSum(differences.map((each) => own - each)) / differences.length,
    fastest: LANES.filter((each) => differences[each - 1] === best),
  };
}
