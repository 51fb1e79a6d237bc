// The past five runs in a runner's past-run records (specification, sections 2.9 and 2.10). Pure.

import { prefixOf, RUNS_BACK } from '#shared/catalogue/records/runs-back.ts';
import { isBlank, isStated } from '#shared/catalogue/reading.ts';
import { parseRacekey } from '#shared/racing/racekey.ts';
import { byRunner, numberIn, recordOfRunner, type RecordValues } from '#shared/racing/race-rows.ts';

export interface PastRun {
  /** 1 is the last run. */
  readonly back: number;
  /** The prefix of its fields in the records. */
  readonly prefix: string;
  readonly racedate: string | undefined;
  readonly racekey: string | undefined;
  /** Whether the service has the race; it has no local and overseas races. */
  readonly isNational: boolean;
  /** The run in detail; its fields carry the prefix. */
  readonly detail: RecordValues;
  /** Gear, notes and comments of the same run. */
  readonly notes: RecordValues | undefined;
}

/**
 * What the card reads of the past runs: when and where they were run, with which number, and the finish. Before the draw
 * the horse alone says whose they are.
 */
export const FINISH_COLUMNS: readonly string[] = [
  'racekey',
  'horse_number',
  'horse_id',
  ...RUNS_BACK.flatMap((back) =>
    ['racedate', 'racekey', 'horse_number', 'order_of_finish', 'trouble_classification'].map(
      (field) => prefixOf(back) + field,
    ),
  ),
];

const textIn = (record: RecordValues | undefined, field: string): string | undefined => {
  const raw = record?.[field];
  return raw === null || raw === undefined || isBlank(raw) ? undefined : raw.trim();
};

/** The code of who rode, which the notes alone have. */
export function riderCodeOf({ notes, prefix }: PastRun): string | undefined {
  const code = notes?.[`${prefix}jockey_cd`];
  return isStated(code) ? code.trim() : undefined;
}

/** The runs in the record, latest first. A slot without a date and a race is not a run. */
export function pastRunsOf(
  previous: RecordValues | undefined,
  notes: RecordValues | undefined,
): readonly PastRun[] {
  const detail = previous ?? notes;
  if (detail === undefined) return [];
  return RUNS_BACK.flatMap((back) => {
    const prefix = prefixOf(back);
    const racedate = textIn(previous, `${prefix}racedate`) ?? textIn(notes, `${prefix}racedate`);
    const racekey = textIn(previous, `${prefix}racekey`) ?? textIn(notes, `${prefix}racekey`);
    if (racedate === undefined && racekey === undefined) return [];
    const parts = racekey === undefined ? undefined : parseRacekey(racekey);
    return [{ back, prefix, racedate, racekey, isNational: parts?.elsewhere === false, detail, notes }];
  });
}

/** The runs of every runner that either of the two records lists. */
export function runsByRunner(
  previous: readonly RecordValues[],
  notes: readonly RecordValues[],
): ReadonlyMap<string, readonly PastRun[]> {
  const detailOf = byRunner(previous);
  const notesOf = byRunner(notes);
  const keys = new Set([...detailOf.keys(), ...notesOf.keys()]);
  return new Map(
    [...keys].map((key) => {
      const [detail, beside] = [detailOf.get(key), notesOf.get(key)];
      const runs = pastRunsOf(
        detail ?? (beside && recordOfRunner(detailOf, beside)),
        beside ?? (detail && recordOfRunner(notesOf, detail)),
      );
      return [key, runs];
    }),
  );
}

/** Why the card lists no past run of a runner: it has had none, or they are not known. */
export type WithoutRuns = 'debut' | 'pastFailed' | 'pastNoRecord' | 'pastUnlisted';

/**
 * What the card says of a runner without past runs. It is a debut only if its past-run record is there without a run, and
 * its entry names no last race either. `hasFailed`: whether the past-run records could not be read.
 */
export function withoutRuns(
  runner: RecordValues,
  previous: RecordValues | undefined,
  hasFailed: boolean,
): WithoutRuns {
  if (previous === undefined) return hasFailed ? 'pastFailed' : 'pastNoRecord';
  const namesLast = ['lastrace_racekey1', 'lastrace_resultkey1'].some((field) => isStated(runner[field]));
  return namesLast ? 'pastUnlisted' : 'debut';
}

/** IDM of the runs, oldest first. */
export const idmLine = (runs: readonly PastRun[]): readonly (number | undefined)[] =>
  runs.toReversed().map(({ detail, prefix }) => numberIn(detail, `${prefix}idm`));
