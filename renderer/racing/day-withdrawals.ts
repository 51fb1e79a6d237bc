// Why runners of a day do not run, by what was read of the day. Pure.

import type { Sheet } from '#shared/bridge/results.ts';
import { recordsOf, runnerKey, type RecordValues } from '#shared/racing/race-rows.ts';
import { withdrawalOf } from '#shared/racing/runner-words.ts';
import type { Language } from '#shared/text.ts';

type Name = 'races' | 'entries' | 'prerace' | 'results';

/** A sheet that was not read says nothing. */
export type ReadOfDay = { readonly [name in Name]: { readonly data: Sheet | undefined } };

/** Answers for each runner, by its race and its number or horse; undefined if it runs, as far as is known. */
export function reasonsIn(
  { races, entries, prerace, results }: { readonly [name in Name]: Sheet | undefined },
  language: Language,
): (runner: RecordValues) => string | undefined {
  const programs = new Map(recordsIn(races).map((race) => [race.racekey?.trim(), race]));
  const [entriesOf, preraceOf, resultsOf] = [byRunner(entries), byRunner(prerace), byRunner(results)];
  return (runner) =>
    withdrawalOf(
      {
        race: programs.get(runner.racekey?.trim()),
        // Its own number tells its place in the flags of the program, even without a card.
        card: [runner, ...entriesOf(runner)],
        prerace: preraceOf(runner),
        results: resultsOf(runner),
      },
      language,
    );
}

function byRunner(sheet: Sheet | undefined): (runner: RecordValues) => readonly RecordValues[] {
  const records = Map.groupBy(recordsIn(sheet), runnerKey);
  return (runner) => {
    const key = runnerKey(runner);
    return key === undefined ? [] : (records.get(key) ?? []);
  };
}

const recordsIn = (sheet: Sheet | undefined): readonly RecordValues[] =>
  sheet === undefined ? [] : recordsOf(sheet);
