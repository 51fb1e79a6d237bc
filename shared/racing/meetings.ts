// Who met whom: the races in which two horses ran against each other, and the shortest chain of common rivals between
// two that did not. Pure.

import { readNumber } from '#shared/catalogue/reading.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { tookPart } from '#shared/racing/runner-words.ts';

/** One horse's part in a meeting. */
export interface Run {
  readonly horseId: string;
  /** As recorded. */
  readonly name: string;
  readonly horse_number: string | null;
  /** Undefined if it did not finish. */
  readonly finish: number | undefined;
  /** In tenths of a second. */
  readonly time: number | undefined;
}

/** A race in which two horses ran. */
export interface Meeting {
  readonly racekey: string;
  /** YYYYMMDD. */
  readonly racedate: string;
  readonly first: Run;
  readonly second: Run;
  /** By how many tenths of a second the first was ahead, negative if it was behind; undefined without both times. */
  readonly margin: number | undefined;
}

/** A chain from one horse to another, each link a meeting of two neighbors in it. */
export interface Chain {
  readonly links: readonly Meeting[];
  /** The sum of the margins; undefined if one of them is unknown. */
  readonly margin: number | undefined;
}

export interface Meetings {
  /** The races in which both ran, the latest first. */
  between(first: string, second: string): readonly Meeting[];
  /**
   * The fewest meetings that lead from one to the other, of equally short chains the one with later races; undefined if
   * there is none, or if one was only ever met without a finish. Two that met have a chain of one link.
   */
  chain(from: string, to: string): Chain | undefined;
}

interface Race {
  readonly racekey: string;
  readonly racedate: string;
  readonly runs: ReadonlyMap<string, Run>;
}

/** A race in which at least two of some horses ran, with their runs. */
export interface SharedRace {
  readonly racekey: string;
  /** YYYYMMDD. */
  readonly racedate: string;
  /** In the order of the horses that were asked for. */
  readonly runs: readonly Run[];
}

/** The races in which at least two of the horses ran, the latest first. */
export function sharedRaces({ between }: Meetings, horseIds: readonly string[]): readonly SharedRace[] {
  const races = new Map<string, { racekey: string; racedate: string; runs: Map<string, Run> }>();
  for (const [at, first] of horseIds.entries()) {
    for (const second of horseIds.slice(at + 1)) {
      for (const { racekey, racedate, ...meeting } of between(first, second)) {
        const race = races.get(racekey) ?? { racekey, racedate, runs: new Map<string, Run>() };
        races.set(racekey, race);
        for (const run of [meeting.first, meeting.second]) race.runs.set(run.horseId, run);
      }
    }
  }
  return [...races.values()]
    .toSorted(byDateDescending)
    .map(({ racekey, racedate, runs }) => ({ racekey, racedate, runs: [...runs.values()] }));
}

/** How often the first of the two finished ahead; a horse without a finish is behind those that have one. */
export const timesAhead = (meetings: readonly Meeting[]): number =>
  meetings.filter(({ first, second }) => (first.finish ?? Infinity) < (second.finish ?? Infinity)).length;

const byDateDescending = (a: { readonly racedate: string }, b: { readonly racedate: string }): number =>
  a.racedate < b.racedate ? 1 : a.racedate > b.racedate ? -1 : 0;

/** A horse that another ran against. */
export interface Opponent {
  readonly horseId: string;
  /** As recorded in the last meeting. */
  readonly name: string;
  /** Never empty, the latest first; the horse whose opponents these are is the first of each. */
  readonly meetings: readonly [Meeting, ...Meeting[]];
  /** How often the horse finished ahead of this opponent, and behind it; neither in a dead heat. */
  readonly ahead: number;
  readonly behind: number;
}

/**
 * Every horse that ran in a race with this one: those met most often first, of these those met last. `records`: results of
 * whole races, of any horses.
 */
