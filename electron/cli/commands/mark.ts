// railbird mark RACE NUMBER [MARK] [--note TEXT]: marks a runner.

import { glyphOfMark, LONGEST_NOTE, MARKS, ofRunner } from '#shared/annotations/annotation.ts';
import { numberIn } from '#shared/racing/race-rows.ts';
import { parseRacekey, serviceSpelling } from '#shared/racing/racekey.ts';
import { dayOfRace } from '../../archive/race-day.ts';
import type { CommandCore } from '../../data-core.ts';
import { isUnreached } from '../../results/record-tables.ts';
import type { CliCommand, Context } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { readRows } from '../read-rows.ts';

/** A race has at most 18 runners now, and had up to 33 in its past. */
const MOST_RUNNERS = 33;

const GLYPHS = MARKS.map(glyphOfMark);

export const mark: CliCommand = {
  name: 'mark',
  usage: 'RACE NUMBER [MARK] [--note TEXT]',
  summary: 'mark a runner, or take a note on it',
  notes: [
    `RACE is a race key, NUMBER the number of the horse. MARK is one of ${GLYPHS.join(' ')}, or 1 to ${GLYPHS.length} in this order, or "none".\n"railbird marks" lists what was marked.`,
  ],
  examples: [
    'mark 05264811 7 ◎ --sample',
    'mark 05264811 7 --note "slow away last time" --sample',
    'mark 05264811 7 none',
  ],
  options: [
    {
      name: 'note',
      value: 'TEXT',
      mayBeEmpty: true,
      help: 'the note on the runner; an empty text removes it',
    },
  ],
  words: '<RACE> <NUMBER> [MARK]',
  run: async ({ words: [race = '', number = '', typed], values }, context) => {
    const { note } = values;
    const racekey = serviceSpelling(race) ?? race;
    if (parseRacekey(racekey) === undefined)
      throw new UsageError(`"${race}" is not a race key, such as 05264811.`);
    if (!/^\d{1,2}$/.test(number) || Number(number) < 1 || Number(number) > MOST_RUNNERS)
      throw new UsageError(`The number of a horse is from 1 to ${MOST_RUNNERS}, not "${number}".`);
    if (typed === undefined && typeof note !== 'string')
      throw new UsageError('Give a mark, or a note with --note.');
    const length = typeof note === 'string' ? note.trim().length : 0;
    if (length > LONGEST_NOTE)
      throw new UsageError(`A note has at most ${LONGEST_NOTE} characters; this one has ${length}.`);
    const mark = typed === undefined ? {} : { mark: codeOf(typed) };
    const core = await context.open({ offline: true });
    const annotations = await core.annotations();
    const { numbers, ...runner } = await known(core, racekey, Number(number), context);
    // What was marked by mistake can always be removed.
    const isRemoved = (mark.mark ?? null) === null && length === 0;
    if (!isRemoved && numbers.size > 0 && !numbers.has(Number(number)))
      throw new UsageError(
        `Race ${racekey} has no horse ${number}: its numbers are ${[...numbers].toSorted((a, b) => a - b).join(', ')}.`,
      );
    const after = await annotations.change({
      ...ofRunner(racekey, Number(number)),
      ...runner,
      ...mark,
      ...(typeof note === 'string' ? { note } : {}),
    });
    const shown = [after.mark === undefined ? 'no mark' : glyphOfMark(after.mark), after.note];
    const of = runner.name === undefined ? '' : ` ${runner.name}`;
    context.terminal.say(
      `${racekey} ${number}${of}: ${shown.filter((each) => each !== undefined).join(', ')}`,
    );
    return undefined;
  },
};

/** The day of the race, the numbers of its runners and the name of this one, as far as they are stored. */
async function known(
  core: CommandCore,
  racekey: string,
  number: number,
  context: Context,
): Promise<{ readonly racedate?: string; readonly name?: string; readonly numbers: ReadonlySet<number> }> {
  const numbers = new Set<number>();
  const racedate = await dayOfRace(await core.archive(), racekey);
  const name = (await nameFrom('entry')) ?? (await nameFrom('result'));
  return { numbers, ...(racedate === undefined ? {} : { racedate }), ...(name ? { name } : {}) };

  async function nameFrom(record: 'entry' | 'result'): Promise<string | undefined> {
    try {
      const { rows } = await readRows(core, { kind: 'race', record, racekey }, context);
      // Before the draw nobody has a number yet: any may come.
      for (const row of rows) numbers.add(numberIn(row, 'horse_number') ?? number);
      const runner = rows.find((row) => numberIn(row, 'horse_number') === number);
      return runner?.['horse_name']?.trim() || undefined;
    } catch (error) {
      if (isUnreached(error)) return undefined;
      throw error;
    }
  }
}

/** Null for "none". */
function codeOf(typed: string): string | null {
  if (typed === 'none') return null;
  const code = MARKS.find((each, at) => each === typed || GLYPHS[at] === typed);
  if (code === undefined)
    throw new UsageError(`A mark is one of ${GLYPHS.join(' ')}, or "none", not "${typed}".`);
  return code;
}
