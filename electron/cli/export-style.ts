// The options of a command that writes records: format, form, header, encoding.

import { extname, resolve } from 'node:path';
import { lstat, realpath, stat } from 'node:fs/promises';
import { EXPORT_FORMATS, FORMAT_TRAITS, type ExportFormat } from '#shared/bridge/export-formats.ts';
import { EXPORT_FORMS, FORM_TRAITS } from '#shared/bridge/export-forms.ts';
import { ENCODINGS, type ExportStyle } from '#shared/bridge/export-style.ts';
import type { OptionRow, OptionValues } from '#shared/command-line/command-line.ts';
import { UsageError } from './command-error.ts';
import type { WrittenRecords } from '../exports/write-records.ts';
import { oneOf } from './selection.ts';
import type { Terminal } from './terminal.ts';

const HEADERS = ['name', 'label', 'both'] as const;

export const OUT_OPTION: OptionRow = {
  name: 'out',
  value: 'FILE',
  help: 'write a file instead of standard output',
};

export const REPLACE_OPTION: OptionRow = {
  name: 'replace-unwritable',
  help: 'CP932: write 〓 for characters that it lacks; without it nothing is written',
};

export const STYLE_OPTIONS: readonly OptionRow[] = [
  {
    name: 'format',
    value: 'FORMAT',
    help: `${EXPORT_FORMATS.join(', ')}; by the ending of --out, else csv`,
  },
  {
    name: 'form',
    value: EXPORT_FORMS.join('|'),
    help: 'cells as on screen, as typed values, or as the service sent them; delivered unless given',
  },
  { name: 'labels', help: 'values and delivered: a column with the label beside each coded column' },
  { name: 'header', value: HEADERS.join('|'), help: 'of the columns; name unless given' },
  { name: 'encoding', value: ENCODINGS.join('|'), help: 'of CSV and TSV; utf-8 unless given' },
  REPLACE_OPTION,
  {
    name: 'neutralize',
    help: 'CSV and TSV: an apostrophe before what a spreadsheet would read as a formula',
  },
];

/** The ending of --out decides the format if none is given. Errors: UsageError. */
export function styleFrom(values: OptionValues): ExportStyle {
  const format = oneOf('format', values['format'], EXPORT_FORMATS, formatOf(values['out']) ?? 'csv');
  const form = oneOf('form', values['form'], EXPORT_FORMS, 'delivered');
  if (values['labels'] === true && !FORM_TRAITS[form].takesLabels)
    throw new UsageError(
      `--labels goes with ${EXPORT_FORMS.filter((each) => FORM_TRAITS[each].takesLabels).join(' and ')}: --form ${form} shows labels already.`,
    );
  const encoding = oneOf('encoding', values['encoding'], ENCODINGS, 'utf-8');
  if (encoding !== 'utf-8' && !FORMAT_TRAITS[format].isForSpreadsheets)
    throw new UsageError(`--encoding goes with CSV and TSV; ${format} has its own.`);
  return {
    format,
    form,
    header: oneOf('header', values['header'], HEADERS, 'name'),
    ...(values['labels'] === true ? { labels: true } : {}),
    ...(encoding === 'utf-8' ? {} : { encoding }),
    ...(values['neutralize'] === true ? { neutralize: true } : {}),
  };
}

/** The format that the ending of --out names; undefined if it names none. */
export function formatOf(out: OptionValues[string]): ExportFormat | undefined {
  const ending = typeof out === 'string' ? extname(out).slice(1).toLowerCase() : '';
  return EXPORT_FORMATS.find((format) => FORMAT_TRAITS[format].extension === ending);
}

/** The path given with --out; undefined for standard output. Errors: as for `fileToWrite`. */
export async function outFrom({ out }: OptionValues, folder: string): Promise<string | undefined> {
  if (typeof out !== 'string') return undefined;
  return fileToWrite(out, folder, 'out', `leave it out and redirect standard output to ${out}`);
}

/**
 * The path of a file that will be written, relative to `folder`. Through a symbolic link it is the file behind it, since
 * a link would be replaced. A pipe or a device cannot be replaced by a complete file at the end; `instead` says what to
 * do. Errors: UsageError.
 */
export async function fileToWrite(
  given: string,
  folder: string,
  option: string,
  instead: string,
): Promise<string> {
  const path = resolve(folder, given);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() === true)
    throw new UsageError(`${given} is a folder: give --${option} a file in it.`);
  if (found && !found.isFile()) throw new UsageError(`--${option} needs a file: ${instead}.`);
  const isLink = (await lstat(path).catch(() => undefined))?.isSymbolicLink() === true;
  if (!isLink) return path;
  if (!found)
    throw new UsageError(
      `${given} is a symbolic link that leads to no file: give --${option} the file itself.`,
    );
  return realpath(path);
}

/** What a saved export names and the result does not have. */
interface Absent {
  readonly columns: readonly string[];
  readonly sort: readonly string[];
}

/** Reports what a file lacks or has in another form, so that nothing is lost in silence. */
export function sayNoticed(
  { say }: Pick<Terminal, 'say'>,
  written: Pick<WrittenRecords, 'unreadable' | 'unreadableColumns' | 'replaced'>,
  absent: Absent = { columns: [], sort: [] },
): void {
  const { unreadable, unreadableColumns, replaced } = written;
  if (absent.columns.length > 0)
    say(`Columns that are not there are empty in the file: ${absent.columns.join(', ')}.`);
  if (absent.sort.length > 0)
    say(`The rows are not sorted by columns that are not there: ${absent.sort.join(', ')}.`);
  if (unreadable > 0)
    say(`${unreadable} cells could not be read as values and are empty: ${unreadableColumns.join(', ')}.`);
  if (replaced > 0) say(`${replaced} characters do not exist in CP932 and were written as 〓.`);
}
