// Assigns horses that are ready to races: class and age are rules; surface, distance, region and waiting are
// preferences.

import { mix } from '../draw.ts';
import type { RaceSpec } from '../calendar/program.ts';

/** The properties used to choose a field, by horse number. `region` is 0 east, 1 west; `reach` log2 of meters. */
export interface Candidates {
  level: Uint8Array;
  sex: Uint8Array;
  dirt: Float32Array;
  reach: Float32Array;
  region: Uint8Array;
  /** Days since the horse has been ready to run. */
  wait: Int32Array;
}

interface Source {
  readonly group: number;
  readonly reluctance: number;
}

/** Groups (age class * 8 + level) that may run in a race, with a penalty for each. */
function sourcesOf(spec: RaceSpec): Source[] {
  const ages = { '2': [0], '3': [1], '3up': [1, 2], '4up': [2] }[spec.ages];
  const levels: [number, number][] = [];
  if (spec.track.surface === 3)
    levels.push(...(spec.level <= 1 ? [[6, 0]] : [[7, 0], [6, 9]]) as [number, number][]); // prettier-ignore
  else if (spec.level === 0) levels.push([0, 0]);
  else if (spec.level === 1) levels.push([1, 0], [0, spec.ages === '2' ? 9 : 4]);
  else {
    const young = spec.ages === '2' || (spec.ages === '3' && spec.level === 5);
    const lowest = young ? 2 : Math.max(2, spec.level - 1);
    for (let level = spec.level; level >= lowest; level--)
      levels.push([level, (spec.level - level) * (young ? 0.7 : 4.5)]);
    if (young || spec.ages === '3') levels.push([1, 9]);
  }
  return ages.flatMap((age) => levels.map(([level, reluctance]) => ({ group: age * 8 + level, reluctance })));
}

/** `wait` of a horse that is already in a race of the day. */
const TAKEN = -1;

/** Chooses the field and marks its horses as taken. */
export function chooseField(
  root: number,
  spec: RaceSpec,
  groups: readonly (readonly number[])[],
  horses: Candidates,
): number[] {
  const { surface, distance } = spec.track;
  const { fillies, wanted } = spec;
  const reach = Math.log2(distance);
  const salt = mix(root, spec.meeting.day, spec.meeting.course, spec.number);
  const region = spec.meeting.stream === 1 || spec.meeting.course >= 7 ? 1 : 0;
  const away = spec.meeting.stream === 2 ? 0.8 : 3;
  const chosen: number[] = [];
  const scores: number[] = [];
  for (const { group, reluctance } of sourcesOf(spec)) {
    for (const horse of groups[group] ?? []) {
      const wait = horses.wait[horse] ?? TAKEN;
      if (wait === TAKEN || (fillies && horses.sex[horse] !== 2)) continue;
      const dirt = horses.dirt[horse] ?? 0.5;
      const wrongGround = surface === 1 ? dirt : surface === 2 ? 1 - dirt : 0;
      const wrongTrip = surface === 3 ? 0 : Math.abs(reach - (horses.reach[horse] ?? 0));
      const score =
        Math.min(wait, 70) * 0.004 -
        wrongGround * 4.5 -
        wrongTrip * 5 -
        (horses.region[horse] === region ? 0 : away) -
        reluctance +
        ((Math.imul(horse ^ salt, 0x9e3779b1) >>> 20) & 4095) / 1600;
      const full = chosen.length === wanted;
      if (full && score <= (scores[chosen.length - 1] ?? 0)) continue;
      let at = full ? chosen.length - 1 : chosen.length;
      for (; at > 0 && (scores[at - 1] ?? 0) < score; at--) {
        scores[at] = scores[at - 1] ?? 0;
        chosen[at] = chosen[at - 1] ?? 0;
      }
      scores[at] = score;
      chosen[at] = horse;
    }
  }
  for (const horse of chosen) horses.wait[horse] = TAKEN;
  return chosen;
}

/** Releases a field that is too small to race. */
export function release(field: readonly number[], horses: Candidates): void {
  for (const horse of field) horses.wait[horse] = 0;
}
