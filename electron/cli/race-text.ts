// A race as a page of text: its header, and its result with payoffs or, before the race, its card. Pure. Notices about
// the race and its runners come from shared/racing, as in the window.

import { betOf, payoffsOf, showCombination } from '#shared/catalogue/bets.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { formatBare, formatValue, MISSING, unitOf } from '#shared/catalogue/format.ts';
import { DAY_TABLES, type DayRecord } from '#shared/catalogue/day-tables.ts';
import { columnOf, tableOf } from '#shared/catalogue/tables.ts';
import { glyphOf } from '#shared/catalogue/decode.ts';
import { cardCell } from '#shared/racing/card-cells.ts';
import { raceNameIn } from '#shared/racing/generic-race-name.ts';
import { changedFrom, conditionsOf, prizesOf, factText, trackOf } from '#shared/racing/race-facts.ts';
import {
  fieldSize,
  headcountNotice,
  refundNotice,
  resultNotices,
  runnersText,
  type RaceNotice,
} from '#shared/racing/race-records.ts';
import { numberIn, timesLookWrong, type RecordValues } from '#shared/racing/race-rows.ts';
import { codedFact } from '#shared/racing/race-words.ts';
import { describeRacekey, parseRacekey, racecourseName } from '#shared/racing/racekey.ts';
import { isRun, placeOf, resultRows } from '#shared/racing/result-rows.ts';
import {
  CARRIED_COLUMNS,
  CHANGED_SIGN,
  isSinceCard,
  RIDER_COLUMNS,
  RIDERS_OF_CARD,
  withRiders,
} from '#shared/racing/riders.ts';
import { columnsNamed, CORNERS, FINISH, raw, SEX_AGE } from '#shared/racing/run-columns.ts';
import { apprenticeSign, briefly, withdrawals, type RaceRecords } from '#shared/racing/runner-words.ts';
import { styledName, type NameStyle } from '#shared/names/latin.ts';
import type { Language } from '#shared/text.ts';
import { alignText, type Align } from './text-table.ts';

export interface PrintedRace extends RaceRecords {
  readonly racekey: string;
  readonly payoffs: RecordValues | undefined;
  /** Results whose indices are still to come. */
  readonly provisional: number;
  /** What could not be read, offline or because the service failed. */
  readonly unread: readonly DayRecord[];
  /** If there is no such race: the key of the one that is spelled almost like it. */
  readonly meant?: string | undefined;
}

/** Left-aligned columns; the others are right-aligned. */
const LEFT: ReadonlySet<string> = new Set([
  'finish', 'horse_name', 'jockey_name', 'rider_name', 'trainer_name', 'sex_and_age', 'horse_age', 'margin', 'corners',
  'integration_mark', 'foottype_cd',
]); // prettier-ignore

/** Columns of the card in the window's order, as many as fit a terminal. */
const CARD = [
  'bracket_number', 'horse_number', 'horse_name', 'horse_age', 'weight_to_carry', 'jockey_name', 'trainer_name',
  'integration_mark', 'integration_index', 'adjust_idm', 'foottype_cd', 'criteria_win_odds', 'criteria_win_popularity',
] as const; // prettier-ignore

const RESULT: readonly Column[] = [
  FINISH,
  ...columnsNamed('t_se', ['bracket_number', 'horse_number', 'horse_name']),
  SEX_AGE,
  ...CARRIED_COLUMNS,
  ...RIDER_COLUMNS,
  ...columnsNamed('t_se', ['time_record', 'margin', 'time_deff']),
  CORNERS,
  ...columnsNamed('t_se', [
    'later3f_time', 'confirmed_win_odds', 'confirmed_win_popularity', 'horse_weight', 'weight_cycling', 'idm',
  ]), // prettier-ignore
];

/** A column without any value, such as the corners of a short race, is left out. */
const MISSING_OR_NONE = /^[–\s]*$/;

