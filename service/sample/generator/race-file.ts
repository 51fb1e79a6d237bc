// One race with everything that is known about it, derived once and shared by the records of all tables.

import { cardOf, ridersAtStart, type Card } from './race/card.ts';
import { tokyoInstant, weekday } from './calendar/days.ts';
import { chancesBefore, marketFrom, marketOf, type Market } from './betting/odds.ts';
import type { Jockey } from './people-and-horses/people.ts';
import { payoffsOf, type Payoffs } from './betting/pools.ts';
import { announcedAt, isOut, knownOf, type Known, type Now } from './race/known.ts';
import { runningOf, type Running } from './race/running.ts';
import type { SampleRace, SampleWorld } from './world.ts';

/** Before the race; just after it, without indices; and complete. */
export type RaceFileStage = 'card' | 'provisional' | 'final';

export interface RaceFile {
  readonly world: SampleWorld;
  readonly race: SampleRace;
  readonly stage: RaceFileStage;
  /** The moment of which everything here is known. */
  readonly now: Now;
  /** Days from today to the race; 0 or less from the race day on. */
  readonly ahead: number;
  readonly known: Known;
  /** The odds on sale; null before the first pre-race record. */
  readonly onSale: Market | null;
  readonly card: Card;
  readonly market: Market;
  /** Who rides, by position in the field; the card has who was booked. */
  readonly riders: readonly Jockey[];
  readonly running: Running;
  readonly payoffs: Payoffs;
}

/** The parts of a race that records of later races need, whenever they are made. */
export type RaceOutcome = Pick<RaceFile, 'market' | 'riders' | 'running'>;

/** Outcomes by race, the oldest evicted first. Previous runs are looked up many times. */
export class RaceFiles {
  readonly #world: SampleWorld;
  readonly #kept = new Map<SampleRace, RaceOutcome>();

  constructor(world: SampleWorld) {
    this.#world = world;
  }

  past(race: SampleRace): RaceOutcome {
    const found = this.#kept.get(race);
    if (found !== undefined) return found;
    const world = this.#world;
    const made = {
      market: marketOf(world, race),
      riders: ridersAtStart(world, race),
      running: runningOf(world, race),
    };
    this.#kept.set(race, made);
    if (this.#kept.size > MOST_KEPT)
      for (const oldest of this.#kept.keys()) {
        this.#kept.delete(oldest);
        break;
      }
    return made;
  }

  /** The race as it is known at a moment. */
  file(race: SampleRace, now: Now): RaceFile {
    const world = this.#world;
    const outcome = this.past(race);
    const { market } = outcome;
    const card = cardOf(world, race, market);
    const known = knownOf(race, now);
    return {
      world,
      race,
      stage: stageOf(race, now),
      now,
      ahead: race.day - now.day,
      known,
      onSale: onSaleOf(world, race, card, known),
      card,
      ...outcome,
      payoffs: payoffsOf(world, race, market),
    };
  }
}

function onSaleOf(world: SampleWorld, race: SampleRace, card: Card, known: Known): Market | null {
  if (known.odds === null) return null;
  const backed = card.entries.map(({ entry, fancied }) => (isOut(world, entry, known) ? 0 : fancied));
  return marketFrom(world, race, chancesBefore(world, race, backed, known.odds));
}

/** A year of racing is 3,450 races; most previous runs are within it. */
const MOST_KEPT = 3500;

/** Minutes after the start at which the result is known. */
const RESULT_AFTER = 8;
/** The day on which the indices of a result are published: the Thursday after the weekend. */
const analysedOn = (day: number): number => day + ((4 - weekday(day) + 7) % 7 || 7);

/** How far a race is at a moment. */
export function stageOf(race: SampleRace, now: Now): RaceFileStage {
  if (race.day > now.day) return 'card';
  if (race.day === now.day) return now.minutes >= race.spec.post + RESULT_AFTER ? 'provisional' : 'card';
  return now.day < analysedOn(race.day) ? 'provisional' : 'final';
}

/** When a result was last changed: right after the race, then with its analysis, as Thursday begins. */
export function resultUpdatedAt(file: RaceFile): string {
  const { race } = file;
  const over = race.spec.post + RESULT_AFTER;
  if (file.stage !== 'final') return tokyoInstant(race.day, 0, over, (race.spec.number * 37) % 1000);
  return tokyoInstant(analysedOn(race.day), 0, 0, (race.spec.number * 37) % 1000);
}

/** Cards are final on the afternoon before. */
export const cardUpdatedAt = ({ race, now }: RaceFile): string =>
  announcedAt(race.day, now, { daysBefore: 1, minutes: 16 * 60 + 10 + race.spec.number }, race.first % 1000);
