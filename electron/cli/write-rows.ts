// Writes rows to standard output in one of the export formats.

import { tmpdir } from 'node:os';
import { FORMAT_TRAITS, type ExportFormat } from '#shared/bridge/export-formats.ts';
import type { CellPage, FileField } from '../exports/file-format.ts';
import { FILE_FORMATS } from '../exports/file-formats.ts';
import { WorkFolder } from '../exports/work-folder.ts';
import { UsageError } from './command-error.ts';
import type { Context } from './command.ts';

/** A binary format would fill a terminal with control characters. Errors: UsageError. */
export function requireReadable(
  format: ExportFormat,
  { isShown }: Pick<Context['terminal'], 'isShown'>,
  advice: string,
): void {
  if (isShown && FORMAT_TRAITS[format].isBinary)
    throw new UsageError(`${format} is nothing to read on a terminal: ${advice}`);
}

/** Where rows are written to, and what ends it. */
export interface RowsOutput extends Pick<Context, 'signal'> {
  readonly terminal: Pick<Context['terminal'], 'isShown' | 'write'>;
}

/** `produce` passes on pages of cells by column. Errors: OutputError, FILE_FAILED, CANCELLED, those of `produce`. */
export async function writeRows(
  { terminal, signal }: RowsOutput,
  format: ExportFormat,
  fields: readonly FileField[],
  produce: (page: (cells: CellPage) => Promise<void>) => Promise<void>,
): Promise<void> {
  requireReadable(format, terminal, 'redirect standard output to a file.');
  const header = fields.map(({ name }) => name);
  const { write } = terminal;
  const work = new WorkFolder(tmpdir());
  const file = await FILE_FORMATS[format].begin({ fields, header, work, signal, write });
  try {
    await produce((cells) => file.page(cells));
    await file.end();
  } finally {
    await file.release();
  }
}
