// The ten racecourses: their tracks, how many horses may start, and how fast the tracks are.

/** 1 turf, 2 dirt, 3 jump, as in `track_type`. */
export type Surface = 1 | 2 | 3;

export interface Track {
  readonly surface: Surface;
  readonly distance: number;
  /** As in `inside_outside_cd`. */
  readonly lane: '1' | '2' | '3' | '9';
  /** Most runners. */
  readonly gate: number;
  /** How often it is used, relative to the other tracks of its surface. */
  readonly weight: number;
  /** Number of corners: 0 straight, 2 the last two, 4 all. */
  readonly corners: 0 | 2 | 4;
}

export interface Racecourse {
  readonly code: string;
  readonly region: 'east' | 'west';
  /** As in `turn_cd` on the flat. */
  readonly turn: '1' | '2';
  readonly tracks: readonly Track[];
  /** Seconds per 1000 m slower than the average course, on turf and dirt. */
  readonly slow: readonly [number, number];
  /** Average cushion value of good turf. */
  readonly cushion: number;
  readonly turf: '1' | '2' | '3';
  /** Depth of the sand, cm. */
  readonly sand: number;
}

type Row = readonly [distance: number, weight: number, gate: number, corners?: 0 | 2 | 4, lane?: '1' | '2'];

const on = (surface: Surface, rows: readonly Row[]): Track[] =>
  rows.map(([distance, weight, gate, corners, lane]) => ({
    surface,
    distance,
    lane: surface === 3 ? '9' : (lane ?? '1'),
    gate,
    weight,
    corners: corners ?? (distance >= 1700 ? 4 : 2),
  }));

const course = (
  code: string,
  region: 'east' | 'west',
  turn: '1' | '2',
  ground: Pick<Racecourse, 'slow' | 'cushion' | 'turf' | 'sand'>,
  turf: readonly Row[],
  dirt: readonly Row[],
  jump: readonly Row[],
): Racecourse => ({
  code,
  region,
  turn,
  ...ground,
  tracks: [...on(1, turf), ...on(2, dirt), ...on(3, jump)],
});

