// railbird horse HORSE_ID: prints a horse with its known runs.

import { runsOfHorse } from '#shared/bridge/source.ts';
import { RUNS } from '#shared/catalogue/subjects/runs.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { formatValue } from '#shared/catalogue/format.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import { styledName, type NameStyle } from '#shared/names/latin.ts';
import { raceNameIn } from '#shared/racing/generic-race-name.ts';
import type { Language } from '#shared/text.ts';
import type { Row } from '../../results/row.ts';
import type { CliCommand } from '../command.ts';
import { checkFilters, filtersFrom, WHERE_OPTION } from '../filters.ts';
import { outcomeOfParts, readOf, readPart } from '../page-parts.ts';
import { readRows, type ReadRows } from '../read-rows.ts';
import { checked, LANGUAGE_OPTION, languageFrom } from '../selection.ts';
import { alignText } from '../text-table.ts';

export const horse: CliCommand = {
  name: 'horse',
  usage: 'HORSE_ID [--where FILTERS] [--language en|ja] [--offline]',
  summary: 'a horse to read: its master record and its known runs, newest first',
  notes: [
    'Runs are known from stored results, and from the races that the horse’s entries name. If earlier runs may be\nmissing, the result is incomplete (exit code 3).',
  ],
  examples: [
    'horse 26HX00000101',
    'horse 26HX00000101 --where "order_of_finish 1..3" --sample',
    'horse 26HX00000101 --sample --language ja',
  ],
  options: [
    { ...WHERE_OPTION, help: 'only runs that pass: "railbird query --help" says how' },
    LANGUAGE_OPTION,
    { name: 'offline', help: 'send no request: print what the archive stores' },
  ],
  words: '<HORSE_ID>',
  isAccounted: true,
  run: async ({ words: [word = ''], values }, context) => {
    const horse_id = checked('horse-id', 'horse_id', word);
    const language = languageFrom(values);
    checkFilters(values, RUNS.columns);
    const core = await context.open({ offline: values['offline'] === true });
    const master = await readPart(
      readRows(core, { kind: 'table', table: 'm_uk', filter: { horse_id } }, context),
    );
    const runs = await readPart(
      readRows(core, runsOfHorse(horse_id), context, (columns) => filtersFrom(values, columns)),
    );
    const outcome = outcomeOfParts([master, runs], horse_id);
    const { names } = (await core.settings.read()).settings;
    context.terminal.bar.clear();
    await context.terminal.write(
      `${masterText(readOf(master), horse_id, language, names)}\n\n${runsText(readOf(runs), language, names)}\n`,
    );
    return outcome;
  },
};

const MASTER_FIELDS = [
  'sex_cd', 'coatcolor_cd', 'birth_date', 'sire_name', 'mare_name', 'mare_sire_name', 'trainer_name',
  'horse_owner_name', 'breeder_name', 'breeding_area', 'deregistered_flag',
] as const; // prettier-ignore

function masterText(
  master: ReadRows | undefined,
  horseId: string,
  language: Language,
  names: NameStyle,
): string {
  if (master === undefined)
    return `${horseId}: ${language === 'ja' ? '馬マスタを読み込めませんでした。' : 'its master record could not be read.'}`;
  const [record] = master.rows;
  if (!record) return language === 'ja' ? `${horseId}: 登録がありません。` : `${horseId}: no such horse.`;
  const lines = MASTER_FIELDS.flatMap((field) => {
    const column = columnOf('m_uk', field);
    const raw = record[field];
    return column && raw ? [[column.label[language], formatValue(column, raw, language, names)]] : [];
  });
  const name = styledName(record['horse_name'] ?? '', names);
  return `${name}  ${horseId}\n${alignText(lines)}`;
}

const RUN_FIELDS = [
  'racedate', 'racekey', 'racecourse_cd', 'race_number', 'race_name', 'track_type', 'distance', 'turf_condition_cd',
  'headcount', 'horse_number', 'order_of_finish', 'confirmed_win_popularity', 'confirmed_win_odds', 'rider_name',
  'time_record', 'later3f_time', 'idm', 'known_from',
] as const; // prettier-ignore

const NUMBERS: ReadonlySet<string> = new Set([
  'number', 'rank', 'integer', 'decimal', 'odds', 'tenths', 'length',
]); // prettier-ignore

function runsText(runs: ReadRows | undefined, language: Language, names: NameStyle): string {
  if (runs === undefined)
    return language === 'ja' ? '成績を読み込めませんでした。' : 'The runs could not be read.';
  const { rows, columns } = runs;
  if (rows.length === 0) return language === 'ja' ? '保存データに成績はありません。' : 'No run is known yet.';
  const shown = RUN_FIELDS.flatMap((field) => columns.get(field) ?? []);
  const cell = (column: Column, row: Row): string => {
    const value = row[column.name];
    const isRaceName = column.name === 'race_name' && typeof value === 'string';
    return formatValue(column, isRaceName ? raceNameIn(value, language) : value, language, names);
  };
  return alignText(
    [
      shown.map((column) => column.short[language]),
      ...rows.map((row) => shown.map((column) => cell(column, row))),
    ],
    shown.map(({ kind }) => (NUMBERS.has(kind) ? 'right' : 'left')),
  );
}
