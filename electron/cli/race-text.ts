// A race as a page of text: its head, and its result with payoffs or, before it is run, its card. Pure.

import { betOf, payoffsOf, showCombination } from '#shared/catalogue/bets.ts';
import { formatValue } from '#shared/catalogue/format.ts';
import { readNumber } from '#shared/catalogue/reading.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import { describeRacekey, parseRacekey, racecourseName } from '#shared/racing/racekey.ts';
import type { Language } from '#shared/text.ts';
import type { Row } from '../results/memory-contents.ts';
import { alignText, type Align } from './text-table.ts';

export interface RaceRecords {
  readonly racekey: string;
  readonly race: Row | undefined;
  readonly card: readonly Row[];
  readonly results: readonly Row[];
  readonly payoffs: Row | undefined;
}

/** A column of the printed race: a field of one of the two records, in the catalogue's words. */
interface Printed {
  readonly table: TableCode;
  readonly field: string;
  /** Names are read from their left. */
  readonly align?: Align;
  /** "None" on every line would say nothing. */
  readonly zeroIsNone?: true;
}

const of = (table: TableCode, align: Align, ...fields: readonly string[]): Printed[] =>
  fields.map((field) => ({ table, field, align }));

const CARD: readonly Printed[] = [
  ...of('t_ky', 'right', 'bracket_number', 'horse_number'),
  ...of('t_ky', 'left', 'horse_name', 'sex_cd'),
  ...of('t_ky', 'right', 'horse_age', 'weight_to_carry'),
  ...of('t_ky', 'left', 'jockey_name', 'trainer_name', 'integration_mark', 'foottype_cd'),
  ...of('t_ky', 'right', 'adjust_idm', 'integration_index', 'criteria_win_odds', 'criteria_win_popularity'),
];

const RESULT: readonly Printed[] = [
  ...of('t_se', 'right', 'order_of_finish'),
  ...of('t_ky', 'right', 'bracket_number'),
  ...of('t_se', 'right', 'horse_number'),
  ...of('t_se', 'left', 'horse_name'),
  ...of('t_ky', 'left', 'jockey_name'),
  ...of('t_ky', 'right', 'weight_to_carry'),
  ...of(
    't_se',
    'right',
    'time_record',
    'time_deff',
    'corner1_order',
    'corner2_order',
    'corner3_order',
    'corner4_order',
  ),
  ...of(
    't_se',
    'right',
    'later3f_time',
    'confirmed_win_odds',
    'confirmed_win_popularity',
    'horse_weight',
    'idm',
  ),
  { table: 't_se', field: 'trouble_classification', zeroIsNone: true },
];

/** Of columns such as the corners of a short race, nothing is left. */
const MISSING_OR_NONE = /^[–\s]*$/;

export function raceText(records: RaceRecords, language: Language): string {
  if (!records.race && records.card.length === 0 && records.results.length === 0)
    return `${language === 'ja' ? 'そのレースはありません' : 'There is no such race'}: ${describeRacekey(records.racekey, language)}\n`;
  const parts = [headOf(records, language)];
  const isRun = records.results.some((row) => (readNumber(row['order_of_finish']) ?? 0) > 0);
  if (isRun) parts.push(runnersText(RESULT, joined(records), language));
  else if (records.card.length > 0) parts.push(runnersText(CARD, records.card, language));
  else parts.push(language === 'ja' ? '出走馬はまだありません。' : 'No runners are known yet.');
  if (records.payoffs) parts.push(payoffsText(records.payoffs, language));
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function headOf({ racekey, race }: RaceRecords, language: Language): string {
  const parts = parseRacekey(racekey);
  const title = parts ? `${racecourseName(parts.racecourse_cd, language)} ${parts.raceNumber}R` : racekey;
  if (!race) return `${title}  (${racekey})`;
  const said = (field: string) => wordsFor('t_ra', field, race, language);
  const lines = [
    [title, said('race_name'), said('grade_cd'), said('racedate'), said('post_time')],
    [
      said('track_type'),
      said('distance'),
      said('turn_cd'),
      said('class_cd'),
      said('condition_cd'),
      said('weight_cd'),
    ],
    [said('turf_condition_cd'), said('weather_cd'), runners(race, language), racekey],
  ];
  return lines.map((line) => line.filter((part) => part !== undefined && part !== '').join('  ')).join('\n');
}

const runners = (race: Row, language: Language): string | undefined => {
  const count = readNumber(race['headcount']);
  if (!count) return undefined;
  return language === 'ja' ? `${count}頭` : `${count} runners`;
};

/** Results with what only the card knows of each runner, the placed in their order and the others after them. */
function joined({ results, card }: RaceRecords): readonly Row[] {
  const entries = new Map(card.map((row) => [readNumber(row['horse_number']), row]));
  const place = (row: Row) => {
    const number = readNumber(row['order_of_finish']) ?? 0;
    return number > 0 ? number : Number.MAX_SAFE_INTEGER;
  };
  return results
    .map((row) => ({ ...entries.get(readNumber(row['horse_number'])), ...row }))
    .toSorted((a, b) => place(a) - place(b));
}

function runnersText(printed: readonly Printed[], rows: readonly Row[], language: Language): string {
  const columns = printed
    .map(({ table, field, align, zeroIsNone }) => ({
      align: align ?? 'left',
      head: columnOf(table, field)?.short[language] ?? field,
      cells: rows.map((row) =>
        zeroIsNone && /^[\s0]*$/.test(row[field] ?? '') ? '' : (wordsFor(table, field, row, language) ?? ''),
      ),
    }))
    .filter(({ cells }) => cells.some((cell) => !MISSING_OR_NONE.test(cell)));
  return alignText(
    [columns.map(({ head }) => head), ...rows.map((_, at) => columns.map(({ cells }) => cells[at] ?? ''))],
    columns.map(({ align }) => align),
  );
}

function payoffsText(record: Row, language: Language): string {
  const column = columnOf('t_hj', 'win_payoff_1');
  const rows = payoffsOf(record).map(({ bet, combination, payoff, popularity }) => [
    betOf(bet).label[language],
    showCombination(bet, combination),
    column ? formatValue(column, payoff, language) : payoff,
    popularity.trim() === '' ? '' : `(${popularity.trim()})`,
  ]);
  return alignText(rows, ['left', 'left', 'right', 'right']);
}

/** Undefined for what the record does not have at all. */
function wordsFor(table: TableCode, field: string, row: Row, language: Language): string | undefined {
  const raw = row[field];
  const column = columnOf(table, field);
  if (raw === undefined || raw === null || raw.trim() === '' || !column) return undefined;
  return formatValue(column, raw, language).replace(/\s*[（(][^0-9].*$/, '');
}