/** `names`: how names in kana are written, as in the window. */
export function raceText(records: PrintedRace, language: Language, names: NameStyle = 'kana'): string {
  const { race, card, results, payoffs, unread } = records;
  const isKnown = race !== undefined || card.length > 0 || results.length > 0;
  if (!isKnown && unread.length === 0) return noRaceText(records, language);
  const out = withdrawals(records, language);
  const withdrawn = new Set(out.keys());
  const parts = [headOf(records, language, names), unreadText(unread, language)];
  if (isRun(results)) {
    const missing = headcountNotice(race, results, { card, withdrawn }, language);
    parts.push(noticesText([...resultNotices(records, records.provisional, language), missing]));
    parts.push(resultText(records, language, names));
  } else if (card.length > 0) {
    parts.push(noticesText([headcountNotice(race, card, { withdrawn }, language)]));
    parts.push(cardText(card, out, language, names));
  } else if (!unread.includes('entry') && !unread.includes('result'))
    parts.push(language === 'ja' ? '出走馬はまだありません。' : 'No runners are known yet.');
  if (payoffs) parts.push(payoffsText(payoffs, language));
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function noRaceText({ racekey, meant }: PrintedRace, language: Language): string {
  const description = describeRacekey(racekey, language);
  if (language === 'ja')
    return `そのレースはありません: ${description}\n${meant === undefined ? '' : `レースキー ${meant} のレースはあります。\n`}`;
  return `There is no such race: ${description}\n${meant === undefined ? '' : `There is one with the race key ${meant}. Did you mean that?\n`}`;
}

function headOf(records: PrintedRace, language: Language, names: NameStyle): string {
  const { racekey, race } = records;
  const parts = parseRacekey(racekey);
  const course = racecourseName(race?.['racecourse_cd'] ?? racekey.slice(0, 2), language);
  const title = parts ? `${course} ${parts.raceNumber}R` : racekey;
  if (!race) return `${title}  (${racekey})`;
  const named = factText(race, 'race_name', language);
  const grade = factText(race, 'grade_cd', language);
  const before = changedFrom(race, language);
  const prizes = prizesOf(race).map((prize) => prize.toLocaleString('en-US'));
  const runners = fieldSize(records);
  const lines = [
    [
      title,
      named === undefined
        ? conditionsOf(race, language).slice(0, 2).join(' ')
        : styledName(raceNameIn(named, language), names),
      grade === undefined ? undefined : briefly(grade).normalize('NFKC'),
    ],
    [
      factText(race, 'racedate', language),
      factText(race, 'post_time', language),
      before === undefined
        ? undefined
        : language === 'ja'
          ? `（${before}から変更）`
          : `(changed from ${before})`,
      trackOf(race, language),
      codedFact('turf_condition_cd', race['turf_condition_cd'], language),
      codedFact('weather_cd', race['weather_cd'], language),
      runners === undefined ? undefined : runnersText(runners, language),
    ],
    [
      conditionsOf(race, language).join(language === 'ja' ? '・' : ', '),
      prizes.length === 0 ? undefined : `${prizes.join(' – ')} ${language === 'ja' ? '万円' : '× ¥10,000'}`,
      racekey,
    ],
  ];
  return lines.map((line) => line.filter((part) => part !== undefined && part !== '').join('  ')).join('\n');
}

function unreadText(unread: readonly DayRecord[], language: Language): string {
  if (unread.length === 0) return '';
  const labels = unread.map((record) => tableOf(DAY_TABLES[record].present).label[language]);
  return language === 'ja'
    ? `読み込めなかったもの: ${labels.join('・')}`
    : `Could not be read: ${labels.join(', ')}`;
}

const noticesText = (notices: readonly (RaceNotice | undefined)[]): string =>
  notices.flatMap((notice) => (notice === undefined ? [] : [inOneLine(notice)])).join('\n');

/** A title that is a sentence needs no colon after it. */
function inOneLine({ title, text }: RaceNotice): string {
  if (text === undefined) return title;
  const join = title.endsWith('。') ? '' : title.endsWith('.') ? ' ' : ': ';
  return title + join + text;
}

/** The rows of the window's result, in its initial order. */
function resultText(
  { race, card, prerace, results }: PrintedRace,
  language: Language,
  names: NameStyle,
): string {
  const timesRaw = timesLookWrong(results, numberIn(race, 'distance'));
  const columns = RESULT.map((column) => (timesRaw && column.name === 'time_record' ? raw(column) : column));
  const place = (row: RecordValues) => Number(placeOf(row) ?? Number.MAX_SAFE_INTEGER);
  const riders = withRiders(resultRows(results, card, language), prerace);
  const rows = riders.rows.toSorted((a, b) => place(a) - place(b));
  const table = tableText(
    columns.map((column) => ({
      name: column.name,
      head: headText(column, language),
      cells: rows.map((row) => {
        const text = formatBare(column, row[column.name], language, names);
        return isSinceCard(column, row) ? `${CHANGED_SIGN[language]} ${text}` : text;
      }),
    })),
  );
  return riders.areKnown ? table : `${table}\n\n${RIDERS_OF_CARD[language]}`;
}

function cardText(
  card: readonly RecordValues[],
  out: ReadonlyMap<number, string>,
  language: Language,
  names: NameStyle,
): string {
  const rows = card.toSorted(
    (a, b) => (numberIn(a, 'horse_number') ?? 99) - (numberIn(b, 'horse_number') ?? 99),
  );
  const cell = (field: string, row: RecordValues): string => {
    const column = columnOf('d_ky', field);
    const text = cardCell(field, row, language, names);
    if (field === 'jockey_name') return `${apprenticeSign(row) ?? ''}${text}`;
    if (field === 'horse_name') return text + reasonOf(row);
    return (column?.kind === 'mark' ? glyphOf(column, row[field] ?? '') : undefined) ?? text;
  };
  const reasonOf = (row: RecordValues): string => {
    const reason = out.get(numberIn(row, 'horse_number') ?? 0);
    return reason === undefined ? '' : ` (${reason})`;
  };
  return tableText(
    CARD.map((field) => {
      const column = field === 'horse_age' ? SEX_AGE : columnOf('d_ky', field);
      return {
        name: field,
        head: column === undefined ? field : headText(column, language),
        cells: rows.map((row) => cell(field, row)),
      };
    }),
  );
}

/** The column's short label, with the unit that its figures leave out. */
function headText(column: Column, language: Language): string {
  const unit = unitOf(column, language);
  const label = column.short[language];
  return unit === undefined ? label : `${label} ${unit}`;
}

interface PrintedColumn {
  readonly name: string;
  readonly head: string;
  readonly cells: readonly string[];
}

function tableText(columns: readonly PrintedColumn[]): string {
  const filled = columns.filter(({ cells }) => cells.some((cell) => !MISSING_OR_NONE.test(cell)));
  const rows = columns[0]?.cells.length ?? 0;
  return alignText(
    [
      filled.map(({ head }) => head),
      ...Array.from({ length: rows }, (_, row) => filled.map(({ cells }) => cells[row] ?? '')),
    ],
    filled.map(({ name }): Align => (LEFT.has(name) ? 'left' : 'right')),
  );
}

function payoffsText(record: RecordValues, language: Language): string {
  const written = (field: string, value: string): string => {
    const column = columnOf('t_hj', field);
    return column === undefined ? value : formatValue(column, value, language);
  };
  const rows = payoffsOf(record).map(({ bet, slot, combination, payoff, popularity }) => {
    const { label, payoffField, popularityField } = betOf(bet);
    const popular = written(popularityField(slot), popularity);
    return [
      label[language],
      showCombination(bet, combination),
      written(payoffField(slot), payoff),
      popular === MISSING ? '' : `(${popular})`,
    ];
  });
  const refund = noticesText([refundNotice(record, language)]);
  return [alignText(rows, ['left', 'left', 'right', 'right']), refund]
    .filter((part) => part !== '')
    .join('\n');
}
