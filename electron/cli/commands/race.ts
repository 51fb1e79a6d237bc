// railbird race RACEKEY: prints a race.

import { todayInTokyo } from '#shared/racing/racedate.ts';
import type { DayRecord } from '#shared/catalogue/day-tables.ts';
import { cameWhole } from '#shared/racing/race-records.ts';
import { serviceSpelling } from '#shared/racing/racekey.ts';
import { together, type CliCommand } from '../command.ts';
import { isUnreached } from '../../results/record-tables.ts';
import { raceText } from '../race-text.ts';
import { readRows, type ReadRows } from '../read-rows.ts';
import { checked, LANGUAGE_OPTION, languageFrom } from '../selection.ts';

export const race: CliCommand = {
  name: 'race',
  usage: 'RACEKEY [--language en|ja] [--offline]',
  summary: 'a race to read: its card, or its result and payoffs',
  examples: ['race 05264101', 'race 05264101 --sample --language ja'],
  options: [LANGUAGE_OPTION, { name: 'offline', help: 'send no request: print what the archive stores' }],
  words: '<RACEKEY>',
  isAccounted: true,
  run: async ({ words: [word = ''], values }, context) => {
    const racekey = checked('racekey', 'racekey', word);
    const language = languageFrom(values);
    const core = await context.open({ offline: values['offline'] === true });
    const read = (record: DayRecord, key = racekey) =>
      readRows(core, { kind: 'race', record, racekey: key }, context);
    const programs = await read('race');
    const program = programs.rows[0];
    const card = await read('entry');
    // Nothing is decided before the race day.
    const isComing = (program?.['racedate'] ?? '') > todayInTokyo(context.now());
    const results = isComing ? undefined : await read('result');
    const payoffs = isComing ? undefined : await read('payoff');
    // Late withdrawals, and after the race who rode: a result names nobody.
    const prerace = isComing ? undefined : await ifThere(read('prerace'));
    const parts = [programs, card, results, payoffs].filter((part) => part !== undefined);
    const records = {
      racekey,
      race: program,
      card: card.rows,
      prerace: prerace?.rows ?? [],
      results: results?.rows ?? [],
      areResultsWhole: results !== undefined && cameWhole(results.outcome.reasons),
      payoffs: payoffs?.rows[0],
      provisional: results?.provisional ?? 0,
    };
    const spelling = programs.rows.length === 0 ? serviceSpelling(racekey) : undefined;
    const meant = spelling === undefined ? undefined : await ifThere(read('race', spelling));
    const { settings } = await core.settings.read();
    context.terminal.bar.clear();
    await context.terminal.write(
      raceText({ ...records, ...(meant?.rows.length ? { meant: spelling } : {}) }, language, settings.names),
    );
    return together(parts.map((part) => part.outcome));
  },
};

/** An optional part of the page: undefined if it is not stored and the service cannot be reached. */
async function ifThere(read: Promise<ReadRows>): Promise<ReadRows | undefined> {
  try {
    return await read;
  } catch (error) {
    if (isUnreached(error)) return undefined;
    throw error;
  }
}
