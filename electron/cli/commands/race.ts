// railbird race RACEKEY: a race to read on the terminal.

import { todayInTokyo } from '#shared/racing/racedate.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { together, type Command } from '../command.ts';
import { LANGUAGE_OPTION, LANGUAGES } from '../language.ts';
import { raceText } from '../race-text.ts';
import { readRace } from '../read-rows.ts';
import { checked, oneOf } from '../selection.ts';

export const race: Command = {
  name: 'race',
  usage: 'RACEKEY [--language en|ja] [--offline]',
  summary: 'a race to read: its card, or its result and payoffs',
  examples: ['race 05264101', 'race 05264101 --sample --language ja'],
  options: [LANGUAGE_OPTION, { name: 'offline', help: 'ask nobody: what the archive holds' }],
  words: [1, 1],
  isAccounted: true,
  run: async ({ words: [word = ''], values }, context) => {
    const racekey = checked('racekey', 'racekey', word);
    const language = oneOf('language', values['language'], LANGUAGES, 'en');
    const core = await context.open({ offline: values['offline'] === true });
    const read = (tables: readonly TableCode[]) => readRace(core, tables, racekey, context);
    const programs = await read(['t_ra', 'd_ra']);
    const program = programs.rows[0];
    const today = todayInTokyo(context.now());
    const racedate = program?.['racedate'] ?? '';
    const isPast = racedate !== '' && racedate < today;
    const pair = (present: TableCode, past: TableCode) => (isPast ? [past, present] : [present, past]);
    const card = await read(pair('t_ky', 'd_ky'));
    // Nothing is decided before the day.
    const isComing = racedate > today;
    const results = isComing ? undefined : await read(pair('t_se', 'd_se'));
    const payoffs = isComing ? undefined : await read(pair('t_hj', 'd_hj'));
    const parts = [programs, card, results, payoffs].filter((part) => part !== undefined);
    context.terminal.bar.clear();
    await context.terminal.write(
      raceText(
        {
          racekey,
          race: program,
          card: card.rows,
          results: results?.rows ?? [],
          payoffs: payoffs?.rows[0],
        },
        language,
      ),
    );
    return together(parts.map((part) => part.outcome));
  },
};