/** Index 0 is course 01. */
export const COURSES: readonly Racecourse[] = [
  course('01', 'east', '1', { slow: [0.7, 0], cushion: 7.6, turf: '2', sand: 9 },
    [[1200, 28, 16], [1500, 18, 14, 4], [1800, 24, 16], [2000, 24, 16], [2600, 6, 16]],
    [[1000, 34, 12], [1700, 52, 14], [2400, 7, 13]], []),
  course('02', 'east', '1', { slow: [0.8, 0], cushion: 7.6, turf: '2', sand: 9 },
    [[1200, 42, 16], [1800, 26, 16], [2000, 24, 16], [2600, 8, 16]],
    [[1000, 34, 12], [1700, 52, 14], [2400, 7, 12]], []),
  course('03', 'east', '1', { slow: [0.1, 0.1], cushion: 8.8, turf: '3', sand: 9 },
    [[1200, 40, 16], [1800, 28, 16], [2000, 24, 16], [2600, 8, 16]],
    [[1150, 42, 16], [1700, 48, 15], [2400, 4, 15]], [[2750, 8, 14], [2770, 4, 14]]),
  course('04', 'east', '2', { slow: [-0.3, -0.1], cushion: 9.4, turf: '1', sand: 9 },
    [[1000, 9, 18, 0], [1200, 16, 16], [1400, 15, 18], [1600, 17, 18, 2, '2'], [1800, 17, 18, 2, '2'],
      [2000, 20, 18, 2, '2'], [2200, 4, 18], [2400, 2, 18]],
    [[1200, 42, 15], [1800, 56, 15], [2500, 4, 15]], [[2850, 8, 14], [2890, 4, 14], [3250, 2, 14]]),
  course('05', 'east', '2', { slow: [-0.2, -0.4], cushion: 9.3, turf: '3', sand: 9 },
    [[1400, 22, 18], [1600, 30, 18], [1800, 17, 16], [2000, 19, 18], [2400, 10, 18], [2500, 1, 18], [3400, 0.5, 18]],
    [[1300, 11, 16], [1400, 33, 16], [1600, 42, 16], [2100, 17, 16]],
    [[3000, 6, 14], [3100, 3, 14], [3110, 3, 14]]),
  course('06', 'east', '1', { slow: [0.1, 0.2], cushion: 9.6, turf: '3', sand: 9 },
    [[1200, 18, 16, 2, '2'], [1600, 28, 16, 2, '2'], [1800, 15, 16], [2000, 24, 18], [2200, 10, 18, 4, '2'],
      [2500, 5, 16], [3600, 0.4, 16]],
    [[1200, 46, 16], [1800, 50, 16], [2400, 6, 16], [2500, 2, 16]],
    [[2880, 5, 14], [3200, 2, 14], [3210, 3, 14], [4100, 0.4, 16]]),
  course('07', 'west', '2', { slow: [0.1, -0.1], cushion: 9.2, turf: '3', sand: 9 },
    [[1200, 20, 18], [1400, 20, 18], [1600, 22, 16], [2000, 28, 18], [2200, 10, 18]],
    [[1200, 20, 16], [1400, 29, 16], [1800, 41, 16], [1900, 10, 16]], [[3000, 4, 14], [3300, 2, 14]]),
  course('08', 'west', '1', { slow: [-0.1, -0.1], cushion: 9.6, turf: '3', sand: 9 },
    [[1200, 18, 16], [1400, 15, 18, 2, '2'], [1600, 22, 18, 2, '2'], [1800, 15, 18, 2, '2'], [2000, 18, 16],
      [2200, 7, 18, 4, '2'], [2400, 4, 18, 4, '2'], [3000, 0.5, 18, 4, '2'], [3200, 0.3, 18, 4, '2']],
    [[1200, 28, 16], [1400, 29, 16], [1800, 43, 16], [1900, 10, 16]], [[2910, 5, 14], [3170, 2, 14], [3930, 0.4, 14]]),
  course('09', 'west', '1', { slow: [0, 0], cushion: 9.4, turf: '3', sand: 9 },
    [[1200, 14, 18], [1400, 17, 18], [1600, 22, 18, 2, '2'], [1800, 16, 18, 2, '2'], [2000, 18, 16], [2200, 6, 18],
      [2400, 5, 18, 4, '2'], [2600, 1, 18, 4, '2'], [3000, 0.4, 16]],
    [[1200, 28, 16], [1400, 30, 16], [1800, 42, 16], [2000, 7, 16]], [[2970, 5, 14], [3110, 2, 14], [3140, 1, 14]]),
  course('10', 'west', '1', { slow: [-0.3, -0.3], cushion: 8.9, turf: '1', sand: 9 },
    [[1200, 42, 18], [1800, 25, 16], [2000, 25, 18], [2600, 8, 16]],
    [[1000, 30, 14], [1700, 55, 16], [2400, 5, 16]], [[2860, 8, 14], [3390, 1, 14]]),
]; // prettier-ignore

export function courseOf(number: number): Racecourse {
  const found = COURSES[number - 1];
  if (found === undefined) throw new RangeError(`no course ${number}`);
  return found;
}

/** Winning times in seconds of a 1-win race on good going at an average course, by distance. */
const PAR: readonly (readonly (readonly [number, number])[])[] = [
  [[1000, 56.0], [1200, 68.9], [1400, 81.6], [1600, 94.4], [1800, 107.6], [2000, 120.8], [2200, 134.0], [2400, 146.8],
    [2600, 160.0], [3000, 185.5], [3200, 198.2], [3600, 224.5]],
  [[1000, 59.4], [1150, 68.8], [1200, 72.1], [1300, 78.6], [1400, 84.9], [1600, 98.0], [1700, 105.8], [1800, 113.6],
    [1900, 119.8], [2000, 126.3], [2100, 132.6], [2400, 154.0], [2500, 161.2]],
  [[2750, 183.5], [3000, 200.8], [3300, 221.5], [3900, 262.5], [4100, 277.0]],
]; // prettier-ignore

/** The par time for a track at a course, in seconds. */
export function parSeconds(place: Racecourse, track: Track): number {
  const rows = PAR[track.surface - 1] ?? [];
  const { distance } = track;
  const above = Math.max(
    1,
    rows.findIndex((row) => row[0] >= distance),
  );
  const low = rows[above - 1] ?? [0, 0];
  const high = rows[above] ?? [1, 0];
  const base = low[1] + ((high[1] - low[1]) * (distance - low[0])) / (high[0] - low[0]);
  return base + ((place.slow[track.surface === 2 ? 1 : 0] ?? 0) * distance) / 1000;
}
