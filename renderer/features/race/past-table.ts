// The columns of the past runs as text, for a file that has what the screen shows.

import { glyphOfMark } from '#shared/annotations/annotation.ts';
import type { Conditions } from '#shared/bridge/races.ts';
import { RUNS_BACK } from '#shared/catalogue/records/runs-back.ts';
import { MISSING } from '#shared/catalogue/format.ts';
import { styledName } from '#shared/names/latin.ts';
import { runnerKey, runnerNumber, type RecordValues } from '#shared/racing/race-rows.ts';
import { MY_MARK } from '../../racing/annotations/marked-runner.ts';
import { codeWords } from '../record/breakdowns.ts';
import type { ShownColumn } from '../exports/composed-cells.ts';
import type { MetInRun } from './past-rivals.ts';
import { pastRunText, pastRunWords, type RunForm, type Words } from './past-run-words.ts';
import { riderCodeOf, type PastRun } from './past-runs.ts';
import type { CarriedWeights } from './use-carried-weights.ts';
import type { PastRiders } from './use-past-riders.ts';

/** The past runs of all runners, and how the tab shows them. */
export interface ShownRuns {
  /** By runner, latest first. */
  readonly runsOf: ReadonlyMap<string, readonly PastRun[]>;
  /** Conditions of the stored races; undefined until the archive has responded. */
  readonly conditions: ReadonlyMap<string, Conditions> | undefined;
  /** What a run shares with runs of other runners. */
  readonly rivals: ReadonlyMap<PastRun, MetInRun>;
  readonly riders: PastRiders;
  readonly carried: CarriedWeights;
  readonly form: RunForm;
}

/** The name of who rode, or else the code; empty while names are looked up, undefined if no record says who rode. */
export function riderWords(
  run: PastRun,
  { names: known, isLoading }: PastRiders,
  { language, names }: Pick<Words, 'language' | 'names'>,
): string | undefined {
  const code = riderCodeOf(run);
  const name = known.get(code ?? '');
  if (code === undefined || name === undefined) return code && (isLoading ? '' : codeWords(code, language));
  return styledName(name, names);
}

/** Whether the program of any of the races is stored. */
export const knowsARace = (runs: readonly PastRun[], conditions: ShownRuns['conditions']): boolean =>
  runs.some(({ racekey }) => conditions?.has(racekey ?? '') === true);

/** The runner, and a column for each of the past five runs; a run is several lines in one cell. */
export function pastTable(shown: ShownRuns, words: Words): readonly ShownColumn[] {
  const { runsOf, conditions, rivals, riders, carried, form } = shown;
  const { t, names } = words;
  const runsOfRunner = (runner: RecordValues): readonly PastRun[] =>
    runsOf.get(runnerKey(runner) ?? '') ?? [];
  const heads = t('runsBack', { returnObjects: true });
  return [
    {
      name: 'horse',
      label: t('columns.horse'),
      text: (runner) =>
        [
          runnerNumber(runner) ?? MISSING,
          styledName(runner['horse_name']?.trim() ?? '', names) || MISSING,
          ...(runner[MY_MARK.name] == null ? [] : [glyphOfMark(runner[MY_MARK.name] ?? '')]),
        ].join(' '),
    },
    ...RUNS_BACK.map((back, at): ShownColumn => ({
      name: `race_back_${back}`,
      label: heads[at] ?? '',
      text: (runner) => {
        const runs = runsOfRunner(runner);
        const run = runs.find((each) => each.back === back);
        if (run === undefined) return runs.length === 0 && back === 1 ? t('noRun') : MISSING;
        const beside = {
          conditions: conditions?.get(run.racekey ?? ''),
          rider: riderWords(run, riders, words),
          carried: carried.get(run),
          rivals: rivals.get(run)?.rivals,
        };
        return pastRunText(pastRunWords(run, beside, words), knowsARace(runs, conditions), words, form);
      },
    })),
  ];
}
