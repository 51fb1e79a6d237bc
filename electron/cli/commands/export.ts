// railbird export NAME: a saved export over another period, with the same columns in the same order.

import { FORMAT_TRAITS } from '#shared/bridge/export-formats.ts';
import { savedExportTable, type SavedExport } from '#shared/bridge/export-saved.ts';
import { browsableSource, filterOfSource, type ResultSource } from '#shared/bridge/source.ts';
import { BROWSABLES } from '#shared/catalogue/browsable.ts';
import type { Column } from '#shared/catalogue/column.ts';
import type { OptionValues } from '#shared/command-line/command-line.ts';
import { fileNameOf } from '../../exports/file-name.ts';
import { absentFrom } from '../../exports/manifest.ts';
import { savedExportsOf } from '../../exports/saved-exports.ts';
import { writeExport } from '../../exports/write-export.ts';
import { rowsToWrite } from '../../exports/written-rows.ts';
import { outcomeOf, type CliCommand, type Context } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { fileToWrite, formatOf, outFrom, OUT_OPTION, REPLACE_OPTION, sayNoticed } from '../export-style.ts';
import { FILTER_OPTIONS, filterFrom, REQUEST_OPTIONS, requestsFrom } from '../selection.ts';
import { alignText } from '../text-table.ts';

export const exportSaved: CliCommand = {
  name: 'export',
  usage: '[NAME] [--from DATE --to DATE | --racedate DATE | --racekey KEY] [options]',
  summary: 'a saved export: next week’s file with the same columns in the same order',
  notes: [
    'Exports are saved in the app’s export dialog: columns in their order, filters, form, format. Without NAME they are\nlisted. Without a period the export writes the one that it was saved with. The file goes to this folder, named after\nthe export and its days, with FILE.manifest.json beside it; columns that a result lacks stay in the file, empty.',
  ],
  examples: ['export', 'export "Weekend results" --from 2026-11-21 --to 2026-11-22'],
  options: [
    ...FILTER_OPTIONS,
    { ...OUT_OPTION, help: 'write this file instead of one in this folder' },
    REPLACE_OPTION,
    ...REQUEST_OPTIONS,
  ],
  words: '[NAME]',
  isAccounted: true,
  run: async ({ words: [name], values }, context) => {
    const { offline, refresh } = requestsFrom(values);
    const out = await outFrom(values, context.folder);
    const core = await context.open({ offline });
    const all = savedExportsOf(await core.savedExports.read());
    if (name === undefined) return list(all, context);
    const saved = all.find((each) => each.name === name.normalize('NFC').trim());
    if (!saved)
      throw new UsageError(`There is no saved export "${name}". "export" without a name lists them.`);
    requireOwnEnding(saved, values);
    const { signal, terminal, progress: onProgress, now } = context;
    const source = sourceOf(saved, values);
    if (out === undefined) requireOwnFile(saved, all, source);
    const result = await core.results.open(source, { signal, onProgress, refresh, alone: true });
    try {
      const { sort, filters, quick, columns, style, language, names, groups } = saved;
      requireGroupColumns(saved, result.columns);
      const arranged = await result.arrange({ sort, filters, ...(quick ? { quick } : {}) }, signal);
      const [problem] = arranged.problems;
      if (problem)
        throw new UsageError(
          `The filter of ${problem.column} in "${name}" is invalid: ${problem.problem.en}`,
        );
      const request = {
        ...style,
        columns,
        sort,
        filters,
        ...(quick ? { quick } : {}),
        ...(groups ? { groups } : {}),
        language,
        ...(names ? { names } : {}),
        ...(values['replace-unwritable'] === true ? { replaceUnwritable: true } : {}),
      };
      const usual = fileNameOf(result.source, style.format, { savedAs: saved.name, groups });
      const path = out ?? (await fileToWrite(usual, context.folder, 'out', `${usual} is not one`));
      const toWrite = await rowsToWrite(result, request, signal);
      const written = await writeExport(toWrite.rows, {
        path,
        request: toWrite.request,
        signal,
        now,
        onProgress: () => undefined,
      });
      const sorts = sort.map(({ column }) => column);
      sayNoticed(terminal, written, {
        columns: groups === undefined ? absentFrom(result, columns) : [],
        sort: absentFrom(result, sorts),
      });
      terminal.say(`Wrote ${path}`);
      return { ...outcomeOf(result.summary), records: written.records };
    } finally {
      core.results.close(result.summary.resultId);
    }
  },
};

