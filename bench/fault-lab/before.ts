// What a user and the app did before a run of the lab, without trouble.

import { TABLES } from '#shared/catalogue/tables.ts';
import type { DataCore } from '../../electron/data-core.ts';
import { firstSize, sizeNote, writeSize } from '../../electron/downloads/plan/window-size.ts';
import { openResult } from './outcome.ts';
import type { Question, Scenario } from './scenario.ts';

/** Opens what the user had opened before: meetings and program of the requested days. */
export async function openProgram(core: DataCore, questions: readonly Question[]): Promise<void> {
  for (const { filter } of questions) {
    const { racedate, racekey, start_racedate, end_racedate } = filter;
    const opened: Pick<Question, 'table' | 'filter'>[] =
      start_racedate !== undefined && end_racedate !== undefined
        ? (['d_ka', 'd_ra'] as const).map((table) => ({ table, filter: { start_racedate, end_racedate } }))
        : (['t_ka', 't_ra'] as const).flatMap((table) => [
            ...(racedate === undefined ? [] : [{ table, filter: { racedate } }]),
            ...(racekey === undefined ? [] : [{ table, filter: { racekey } }]),
          ]);
    // Whether that succeeded does not matter here.
    for (const question of opened) await openResult(core, question);
  }
}

/** Stores how many days a request may have, as if learned from the service. */
export async function learnWindows(core: DataCore, { questions, windowDays }: Scenario): Promise<void> {
  const archive = await core.archive();
  for (const { table } of questions) {
    const size = { ...firstSize(TABLES[table]), days: windowDays ?? 1 };
    await archive.setNote(sizeNote(TABLES[table]), writeSize(size));
  }
}