export function opponentsOf(records: readonly RecordValues[], horseId: string): readonly Opponent[] {
  const { between } = meetingsOf(records);
  const others = new Set(records.flatMap((record) => record['horse_id']?.trim() || []));
  others.delete(horseId);
  return [...others]
    .flatMap((other): Opponent[] => {
      const [last, ...earlier] = between(horseId, other);
      if (last === undefined) return [];
      const meetings = [last, ...earlier] as const;
      const turned = meetings.map((meeting) => ({
        ...meeting,
        first: meeting.second,
        second: meeting.first,
      }));
      return [
        {
          horseId: other,
          name: last.second.name,
          meetings,
          ahead: timesAhead(meetings),
          behind: timesAhead(turned),
        },
      ];
    })
    .toSorted(
      (a, b) => b.meetings.length - a.meetings.length || byDateDescending(a.meetings[0], b.meetings[0]),
    );
}

/**
 * `records`: results of whole races (table d_se or t_se), in any order. Rows without a horse or a race are left out, and
 * horses that did not start or whose race has not been run: they met nobody.
 */
export function meetingsOf(records: readonly RecordValues[]): Meetings {
  const races = racesIn(records);
  const ofHorse = new Map<string, Race[]>();
  for (const race of races) {
    for (const horseId of race.runs.keys()) ofHorse.set(horseId, [...(ofHorse.get(horseId) ?? []), race]);
  }
  const between = (first: string, second: string): readonly Meeting[] =>
    (ofHorse.get(first) ?? []).flatMap((race) => meetingIn(race, first, second) ?? []);

  function chain(from: string, to: string): Chain | undefined {
    if (from === to) return undefined;
    const cameBy = new Map<string, Meeting>();
    let edge = [from];
    while (edge.length > 0 && !cameBy.has(to)) edge = edge.flatMap((horse) => reachedFrom(horse));
    return cameBy.has(to) ? chainOf(linksTo(to)) : undefined;

    function reachedFrom(horse: string): string[] {
      return (ofHorse.get(horse) ?? []).flatMap((race) =>
        [...race.runs.keys()].filter((other) => {
          if (other === from || cameBy.has(other)) return false;
          const meeting = meetingIn(race, horse, other);
          // A horse that did not finish shows nothing about the others.
          if (meeting?.first.finish === undefined || meeting.second.finish === undefined) return false;
          cameBy.set(other, meeting);
          return true;
        }),
      );
    }

    function linksTo(horse: string): Meeting[] {
      const meeting = cameBy.get(horse);
      return meeting === undefined ? [] : [...linksTo(meeting.first.horseId), meeting];
    }
  }

  return { between, chain };
}

const chainOf = (links: readonly Meeting[]): Chain => ({
  links,
  margin: links.reduce<number | undefined>(
    (total, { margin }) => (total === undefined || margin === undefined ? undefined : total + margin),
    0,
  ),
});

/** The latest first. */
function racesIn(records: readonly RecordValues[]): readonly Race[] {
  const byKey = new Map<string, { racekey: string; racedate: string; runs: Map<string, Run> }>();
  for (const record of records) {
    const racekey = record['racekey']?.trim();
    const horseId = record['horse_id']?.trim();
    if (!racekey || !horseId || !tookPart(record)) continue;
    const race = byKey.get(racekey) ?? {
      racekey,
      racedate: record['racedate']?.trim() ?? '',
      runs: new Map(),
    };
    byKey.set(racekey, race);
    race.runs.set(horseId, runOf(record, horseId));
  }
  return [...byKey.values()].toSorted(byDateDescending);
}

/** Zero means none. */
function positive(raw: string | null | undefined): number | undefined {
  const value = readNumber(raw);
  return value === 0 ? undefined : value;
}

const runOf = (record: RecordValues, horseId: string): Run => ({
  horseId,
  name: record['horse_name']?.trim() ?? '',
  horse_number: record['horse_number'] ?? null,
  finish: positive(record['order_of_finish']),
  time: positive(record['time_record']),
});

function meetingIn({ racekey, racedate, runs }: Race, first: string, second: string): Meeting | undefined {
  const [a, b] = [runs.get(first), runs.get(second)];
  if (a === undefined || b === undefined) return undefined;
  const margin = a.time === undefined || b.time === undefined ? undefined : b.time - a.time;
  return { racekey, racedate, first: a, second: b, margin };
}
