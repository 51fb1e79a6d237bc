// railbird race RACEKEY: prints a race.

import { todayInTokyo } from '#shared/racing/racedate.ts';
import { DAY_RECORDS, type DayRecord } from '#shared/catalogue/day-tables.ts';
import { RailbirdError } from '#shared/errors.ts';
import { cameWhole } from '#shared/racing/race-records.ts';
import { serviceSpelling } from '#shared/racing/racekey.ts';
import { NOTHING, type CliCommand } from '../command.ts';
import { outcomeOfParts, readOf, readPart, rowsOf, type PagePart } from '../page-parts.ts';
import { raceText } from '../race-text.ts';
import { readRows } from '../read-rows.ts';
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
      readPart(readRows(core, { kind: 'race', record, racekey: key }, context));
    const programs = await read('race');
    const program = readOf(programs)?.rows[0];
    const card = await read('entry');
    // Nothing is decided before the race day.
    const isComing = (program?.['racedate'] ?? '') > todayInTokyo(context.now());
    // The pre-race records have late withdrawals, and after the race who rode: a result names nobody.
    const [result, payoff, prerace] = isComing
      ? []
      : [await read('result'), await read('payoff'), asAddition(await read('prerace'))];
    const parts: { readonly [record in DayRecord]?: PagePart | undefined } = {
      race: programs,
      entry: card,
      result,
      payoff,
      prerace,
    };
    const outcome = outcomeOfParts(
      Object.values(parts).filter((part) => part !== undefined),
      racekey,
    );
    const results = readOf(result);
    const records = {
      racekey,
      race: program,
      card: rowsOf(card),
      prerace: rowsOf(prerace),
      results: rowsOf(result),
      areResultsWhole: results !== undefined && cameWhole(results.outcome.reasons),
      payoffs: rowsOf(payoff)[0],
      provisional: results?.provisional ?? 0,
      unread: DAY_RECORDS.filter((record) => parts[record] instanceof RailbirdError),
    };
    const spelling = readOf(programs)?.rows.length === 0 ? serviceSpelling(racekey) : undefined;
    const meant = spelling === undefined ? undefined : readOf(await read('race', spelling));
    const { settings } = await core.settings.read();
    context.terminal.bar.clear();
    await context.terminal.write(
      raceText({ ...records, ...(meant?.rows.length ? { meant: spelling } : {}) }, language, settings.names),
    );
    return outcome;
  },
};

/** Of a part that only adds to the others, what the service itself lacks leaves nothing incomplete. */
function asAddition(part: PagePart): PagePart {
  if (part instanceof RailbirdError) return part;
  const reasons = part.outcome.reasons.filter((reason) => !cameWhole([reason]));
  return { ...part, outcome: { ...NOTHING, reasons } };
}