async function list(all: readonly SavedExport[], { terminal }: Context): Promise<undefined> {
  if (all.length === 0) {
    terminal.say('No export is saved yet. Save one in the export dialog of the app.');
    return undefined;
  }
  const rows = all.map(({ name, source, columns, style, groups }) => [
    name,
    savedExportTable(source),
    groups === undefined ? `${columns.length} columns` : `groups by ${groups.by.join(', ')}`,
    `${FORMAT_TRAITS[style.format].extension}, ${style.form}`,
  ]);
  await terminal.write(`${alignText(rows)}\n`);
  return undefined;
}

/** The format was saved with the export, so an ending of another format would be wrong. Errors: UsageError. */
function requireOwnEnding({ name, style: { format } }: SavedExport, { out }: OptionValues): void {
  const named = formatOf(out);
  if (named !== undefined && named !== format)
    throw new UsageError(
      `"${name}" writes ${format}: give --out a name that ends with .${FORMAT_TRAITS[format].extension}.`,
    );
}

/** Two names may differ only in what no file name has, or beyond its length. Errors: UsageError. */
function requireOwnFile(saved: SavedExport, all: readonly SavedExport[], source: ResultSource): void {
  // Not every file system tells capitals apart.
  const fileOf = ({ name, style, groups }: SavedExport): string =>
    fileNameOf(source, style.format, { savedAs: name, groups }).toLowerCase();
  const other = all.find((each) => each !== saved && fileOf(each) === fileOf(saved));
  if (other !== undefined)
    throw new UsageError(
      `"${saved.name}" and "${other.name}" would write the same file: say with --out FILE where this one goes.`,
    );
}

/** A column that a row export lacks stays empty, but there are no groups without it. Errors: UsageError. */
function requireGroupColumns({ name, groups }: SavedExport, columns: readonly Column[]): void {
  const wanted = [...(groups?.by ?? []), ...(groups?.measures ?? [])];
  const missing = wanted.find((each) => columns.every((column) => column.name !== each));
  if (missing !== undefined)
    throw new UsageError(`"${name}" groups by the column "${missing}", which is not there any more.`);
}

/** The source with the period, race or horse that was given, or its own. Errors: UsageError. */
function sourceOf({ name: savedAs, source }: SavedExport, values: OptionValues): ResultSource {
  const isGiven = FILTER_OPTIONS.some(({ name }) => values[name] !== undefined);
  if (!isGiven) return source;
  const table = savedExportTable(source);
  if (table === 'sql')
    throw new UsageError('A SQL query takes no filter: its own WHERE says what it selects.');
  const browsable = BROWSABLES[table];
  const { from, to } = values;
  if (!browsable.filters.includes('start_racedate') && from !== undefined && from !== to)
    throw new UsageError(
      `"${savedAs}" was saved from ${browsable.code}, which has one day at a time: give --racedate. A period needs an export that was saved from a period.`,
    );
  const { horse_id, ...given } = filterFrom(browsable, values);
  const { horse_id: savedHorse, ...saved } = filterOfSource(source);
  if (saved.racekey !== undefined && given.racekey === undefined)
    throw new UsageError(
      `"${savedAs}" was saved from the race ${saved.racekey}: give --racekey for another race, or nothing for this one. A period needs an export that was saved from a period.`,
    );
  if (browsable.code !== 'runs') return browsableSource(browsable.code, { ...given, horse_id });
  // Runs are of a horse and a period: what is not given stays as it was saved.
  const when = Object.keys(given).length > 0 ? given : saved;
  return browsableSource(browsable.code, { ...when, horse_id: horse_id ?? savedHorse });
}
