// railbird mark RACE NUMBER [MARK] [--note TEXT]: marks a runner.

import { glyphOfMark, MARKS, ofRunner } from '#shared/annotations/annotation.ts';
import { parseRacekey, serviceSpelling } from '#shared/racing/racekey.ts';
import type { CliCommand } from '../command.ts';
import { UsageError } from '../command-error.ts';

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
  options: [{ name: 'note', value: 'TEXT', help: 'the note on the runner; an empty text removes it' }],
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
    const annotations = await (await context.open({ offline: true })).annotations();
    const after = await annotations.change({
      ...ofRunner(racekey, number),
      ...(typed === undefined ? {} : { mark: codeOf(typed) }),
      ...(typeof note === 'string' ? { note } : {}),
    });
    const shown = [after.mark === undefined ? 'no mark' : glyphOfMark(after.mark), after.note];
    context.terminal.say(`${racekey} ${number}: ${shown.filter((each) => each !== undefined).join(', ')}`);
    return undefined;
  },
};

/** Null for "none". */
function codeOf(typed: string): string | null {
  if (typed === 'none') return null;
  const code = MARKS.find((each, at) => each === typed || GLYPHS[at] === typed);
  if (code === undefined)
    throw new UsageError(`A mark is one of ${GLYPHS.join(' ')}, or "none", not "${typed}".`);
  return code;
}
