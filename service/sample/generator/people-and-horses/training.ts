// The main work before a race: where, when, how, and its times per furlong.

import type { CardEntry } from '../race/card.ts';
import { weekday } from '../calendar/days.ts';
import { Draw } from '../draw.ts';
import { regionOf } from './horses.ts';
import { levelOf } from './rating.ts';
import type { SampleRace, SampleWorld } from '../world.ts';

export interface Work {
  readonly day: number;
  /** The number of works for this race. */
  readonly count: number;
  readonly course: string;
  readonly kind: '1' | '2' | '3';
  readonly situation: string;
  readonly rider: '1' | '2' | '3' | '4';
  /** Furlongs. */
  readonly furlongs: number;
  /** Tenths of a second per furlong at the start, in the middle and at the finish. */
  readonly splits: readonly [number, number, number];
  readonly indices: readonly [start: number, middle: number, finish: number, work: number];
  readonly pair: {
    readonly result: '1' | '2' | '3';
    readonly kind: '1' | '2' | '3';
    readonly age: number;
    readonly conditions: string;
  } | null;
}

interface Ground {
  readonly code: string;
  readonly weight: number;
  readonly furlongs: readonly [number, number];
  readonly finish: number;
}

/** By region, 0 east (Miho), 1 west (Ritto). */
const GROUNDS: readonly (readonly Ground[])[] = [
  [
    { code: '02', weight: 25, furlongs: [5, 6], finish: 132 },
    { code: '01', weight: 13, furlongs: [4, 4], finish: 128 },
    { code: '03', weight: 4, furlongs: [5, 5], finish: 129 },
    { code: '07', weight: 3, furlongs: [4, 5], finish: 131 },
    { code: '10', weight: 2, furlongs: [5, 6], finish: 123 },
  ],
  [
    { code: '11', weight: 33, furlongs: [4, 4], finish: 127 },
    { code: '12', weight: 17, furlongs: [6, 6], finish: 125 },
    { code: '17', weight: 2, furlongs: [6, 6], finish: 120 },
    { code: '13', weight: 1, furlongs: [6, 6], finish: 126 },
  ],
];

const CONDITION_OF_LEVEL = ['A1', 'A3', '05', '10', '16', 'OP'];

export function workOf(world: SampleWorld, race: SampleRace, entry: CardEntry): Work {
  const { root } = world;
  const draw = new Draw(root, entry.entry, 0x776f726b);
  const grounds = GROUNDS[regionOf(root, entry.horse)] ?? [];
  const ground = draw.weighted(grounds.map((each) => [each, each.weight] as const));
  const kind = draw.weighted([['3', 44], ['1', 37], ['2', 19]] as const); // prettier-ignore
  const form = entry.training / 100;
  const effort = kind === '1' ? -2 : kind === '3' ? 2 : 0;
  const finish = Math.round(ground.finish + effort * 0.7 - form * 2 + draw.normal() * 4.4);
  const pair = draw.chance(0.5);
  return {
    day: lastWorkDay(race.day, draw),
    count: draw.int(2, 9),
    course: ground.code,
    kind,
    situation:
      kind === '3'
        ? draw.weighted([
            ['02', 94],
            ['03', 2],
            ['01', 2],
            ['10', 2],
          ] as const)
        : kind === '1'
          ? draw.weighted([
              ['04', 91],
              ['05', 3],
              ['06', 3],
              ['12', 3],
            ] as const)
          : draw.weighted([
              ['09', 51],
              ['10', 45],
              ['08', 2],
              ['11', 2],
            ] as const),
    rider: draw.weighted([
      ['1', 70],
      ['3', 19],
      ['4', 8],
      ['2', 3],
    ] as const),
    furlongs: draw.int(ground.furlongs[0], ground.furlongs[1]),
    splits: [
      Math.round(147.5 + effort + draw.normal() * 7),
      Math.round(133.5 + effort - form + draw.normal() * 5.4),
      finish,
    ],
    indices: [
      round(17.9 + form * 1.6 + draw.normal() * 6.6),
      round(18.3 + form * 1.8 + draw.normal() * 5.6),
      round(20.2 + form * 2 + draw.normal() * 4.6),
      round(55.7 + form * 4.5 + draw.normal() * 10.4),
    ],
    pair: pair
      ? {
          result: draw.weighted([
            ['2', 21],
            ['3', 16],
            ['1', 14],
          ] as const),
          kind: draw.weighted([
            ['3', 50],
            ['1', 30],
            ['2', 20],
          ] as const),
          age: draw.weighted([
            [2, 20],
            [3, 40],
            [4, 22],
            [5, 18],
          ] as const),
          conditions:
            CONDITION_OF_LEVEL[Math.max(0, Math.min(5, levelOf(world, entry.entry) + draw.int(-1, 1)))] ??
            'A3',
        }
      : null,
  };
}

const round = (value: number): number => Math.max(0, Math.round(value));

/** Wednesday for most, Thursday for the rest, before the weekend of the race. */
function lastWorkDay(raceDay: number, draw: Draw): number {
  const wanted = draw.weighted([[3, 76], [4, 17], [2, 4], [0, 3]] as const); // prettier-ignore
  for (let ago = 1; ago <= 8; ago++) if (weekday(raceDay - ago) === wanted && ago >= 2) return raceDay - ago;
  return raceDay - 3;
}
