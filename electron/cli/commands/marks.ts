// railbird marks: the user's marks, notes and watched horses, and the files that keep or move them.

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { glyphOfMark, markTime, type Annotation } from '#shared/annotations/annotation.ts';
import type { Adopted } from '#shared/bridge/annotations.ts';
import { RailbirdError } from '#shared/errors.ts';
import { textOfBytes } from '#shared/text-of-bytes.ts';
import type { Annotations } from '../../annotations/annotations.ts';
import { writeText } from '../../exports/write-text.ts';
import type { CliCommand, Context } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { fileToWrite } from '../export-style.ts';
import { SHEET_OPTION, sheetFields, writeSheet } from '../sheet.ts';

export const marks: CliCommand = {
  name: 'marks',
  usage: '[--export FILE | --import FILE | --undo-import] [--format FORMAT]',
  summary: 'your marks, notes and watched horses: list them, write them to a file, take them from one',
  notes: [
    'They are kept in a file of their own in the data folder and outlive the archive. Each service has its own: the\nsample has yours with --sample. "runners", "races", "works" and the other subjects have them as columns (my_mark,\nmy_mark_at, my_mark_before_start, my_note, my_watch), for --where, SQL and exports. A mark that was set after the start\nis no tip: "my_mark ◎; my_mark_before_start yes" leaves it out.',
    'An import removes nothing. Of two different marks or notes about the same runner, race, horse or person, the one that\nwas changed later stays; a note that gives way is listed, and kept beside your own file if it was there. Files that\nwere joined into one count as one after the other. Marks of the sample are not imported into an account, nor the other\nway round. --undo-import undoes the last import, except for what was changed since.',
  ],
  examples: ['marks', 'marks --export marks.jsonl', 'marks --import marks.jsonl', 'marks --undo-import'],
  options: [
    { name: 'export', value: 'FILE', help: 'write all of them to this file' },
    { name: 'import', value: 'FILE', help: 'add those of this file' },
    { name: 'undo-import', help: 'undo the last import' },
    SHEET_OPTION,
  ],
  run: async ({ values }, context) => {
    const { export: to, import: from, 'undo-import': undoes } = values;
    if ([typeof to === 'string', typeof from === 'string', undoes === true].filter(Boolean).length > 1)
      throw new UsageError('--export, --import and --undo-import exclude each other.');
    const core = await context.open({ offline: true });
    const annotations = await core.annotations();
    if (typeof to === 'string') {
      const path = await fileToWrite(to, context.folder, 'export', `${to} is not one`);
      await writeText({ path }, annotations.exportText());
      context.terminal.say(`Wrote ${counted(annotations.list().length)} to ${path}.`);
    } else if (typeof from === 'string') {
      const path = resolve(context.folder, from);
      const imported = await annotations.importText(await textOf(path), path);
      const { added, changed, kept, notesLeft } = imported;
      context.terminal.say(
        `${added} added, ${changed} changed, ${kept} left as they were.${unread(imported)}`,
      );
      if (added + changed > 0)
        context.terminal.say('The same command with --undo-import in place of --import undoes this.');
      if (notesLeft.length > 0) {
        context.terminal.say(`${notesLeft.length} of two different notes gave way to the later one:`);
        for (const { name, id, note } of notesLeft)
          context.terminal.say(`  ${name === id ? id : `${name} (${id})`}: ${JSON.stringify(note)}`);
      }
    } else if (undoes === true) await undo(context, annotations);
    else await list(context, values, await annotations.withDays(annotations.list()));
    return undefined;
  },
};

async function undo({ terminal }: Context, annotations: Annotations): Promise<void> {
  const last = await annotations.undoable();
  if (last === null) {
    terminal.say('There is no import to undo.');
    return;
  }
  const { removed, restored, changedSince } = await annotations.undoImport(last.at);
  const stays =
    changedSince === 1
      ? ' 1 was changed since then and stays.'
      : ` ${changedSince} were changed since then and stay.`;
  terminal.say(
    `Undid the import of ${last.name} at ${minuteOf(last.at)}: ${removed} removed, ${restored} put back.${changedSince === 0 ? '' : stays}`,
  );
}

const counted = (count: number): string => (count === 1 ? '1 mark or note' : `${count} marks and notes`);

function unread({ bad, badLines }: Adopted): string {
  if (bad === 0) return '';
  const numbers = [...badLines, ...(bad > badLines.length ? ['…'] : [])].join(', ');
  return bad === 1
    ? ` 1 line of the file could not be read: ${numbers}.`
    : ` ${bad} lines of the file could not be read: ${numbers}.`;
}

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
  marked: 'S?',
  changed: 'S',
});

async function list(
  context: Context,
  values: Parameters<typeof writeSheet>[1],
  annotations: readonly Annotation[],
): Promise<void> {
  const rows = annotations.map((each) => {
    const { target, id, racedate, name, mark, watched, note, at } = each;
    return [
      target,
      id,
      racedate ?? null,
      name ?? null,
      mark === undefined ? null : glyphOfMark(mark),
      watched === true ? 'yes' : null,
      note ?? null,
      mark === undefined ? null : minuteOf(markTime(each)),
      minuteOf(at),
    ];
  });
  await writeSheet(context, values, FIELDS, rows);
}

const minuteOf = (at: number): string => `${new Date(at).toISOString().slice(0, 16)}Z`;
