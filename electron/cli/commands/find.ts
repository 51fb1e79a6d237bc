// railbird find TEXT: what the archive stores of a name, a place, a date or a key.

import { FOUND_KINDS, MOST_FOUND, type Found } from '#shared/bridge/find.ts';
import { raceNameIn } from '#shared/racing/generic-race-name.ts';
import { racecourseName } from '#shared/racing/racekey.ts';
import type { Language } from '#shared/text.ts';
import { numberOf, courseOf } from '../../find/race-list.ts';
import { NOTHING, type CliCommand } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { LANGUAGE_OPTION, languageFrom, listOf } from '../selection.ts';
import { SHEET_OPTION, sheetFields, writeSheet } from '../sheet.ts';

const USUAL_LIMIT = 20;

const PROBLEMS = {
  not_a_date: 'is not a date',
  not_a_key: 'is neither a date nor the key of anything stored',
} as const;

export const find: CliCommand = {
  name: 'find',
  usage: 'TEXT [--kinds LIST] [--limit N] [--format FORMAT] [--language en|ja]',
  summary: 'find horses, people, parents, races and days by name, place, date or key',
  notes: [
    'The text is compared with everything that the archive stores; no request is sent. Full and half width, hiragana and\nkatakana, and Latin letters (Hepburn) are equal. Kanji have no reading in the records: type them as they are.',
    'A registration number finds the horse whose master record is stored, a result key the race of that run and its horse.',
    'The best come first. "last_seen" is the last race day with a record. If there are more than are listed, a line on\nstandard error says so.',
  ],
  examples: [
    'find ローレル --sample',
    'find "rooreru" --kinds horse,sire --format json',
    'find "tokyo 11" --sample',
    'find 11/15 --limit 5 --sample',
    'find "sun 22 nov" --sample',
  ],
  options: [
    { name: 'kinds', value: 'LIST', help: `only these: ${FOUND_KINDS.join(', ')}` },
    { name: 'limit', value: 'N', help: `how many to list, up to ${MOST_FOUND}; ${USUAL_LIMIT} unless given` },
    SHEET_OPTION,
    LANGUAGE_OPTION,
  ],
  words: '<TEXT>',
  isAccounted: true,
  run: async ({ words: [text = ''], values }, context) => {
    const language = languageFrom(values);
    const kinds = kindsFrom(values['kinds']);
    const limit = limitFrom(values['limit']);
    if (text.trim() === '')
      throw new UsageError('What is to be found? Give a name, a place, a date or a key.');
    const core = await context.open({ offline: true });
    const { items, total, problem } = await core.finder.search(text, limit, kinds);
    await writeSheet(
      context,
      values,
      sheetFields({ kind: 'S', name: 'S?', key: 'S?', last_seen: 'S?', where: 'S?' }),
      items.map((found) => [
        found.kind,
        nameOf(found, language),
        found.key ?? null,
        dashed(found.seen),
        whereOf(found, language),
      ]),
    );
    if (problem !== undefined) context.terminal.say(`${text} ${PROBLEMS[problem]}.`);
    else if (items.length === 0) context.terminal.say('Nothing that is stored matches.');
    if (total > items.length) {
      const more =
        limit < MOST_FOUND
          ? `--limit ${MOST_FOUND} lists more`
          : 'more are not listed. Type more of the name, or choose --kinds';
      context.terminal.say(`Listed ${items.length} of ${total}: ${more}.`);
    }
    return { ...NOTHING, records: items.length };
  },
};

const dashed = (racedate: string | undefined): string | null =>
  racedate === undefined ? null : `${racedate.slice(0, 4)}-${racedate.slice(4, 6)}-${racedate.slice(6)}`;

/** Generic names of races are in the language, as in the palette. */
function nameOf({ kind, name }: Found, language: Language): string | null {
  if (name === '') return null;
  return kind === 'race' ? raceNameIn(name, language) : name;
}

/** "Tokyo 11R", "Tokyo 11R no. 7", the courses of a day, or that a key is not stored. */
function whereOf({ kind, key = '', racecourses, stored, runner }: Found, language: Language): string | null {
  if (!stored) return language === 'ja' ? '未保存' : 'not stored';
  const race = `${racecourseName(courseOf({ key }), language)} ${numberOf({ key })}R`;
  if (kind === 'race' && runner !== undefined)
    return language === 'ja' ? `${race} ${runner}番` : `${race} no. ${runner}`;
  if (kind === 'race') return race;
  return racecourses?.map((course) => racecourseName(course, language)).join(' ') ?? null;
}

function kindsFrom(value: string | true | undefined) {
  if (typeof value !== 'string') return undefined;
  return listOf(value).map((word) => {
    const kind = FOUND_KINDS.find((each) => each === word);
    if (kind === undefined) throw new UsageError(`--kinds takes ${FOUND_KINDS.join(', ')}, not "${word}".`);
    return kind;
  });
}

function limitFrom(value: string | true | undefined): number {
  if (value === undefined) return USUAL_LIMIT;
  const limit = typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : 0;
  if (limit < 1 || limit > MOST_FOUND)
    throw new UsageError(`--limit takes a number from 1 to ${MOST_FOUND}, not "${String(value)}".`);
  return limit;
}
