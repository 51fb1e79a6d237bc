// railbird race RACEKEY: a race to read on the terminal.

import { todayInTokyo } from '#shared/racing/racedate.ts';
import { tablesOfDay, type DayRecord } from '#shared/catalogue/day-tables.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { RailbirdError } from '#shared/errors.ts';
import { cameWhole } from '#shared/racing/race-records.ts';
import { serviceSpelling } from '#shared/racing/racekey.ts';
import { isRun } from '#shared/racing/result-rows.ts';
import { together, type CliCommand } from '../command.ts';
import { raceText } from '../race-text.ts';
import { MAY_BE_STORED, readRace, type ReadRows } from '../read-rows.ts';
import { checked, LANGUAGE_OPTION, languageFrom } from '../selection.ts';

export const race: CliCommand = {
  name: 'race',
  usage: 'RACEKEY [--language en|ja] [--offline]',
  summary: 'a race to read: its card, or its result and payoffs',
  examples: ['race 05264101', 'race 05264101 --sample --language ja'],
  options: [LANGUAGE_OPTION, { name: 'offline', help: 'ask nobody: what the archive holds' }],
  words: '<RACEKEY>',
  isAccounted: true,
  run: async ({ words: [word = ''], values }, context) => {
    const racekey = checked('racekey', 'racekey', word);
    const language = languageFrom(values);
    const core = await context.open({ offline: values['offline'] === true });
    const read = (tables: readonly TableCode[]) => readRace(core, tables, racekey, context);
    const programs = await read(ofRace('race'));
    const program = programs.rows[0];
    const today = todayInTokyo(context.now());
    const racedate = program?.['racedate'] ?? '';
    const isPast = racedate !== '' && racedate < today;
    const ofDay = (record: DayRecord) => (isPast ? tablesOfDay(record) : ofRace(record));
    const card = await read(ofDay('entry'));
    // Nothing is decided before the day.
    const isComing = racedate > today;
    const results = isComing ? undefined : await read(ofDay('result'));
    const payoffs = isComing ? undefined : await read(ofDay('payoff'));
    // A result contains who took part; before it, the records of the day have late withdrawals.
    const isOpen = !isComing && !isRun(results?.rows ?? []);
    const prerace = isOpen ? await ifThere(read(ofRace('prerace'))) : undefined;
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
    const meant =
      spelling === undefined ? undefined : await ifThere(readRace(core, ofRace('race'), spelling, context));
    context.terminal.bar.clear();
    await context.terminal.write(
      raceText({ ...records, ...(meant?.rows.length ? { meant: spelling } : {}) }, language),
    );
    return together(parts.map((part) => part.outcome));
  },
};

/** An optional part of the page: undefined where it is not stored and the service is unreachable. */
async function ifThere(read: Promise<ReadRows>): Promise<ReadRows | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof RailbirdError && MAY_BE_STORED.has(error.code)) return undefined;
    throw error;
  }
}

/** The tables of a race whose day is not known: the present one first. */
const ofRace = (record: DayRecord): readonly TableCode[] => tablesOfDay(record).toReversed();
