// The chart of a horse's runs: where each run lies over its dates, and the ticks of the axes. Pure.

import { dayNumber, racedateOfDay } from '#shared/racing/racedate.ts';
import { awaitsIndices } from '#shared/racing/awaited-indices.ts';
import { parseRacekey } from '#shared/racing/racekey.ts';
import { numberIn, type RecordValues } from '#shared/racing/race-rows.ts';
import { placeOfStart, startedUnplaced } from '#shared/racing/starts.ts';

export interface ChartRun {
  readonly run: RecordValues;
  /** YYYYMMDD. */
  readonly racedate: string;
  /** Undefined where the service has no such race: local and overseas runs. */
  readonly racekey: string | undefined;
  /** Days since a fixed one. */
  readonly day: number;
  readonly idm: number | undefined;
  /** Whether its IDM is still to come. */
  readonly isAwaited: boolean;
  /** In kilograms. */
  readonly weight: number | undefined;
  /** Undefined for a horse that started and has no place. */
  readonly finish: number | undefined;
  /** Runners of the race. */
  readonly field: number | undefined;
}

/** The starts with a date, the oldest first. `today`: YYYYMMDD in Tokyo; without it no IDM is awaited. */
export const chartRuns = (runs: readonly RecordValues[], today?: string): readonly ChartRun[] =>
  runs
    .flatMap((run): ChartRun[] => {
      const racedate = run['racedate']?.trim() ?? '';
      const day = dayNumber(racedate);
      const finish = placeOfStart(run['order_of_finish']);
      if (day === undefined || (finish === undefined && !startedUnplaced(run['trouble_classification'])))
        return [];
      const key = run['racekey']?.trim() ?? '';
      return [
        {
          run,
          racedate,
          racekey: parseRacekey(key)?.elsewhere === false ? key : undefined,
          day,
          idm: numberIn(run, 'idm'),
          isAwaited: today !== undefined && awaitsIndices((field) => run[field], today),
          weight: positive(numberIn(run, 'horse_weight')),
          finish,
          field: positive(numberIn(run, 'headcount')),
        },
      ];
    })
    .toSorted((a, b) => a.day - b.day);

/** Zero is written where the weight or the number of runners is not known. */
const positive = (value: number | undefined): number | undefined =>
  value !== undefined && value > 0 ? value : undefined;

/** Steps that are easily read, of a power of ten. */
const STEPS = [1, 2, 5, 10];

export interface Axis {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
}

/** An axis over the values with about so many ticks at round numbers, whole ones at least; undefined without values. */
export function axisOf(values: readonly number[], about: number): Axis | undefined {
  if (values.length === 0) return undefined;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const rough = Math.max(1, (high - low) / about);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((each) => each * power >= rough) ?? 10) * power;
  const from = Math.floor(low / step) * step;
  const to = Math.max(from + step, Math.ceil(high / step) * step);
  return { from, to, ticks: ticksBetween(from, to, step) };
}

const ticksBetween = (from: number, to: number, step: number): readonly number[] =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, at) => from + at * step);

/** From the first place to the last of the largest field; the winner's place and every fifth have ticks. */
export function finishAxis(runs: readonly Pick<ChartRun, 'finish' | 'field'>[]): Axis {
  const to = Math.max(5, ...runs.map(({ finish = 0, field = 0 }) => Math.max(finish, field)));
  return { from: 1, to, ticks: [1, ...ticksBetween(5, to - (to % 5), 5)] };
}

export interface DateTick {
  readonly day: number;
  /** YYYYMMDD, the first of a month. */
  readonly racedate: string;
}

/** How many months apart the ticks may be. */
const MONTHS = [1, 2, 3, 6, 12, 24, 60];

/** The firsts of months within the days, at most so many and evenly apart. */
export function dateTicks(from: number, to: number, most: number): readonly DateTick[] {
  const firsts = firstsOfMonths(from, to);
  const every = MONTHS.find((months) => firsts.length / months <= most) ?? 120;
  return firsts.filter(({ racedate }) => {
    const months = Number(racedate.slice(0, 4)) * 12 + Number(racedate.slice(4, 6)) - 1;
    return months % every === 0;
  });
}

function firstsOfMonths(from: number, to: number): readonly DateTick[] {
  const start = racedateOfDay(from);
  const first = Number(start.slice(0, 4)) * 12 + Number(start.slice(4, 6)) - 1;
  const found: DateTick[] = [];
  for (let month = first; ; month += 1) {
    const racedate = `${Math.floor(month / 12)}${String((month % 12) + 1).padStart(2, '0')}01`;
    const day = dayNumber(racedate);
    if (day === undefined || day > to) return found;
    if (day >= from) found.push({ day, racedate });
  }
}

/** The days that the chart covers: those of the runs, and a margin so that no point lies on its edge. */
export function daysOf(runs: readonly Pick<ChartRun, 'day'>[]): {
  readonly from: number;
  readonly to: number;
} {
  const [from, to] = [runs[0]?.day ?? 0, runs.at(-1)?.day ?? 0];
  const margin = Math.max(7, Math.round((to - from) * 0.02));
  return { from: from - margin, to: to + margin };
}
