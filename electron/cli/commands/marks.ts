// railbird marks: the user's marks, notes and watched horses, and the files that keep or move them.

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { glyphOfMark, type Annotation } from '#shared/annotations/annotation.ts';
import { RailbirdError } from '#shared/errors.ts';
import { textOfBytes } from '#shared/text-of-bytes.ts';
import { annotationText, readAnnotations } from '../../annotations/annotation-file.ts';
import { writeText } from '../../exports/write-text.ts';
import type { CliCommand, Context } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { SHEET_OPTION, sheetFields, writeSheet } from '../sheet.ts';

export const marks: CliCommand = {
  name: 'marks',
  usage: '[--export FILE | --import FILE] [--format FORMAT]',
  summary: 'your marks, notes and watched horses: list them, write them to a file, take them from one',
  notes: [
    'They are kept in a file of their own in the data folder and outlive the archive. Each service has its own: the\nsample has yours with --sample. "runners", "races", "works" and the other subjects have them as columns (my_mark,\nmy_note, my_watch), for --where, SQL and exports.',
    'An import removes nothing. Of two different marks or notes about the same runner, race, horse or person, the one that\nwas changed later stays; a note that gives way is listed.',
  ],
  examples: ['marks', 'marks --export marks.jsonl', 'marks --import marks.jsonl'],
  options: [
    { name: 'export', value: 'FILE', help: 'write all of them to this file' },
    { name: 'import', value: 'FILE', help: 'add those of this file' },
    SHEET_OPTION,
  ],
  run: async ({ values }, context) => {
    const { export: to, import: from } = values;
    if (typeof to === 'string' && typeof from === 'string')
      throw new UsageError('--export and --import exclude each other.');
    const core = await context.open({ offline: true });
    const annotations = await core.annotations();
    if (typeof to === 'string') {
      const path = resolve(context.folder, to);
      await writeText({ path }, annotationText(annotations.withRemoved()));
      context.terminal.say(`Wrote ${counted(annotations.list().length)} to ${path}.`);
    } else if (typeof from === 'string') {
      const path = resolve(context.folder, from);
      const read = readAnnotations(await textOf(path), path);
      const { added, changed, kept, notesLeft } = await annotations.import(read.annotations.values());
      const bad = read.bad === 0 ? '' : ` ${read.bad} lines of the file could not be read.`;
      context.terminal.say(`${added} added, ${changed} changed, ${kept} left as they were.${bad}`);
      if (notesLeft.length > 0) {
        context.terminal.say(`${notesLeft.length} of two different notes gave way to the later one:`);
        for (const { name, id, note } of notesLeft)
          context.terminal.say(`  ${name === id ? id : `${name} (${id})`}: ${JSON.stringify(note)}`);
      }
    } else await list(context, values, await annotations.withDays(annotations.list()));
    return undefined;
  },
};

const counted = (count: number): string => (count === 1 ? '1 mark or note' : `${count} marks and notes`);

async function textOf(path: string): Promise<string> {
  try {
    return textOfBytes(await readFile(path));
  } catch (cause) {
    throw new RailbirdError('FILE_FAILED', { path }, { cause });
  }
}

const FIELDS = sheetFields({
  about: 'S',
  id: 'S',
  racedate: 'S?',
  name: 'S?',
  mark: 'S?',
  watched: 'S?',
  note: 'S?',
  changed: 'S',
});

async function list(
  context: Context,
  values: Parameters<typeof writeSheet>[1],
  annotations: readonly Annotation[],
): Promise<void> {
  const rows = annotations.map(({ target, id, racedate, name, mark, watched, note, at }) => [
    target,
    id,
    racedate ?? null,
    name ?? null,
    mark === undefined ? null : glyphOfMark(mark),
    watched === true ? 'yes' : null,
    note ?? null,
    `${new Date(at).toISOString().slice(0, 16)}Z`,
  ]);
  await writeSheet(context, values, FIELDS, rows);
}
