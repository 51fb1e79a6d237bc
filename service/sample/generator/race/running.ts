// The course of a race: times, sections, corners, margins and the index of every runner.
//
// The order of finish and the chances come from the world; this adds the times. A runner has a gap to the leader early
// on, 600 m from the finish and at the finish. Times, sections and corner orders are derived from these three gaps, so
// they agree with each other and with the running style.

import { courseOf, parSeconds } from '../calendar/courses.ts';
import { Draw, normal } from '../draw.ts';
import { RAN, STOPPED } from '../entry-columns.ts';
import { finishGaps, gapsToLeader, marginText } from './gaps.ts';
import { groundTenths } from '../calendar/going.ts';
import { styleOf } from '../people-and-horses/horses.ts';
import {
  drawCorrections,
  indexBehind,
  indexScaleOf,
  whole,
  winnerIndex,
  type Corrections,
} from './run-index.ts';
import { drawPace, earlyGap, lastThree, leadingThree, wetClose, type Pace } from './sections.ts';
import { weighed } from '../people-and-horses/rating.ts';
import type { SampleRace, SampleWorld } from '../world.ts';

export interface RunnerResult {
  /** Tenths of a second; 0 if it did not finish. */
  readonly time: number;
  readonly margin: string | null;
  /** Tenths of a second behind the winner; for the winner, ahead of the second. */
  readonly gap: number;
  /** Order at corners 1 to 4; 0 if there is no such corner. */
  readonly corners: readonly [number, number, number, number];
  readonly first3f: number;
  readonly later3f: number;
  /** Tenths of a second to the leader 600 m from the start and from the finish, negative behind. */
  readonly firstGap: number;
  readonly laterGap: number;
  readonly style: 1 | 2 | 3 | 4;
  readonly idm: number;
  readonly rawscore: number;
  readonly corrections: Corrections;
  readonly ten: number;
  readonly pace: number;
  readonly agari: number;
  readonly position: number;
  readonly lane: 1 | 2 | 3 | 4 | 5;
  readonly horsePace: Pace;
  readonly weight: number;
  /** Change since the previous run; null for a debut. */
  readonly weightChange: number | null;
}

export interface Running {
  readonly pace: Pace;
  /** By position in the field; null for a horse that did not start. */
  readonly runs: readonly (RunnerResult | null)[];
  /** Positions in the field of the winner and the second. */
  readonly winner: number;
  readonly second: number;
}

/** Seconds by which a class is slower than a 1-win race at 1600 m. */
const CLASS_SECONDS = [1.5, 0.7, 0, -0.3, -0.6, -0.9];

/** The winner's time in tenths of a second: par for the course, by class, age, pace and ground. */
function winningTime(root: number, race: SampleRace, pace: Pace, draw: Draw): number {
  const { track, level, grade, ages, meeting } = race.spec;
  const young = ages === '2' ? 0.5 : 0;
  const seconds =
    parSeconds(courseOf(meeting.course), track) +
    ((CLASS_SECONDS[level] ?? 0) -
      (grade >= 1 && grade <= 3 ? 0.5 : 0) +
      young +
      draw.normal() * 0.65 +
      (pace === 'S' ? 0.6 : pace === 'H' ? -0.3 : 0)) *
      (track.distance / 1600) +
    (groundTenths(root, meeting, track.surface) / 10) * (track.distance / 1000);
  return Math.round(seconds * 10);
}

