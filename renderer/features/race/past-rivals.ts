// Which of today's runners met in one past race: those whose past runs name the same race. Pure.

import { parseRacekey } from '#shared/racing/racekey.ts';
import { numberIn, runnerKey, runnerNumber, type RecordValues } from '#shared/racing/race-rows.ts';
import { tookPart } from '#shared/racing/runner-words.ts';
import type { PastRun } from './past-runs.ts';

/** A runner of today's race, and its run in the past race. */
export interface Rival {
  /** Today's; undefined before the draw. */
  readonly number: number | undefined;
  readonly bracket: number | undefined;
  /** As recorded. */
  readonly name: string;
  /** Undefined if it did not finish. */
  readonly place: number | undefined;
  readonly run: PastRun;
}

/** What a past run shares with runs of other runners. */
export interface MetInRun {
  /** The same for all runs in that race, and for no other. */
  readonly race: string;
  /** The others, never empty: the first at the finish first. */
  readonly rivals: readonly Rival[];
}

/** The first course code that stands for a country: overseas races have no code of their course. */
const FIRST_COUNTRY = 61;

/** The records cut the name of a race's winner after six letters. */
const LETTERS_OF_WINNER = 6;

/**
 * What tells a race from every other. Two courses of one country may have had a race of the same number on one day, so the
 * key of an overseas race does only with its winner; undefined if that is not known.
 */
function raceOf(runner: RecordValues, { racekey, detail, prefix }: PastRun): string | undefined {
  const parts = racekey === undefined ? undefined : parseRacekey(racekey);
  if (parts === undefined || Number(parts.racecourse_cd) < FIRST_COUNTRY) return racekey;
  const won = numberIn(detail, `${prefix}order_of_finish`) === 1;
  const winner = (won ? runner['horse_name'] : detail[`${prefix}winning_horse`])?.trim() ?? '';
  return winner === '' ? undefined : `${racekey} ${winner.slice(0, LETTERS_OF_WINNER)}`;
}

/** A run in which the horse started; without an outcome nobody knows. */
const started = ({ detail, prefix }: PastRun): boolean =>
  tookPart({
    order_of_finish: detail[`${prefix}order_of_finish`] ?? null,
    trouble_classification: detail[`${prefix}trouble_classification`] ?? null,
  });

function rivalOf(runner: RecordValues, run: PastRun): Rival {
  const place = numberIn(run.detail, `${run.prefix}order_of_finish`);
  return {
    number: runnerNumber(runner),
    bracket: numberIn(runner, 'bracket_number'),
    name: runner['horse_name']?.trim() ?? '',
    place: place === 0 ? undefined : place,
    run,
  };
}

const byFinish = (a: Rival, b: Rival): number =>
  (a.place ?? Infinity) - (b.place ?? Infinity) || (a.number ?? 0) - (b.number ?? 0);

/**
 * By run, as far as others of `runners` ran in its race; those that do not run today are nobody's rivals. `runsOf`: the past
 * runs by runner. `reasonOf`: why a horse does not run, undefined of runners.
 */
export function rivalsOfRuns(
  runners: readonly RecordValues[],
  runsOf: ReadonlyMap<string, readonly PastRun[]>,
  reasonOf: (runner: RecordValues) => string | undefined,
): ReadonlyMap<PastRun, MetInRun> {
  const all = runners.flatMap((runner) => {
    const key = runnerKey(runner);
    const isRival = reasonOf(runner) === undefined;
    return (key === undefined ? [] : (runsOf.get(key) ?? [])).flatMap((run) => {
      const race = raceOf(runner, run);
      return race === undefined || !started(run) ? [] : [{ key, race, isRival, rival: rivalOf(runner, run) }];
    });
  });
  const byRace = Map.groupBy(all, ({ race }) => race);
  return new Map(
    all.flatMap(({ key, race, rival: { run } }) => {
      const others = (byRace.get(race) ?? []).filter((each) => each.isRival && each.key !== key);
      const rivals = others.map(({ rival }) => rival).toSorted(byFinish);
      return rivals.length === 0 ? [] : [[run, { race, rivals }] as const];
    }),
  );
}
