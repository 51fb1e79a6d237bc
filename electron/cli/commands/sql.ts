// railbird sql 'SELECT ...': queries the archive directly, read-only.

import { EXPORT_FORMATS, FORMAT_TRAITS, type ExportFormat } from '#shared/bridge/export-formats.ts';
import { typedCells } from '../../sql/field-values.ts';
import { storedOfAll } from '../../results/sql-contents.ts';
import type { SelectedRows } from '../../sql/select.ts';
import { NOTHING, type CliCommand } from '../command.ts';
import { oneOf } from '../selection.ts';
import { requireReadable, writeRows, type RowsOutput } from '../write-rows.ts';

export const sql: CliCommand = {
  name: 'sql',
  usage: "'SELECT ...' [--format FORMAT]",
  summary: 'ask the archive in SQL (DuckDB); nothing can be written or reached with it',
  notes: [
    'Tables and columns are those of the service ("railbird tables", "railbird columns TABLE"), all of them text as\nreceived. typed.d_se and so on are the same tables with typed values: numbers in seconds, kilograms and yen, dates,\ntimes, true and false, and null for a blank or what cannot be read. races, runners, runs, payoffs and works, and the same in typed, are built from all of them. Names that begin with __ are the archive’s own. It sends no request: download first.',
    'It is incomplete (exit code 3) if a table that it reads is empty, or lacks days between the first and the last that\nare stored of it. Complete is about what is stored: a query may ask about days that were never downloaded.',
  ],
  examples: [
    'sql "select racedate, count(*) as races from d_ra group by racedate order by racedate"',
    'sql "select racecourse_cd, avg(headcount) from typed.d_ra group by all" --format json',
    'sql "select rider_name, count(*) as runs, avg(order_of_finish) from typed.runners group by all order by runs desc"',
    'sql "from d_hj select racekey, win_payoff_1 limit 10" --format json --sample',
  ],
  options: [{ name: 'format', value: 'FORMAT', help: `${EXPORT_FORMATS.join(', ')}; csv unless given` }],
  words: '<SELECT>',
  isAccounted: true,
  run: async ({ words: [text = ''], values }, context) => {
    const format = oneOf('format', values['format'], EXPORT_FORMATS, 'csv');
    requireReadable(format, context.terminal, 'redirect standard output to a file.');
    const { signal } = context;
    const core = await context.open({ offline: true });
    const archive = await core.openSql();
    return archive.select(text, signal, async ({ reads, ...rows }) => {
      // Before the rows are written: what is stored meanwhile is in none of them.
      const { reasons, quarantined, drift, repeated } = await storedOfAll(await core.context(), reads);
      const records = await writeAnswer(context, format, rows);
      return { ...NOTHING, records, reasons, quarantined, drift, repeated };
    });
  },
};

/** Writes the rows to standard output and returns their number. Errors: as `writeRows`, and those of the answer. */
export async function writeAnswer(
  context: RowsOutput,
  format: ExportFormat,
  { fields, pages }: SelectedRows,
): Promise<number> {
  // CSV and TSV have nothing but text, which is DuckDB's own.
  const { isForSpreadsheets: isText } = FORMAT_TRAITS[format];
  let records = 0;
  await writeRows(context, format, fields, async (page) => {
    for await (const cells of pages) {
      await page(isText ? cells : typedCells(fields, cells));
      records += cells[0]?.length ?? 0;
    }
  });
  return records;
}