/** Derives the course of the race. */
export function runningOf(world: SampleWorld, race: SampleRace): Running {
  const { root } = world;
  const { track, level } = race.spec;
  const draw = new Draw(root, race.first, 0x74696d65);
  const scale = track.distance / 1600;
  const starters = Array.from({ length: race.size }, (_, index) => index).filter((index) => {
    const status = world.status[race.first + index];
    return status === RAN || status === STOPPED;
  });
  const home = starters
    .filter((index) => (world.finish[race.first + index] ?? 0) > 0)
    .toSorted((a, b) => (world.finish[race.first + a] ?? 0) - (world.finish[race.first + b] ?? 0));
  const behind = finishGaps(world, race, home, draw, scale);

  const front = starters.filter((index) => styleOf(root, world.horse[race.first + index] ?? 0) === 1).length;
  const pace = drawPace(draw, front, level);
  const winning = winningTime(root, race, pace, draw);

  const lead = leadingThree(track.surface, track.distance, pace) + draw.normal() * 0.35;
  const early = gapsToLeader(starters, (index) =>
    earlyGap(styleOf(root, world.horse[race.first + index] ?? 0), draw),
  );
  const far = Math.max(3, behind[home.length - 1] ?? 3);
  const late =
    track.distance <= 1200
      ? early
      : gapsToLeader(starters, (index) => {
          const at = home.indexOf(index);
          return (
            (early.get(index) ?? 1) * 0.72 +
            Math.min(at < 0 ? far : (behind[at] ?? 0), 4) * 0.3 +
            draw.next() * 0.25
          );
        });
  const leadLater =
    track.distance === 1200
      ? lead
      : winning / 10 -
        lastThree(track.surface, track.distance, pace) -
        draw.normal() * 0.35 -
        (late.get(home[0] ?? 0) ?? 0) -
        wetClose(root, race);

  const indices = indexScaleOf(race);
  const best = home.length > 0 ? winnerIndex(world, race, starters, indices, draw) : 40;
  const trackDiff = whole(normal(root, race.day, race.spec.meeting.course, track.surface) * 8 - 5);
  const runs = new Array<RunnerResult | null>(race.size).fill(null);
  for (const index of starters) {
    const entry = race.first + index;
    const at = home.indexOf(index);
    const gap = at < 0 ? 0 : (behind[at] ?? 0);
    const time = at < 0 ? 0 : winning + Math.round(gap * 10);
    const earlyTenths = Math.round((early.get(index) ?? 0) * 10);
    const lateTenths = track.distance === 1200 ? earlyTenths : Math.round((late.get(index) ?? 0) * 10);
    const first3f = Math.round(lead * 10) + earlyTenths;
    const place = world.finish[entry] ?? 1;
    const idm = at < 0 ? 0 : indexBehind(best, { gap, place, isWinner: at === 0 }, indices, draw);
    const corrections = drawCorrections(draw, trackDiff, at);
    const { weight, change } = weighed(world, race, entry);
    runs[index] = {
      time,
      margin: null,
      gap: at === 0 ? Math.round((behind[1] ?? 0) * 10) : Math.round(gap * 10),
      corners: [0, 0, 0, 0],
      first3f,
      later3f: at < 0 ? 0 : time - Math.round(leadLater * 10) - lateTenths,
      firstGap: 0 - earlyTenths,
      laterGap: 0 - lateTenths,
      style: 1,
      idm,
      rawscore:
        idm -
        (corrections.pace ?? 0) -
        (corrections.start ?? 0) -
        (corrections.positioning ?? 0) -
        (corrections.adverse ?? 0),
      corrections,
      ten: -6.4 - earlyTenths * 1.0 + draw.normal() * 8.8 + (level - 2) * 2.2,
      pace: -0.5 - lateTenths * 0.75 + draw.normal() * 9 + (level - 2) * 2.2,
      agari: -10.6 - (gap * 10 - lateTenths * 0.8) * 0.78 + draw.normal() * 10 + (level - 2) * 2.2,
      position: -3 - earlyTenths * 0.3 - lateTenths * 0.2 + draw.normal() * 2,
      lane: draw.weighted([[1, 8], [2, 30], [3, 32], [4, 24], [5, 6]] as const), // prettier-ignore
      horsePace: earlyTenths > 14 ? 'S' : draw.chance(0.3) ? drawPace(draw, 1, level) : pace,
      weight,
      weightChange: change,
    };
  }
  placeCorners(track.corners, starters, early, late, runs, draw);
  placeMargins(world, race, home, behind, runs);
  return { pace, runs, winner: home[0] ?? 0, second: home[1] ?? 0 };
}

/** Corner orders from the gaps: the first two corners use the early gap, the last two the late one. */
function placeCorners(
  corners: 0 | 2 | 4,
  starters: readonly number[],
  early: Map<number, number>,
  late: Map<number, number>,
  runs: (RunnerResult | null)[],
  draw: Draw,
): void {
  const weights = [1, 0.85, 0.45, 0.1];
  const orders = weights.map((weight, corner) => {
    if (corners === 0 || (corners === 2 && corner < 2)) return new Map<number, number>();
    const sorted = starters
      .map((index) => ({
        index,
        gap:
          (early.get(index) ?? 0) * weight +
          (late.get(index) ?? 0) * (1 - weight) +
          (index === starters[0] ? 0 : draw.next() * 0.04),
      }))
      .toSorted((a, b) => a.gap - b.gap);
    return new Map(sorted.map(({ index }, at) => [index, at + 1]));
  });
  for (const index of starters) {
    const run = runs[index];
    if (run === null || run === undefined) continue;
    const [first = 0, second = 0, third = 0, fourth = 0] = orders.map((order) => order.get(index) ?? 0);
    const stopped = run.time === 0;
    const seen = fourth > 0 ? Math.min(third, fourth) : 1 + Math.round((early.get(index) ?? 0) * 5);
    const part = seen / starters.length;
    runs[index] = {
      ...run,
      corners: [first, second, stopped ? 0 : third, stopped ? 0 : fourth],
      style: seen === 1 ? 1 : part <= 0.36 ? 2 : part <= 0.7 ? 3 : 4,
    };
  }
}

/** Official margins to the horse in front; none for the winner. */
function placeMargins(
  world: SampleWorld,
  race: SampleRace,
  home: readonly number[],
  behind: readonly number[],
  runs: (RunnerResult | null)[],
): void {
  home.forEach((index, at) => {
    const run = runs[index];
    if (at === 0 || run === null || run === undefined) return;
    const tied = world.finish[race.first + index] === world.finish[race.first + (home[at - 1] ?? 0)];
    runs[index] = { ...run, margin: tied ? '同着' : marginText((behind[at] ?? 0) - (behind[at - 1] ?? 0)) };
  });
}
