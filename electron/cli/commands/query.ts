// railbird query TABLE: records of one table, as a file or on standard output.

import { tmpdir } from 'node:os';
import { browsableSource } from '#shared/bridge/source.ts';
import { writeExport } from '../../exports/write-export.ts';
import { writeRecords } from '../../exports/write-records.ts';
import { outcomeOf, type CliCommand } from '../command.ts';
import { checkFilters, filtersFrom, WHERE_NOTE, WHERE_OPTION } from '../filters.ts';
import {
  browsableNamed,
  columnsFrom,
  FILTER_OPTIONS,
  filterFrom,
  LANGUAGE_OPTION,
  languageFrom,
  REQUEST_OPTIONS,
  requestsFrom,
  sortFrom,
} from '../selection.ts';
import { outFrom, OUT_OPTION, sayNoticed, STYLE_OPTIONS, styleFrom } from '../export-style.ts';
import { requireReadable } from '../write-rows.ts';

export const query: CliCommand = {
  name: 'query',
  usage:
    'TABLE [options]\n       with --racedate, or --from and --to, or --racekey; m_uk with --horse-id or --kettonum, runs also with --horse-id',
  summary: 'records of a table or a subject, from the archive and, where it lacks them, from the service',
  notes: [
    'The subjects (races, runners, runs, payoffs, works) are built from all tables: up to a week is fetched, of payoffs a\nyear; of longer periods what is stored is used, and the exit code says whether days are missing. A run is known from its\nresult or, where that is not stored, from the past five of a later card: the column known_from says which.',
    'What is stored and still fresh is not requested again. The program and the meetings of the days are fetched if\nthey are not stored, to check the records against them. A file appears at its path when it is complete, with\nFILE.manifest.json beside it: the query, the records, a SHA-256 and whether the set is complete.',
    WHERE_NOTE,
  ],
  examples: [
    'query d_ra --from 2026-11-01 --to 2026-11-15 --sample',
    'query t_se --racekey 05264101 --columns order_of_finish,horse_name --sort order_of_finish --form shown',
    'query d_se --from 2026-11-01 --to 2026-11-15 --where "order_of_finish 1; confirmed_win_odds >=20" --sample',
    'query runners --from 2026-11-01 --to 2026-11-15 --columns racedate,horse_name,rider_name,order_of_finish,win_payoff',
    'query runs --horse-id 26HX00000101 --columns racedate,racekey,distance,order_of_finish,idm,known_from',
    'query d_hj --from 20261001 --to 20261031 --form values --out october.parquet',
    'query d_se --racedate 2026-11-15 --form values --header label --out sunday.xlsx --sample',
  ],
  options: [
    ...FILTER_OPTIONS,
    WHERE_OPTION,
    { name: 'columns', value: 'A,B', help: 'these columns in this order; all of them unless given' },
    { name: 'sort', value: 'A,-B', help: 'order, - for descending; blanks last' },
    ...STYLE_OPTIONS,
    LANGUAGE_OPTION,
    OUT_OPTION,
    ...REQUEST_OPTIONS,
  ],
  words: '<TABLE>',
  isAccounted: true,
  run: async ({ words: [word = ''], values }, context) => {
    const table = browsableNamed(word);
    const source = browsableSource(table.code, filterFrom(table, values));
    checkFilters(values, table.columns);
    const path = await outFrom(values, context.folder);
    const layout = {
      ...styleFrom(values),
      ...(values['replace-unwritable'] === true ? { replaceUnwritable: true } : {}),
      language: languageFrom(values),
    };
    if (path === undefined) requireReadable(layout.format, context.terminal, 'give --out FILE.');
    const { offline, refresh } = requestsFrom(values);
    const { signal, terminal, progress: onProgress } = context;
    const core = await context.open({ offline });
    const result = await core.results.open(source, {
      signal,
      onProgress,
      refresh,
      alone: true,
    });
    try {
      const stored = result.summary.columns.map(({ name }) => name);
      const sort = sortFrom(values['sort'], stored);
      const columns = [...columnsFrom(values['columns'], stored)];
      const filters = filtersFrom(values, result.columns);
      await result.arrange({ sort, filters }, signal);
      if (path === undefined) {
        terminal.bar.clear();
        // The terminal may keep what it was given longer than it says.
        const write = (chunk: string | Uint8Array) =>
          terminal.write(typeof chunk === 'string' ? chunk : Uint8Array.from(chunk));
        const options = { layout: { ...layout, columns }, signal, folder: tmpdir(), write };
        const written = await writeRecords(result, options);
        sayNoticed(terminal, written);
        return { ...outcomeOf(result.summary), records: written.records };
      }
      const request = { sort, filters, columns, ...layout };
      const to = { path, request, signal, now: context.now, onProgress: () => undefined };
      const written = await writeExport(result, to);
      sayNoticed(terminal, written);
      return { ...outcomeOf(result.summary), records: written.records };
    } finally {
      core.results.close(result.summary.resultId);
    }
  },
};
