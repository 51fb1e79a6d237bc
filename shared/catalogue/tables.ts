// The sixteen tables of the service (specification, section 4.2): filters, keys, order, columns.

import type { Column } from '#shared/catalogue/column.ts';
import { ENTRY, ENTRY_OF_THE_DAY } from '#shared/catalogue/records/entry.ts';
import { HORSE } from '#shared/catalogue/records/horse.ts';
import { MEETING } from '#shared/catalogue/records/meeting.ts';
import { PAYOFF } from '#shared/catalogue/records/payoff.ts';
import { PRERACE } from '#shared/catalogue/records/prerace.ts';
import { PREVIOUS_RACE } from '#shared/catalogue/records/previous-race.ts';
import { PREVIOUS_RACE_EXTENSION } from '#shared/catalogue/records/previous-race-extension.ts';
import { RACE } from '#shared/catalogue/records/race.ts';
import { RESULT } from '#shared/catalogue/records/result.ts';
import { TRAINING } from '#shared/catalogue/records/training.ts';
import { TABLE_CODES, type Table, type TableCode } from '#shared/catalogue/table.ts';

type Shape = Pick<Table, 'grain' | 'primaryKey' | 'order'>;

// docs/decisions.md, "paging, order": race date, race, horse number, then the rest of the primary key.
const BY_RACE: Shape = { grain: 'race', primaryKey: ['racedate', 'racekey'], order: ['racedate', 'racekey'] };
const BY_MEETING: Shape = {
  grain: 'meeting',
  primaryKey: ['racedate', 'holdingkey'],
  order: ['racedate', 'holdingkey'],
};
const BY_RUNNER: Shape = {
  grain: 'horse',
  primaryKey: ['racedate', 'racekey', 'horse_number'],
  order: ['racedate', 'racekey', 'horse_number'],
};
// A runner may have several workouts, even two on one day.
const WORK_KEY = ['racedate', 'racekey', 'horse_number', 'exercise_date', 'number_of_times'];
const BY_WORK: Shape = { grain: 'horse', primaryKey: WORK_KEY, order: WORK_KEY };
const BY_HORSE: Shape = { grain: 'master', primaryKey: ['horse_id'], order: ['horse_id'] };

const ON_A_DAY = { filters: ['racedate', 'racekey'] } as const satisfies Partial<Table>;
const OVER_A_PERIOD = {
  filters: ['start_racedate', 'end_racedate', 'racekey'],
} as const satisfies Partial<Table>;
const A_YEAR = { ...OVER_A_PERIOD, maxSpanDays: 366, windowDays: 31 } as const satisfies Partial<Table>;
const A_MONTH = { ...OVER_A_PERIOD, maxSpanDays: 31, windowDays: 31 } as const satisfies Partial<Table>;
// The wide tables are requested a week at a time.
const A_MONTH_WIDE = { ...A_MONTH, windowDays: 7 } as const satisfies Partial<Table>;

type Words = readonly [label: string, purpose: string];

const table = (
  code: TableCode,
  en: Words,
  ja: Words,
  shape: Shape,
  parameters: Pick<Table, 'filters' | 'maxSpanDays' | 'windowDays'>,
  columns: readonly Column[],
): Table => ({
  code,
  path: `/v1/${code.replace('_', '')}`,
  label: { en: en[0], ja: ja[0] },
  purpose: { en: en[1], ja: ja[1] },
  ...shape,
  ...parameters,
  columns,
});

// prettier-ignore
export const TABLES: Readonly<Record<TableCode, Table>> = {
  t_ra: table('t_ra', ['Race program', 'One race of a day: conditions, prizes, going.'], ['番組', '一日のレースの条件・賞金・馬場。'], BY_RACE, ON_A_DAY, RACE),
  d_ra: table('d_ra', ['Past race program', 'One race of the past: conditions, prizes, going.'], ['過去の番組', '過去のレースの条件・賞金・馬場。'], BY_RACE, A_YEAR, RACE),
  t_ka: table('t_ka', ['Meeting', 'One course on one day: weather, going, state of the track.'], ['開催', '一場一日の天候・馬場・コースの状態。'], BY_MEETING, ON_A_DAY, MEETING),
  d_ka: table('d_ka', ['Past meetings', 'One course on one past day: weather, going, state of the track.'], ['過去の開催', '過去の一場一日の天候・馬場・コースの状態。'], BY_MEETING, { ...A_YEAR, filters: ['racedate', ...A_YEAR.filters] }, MEETING),
  t_ky: table('t_ky', ['Entries', 'One runner on the card: indices, marks, aptitudes, pedigree.'], ['出馬表', '出走馬の指数・印・適性・血統。'], BY_RUNNER, ON_A_DAY, ENTRY_OF_THE_DAY),
  d_ky: table('d_ky', ['Past entries', 'One runner on a past card: indices, marks, aptitudes, pedigree.'], ['過去の出馬表', '過去の出走馬の指数・印・適性・血統。'], BY_RUNNER, A_MONTH_WIDE, ENTRY),
  t_pd: table('t_pd', ['Pre-race', 'One runner just before the race: paddock, odds, body weight, gear.'], ['直前情報', '発走直前のパドック・オッズ・馬体重・馬具。'], BY_RUNNER, ON_A_DAY, PRERACE),
  t_ch: table('t_ch', ['Training', 'One main work of a runner before the race.'], ['調教', 'レース前の主な追い切り一回。'], BY_WORK, ON_A_DAY, TRAINING),
  t_ze: table('t_ze', ['Past five runs', 'One runner with the results of its past five runs.'], ['前5走成績', '出走馬ごとの前5走の成績。'], BY_RUNNER, ON_A_DAY, PREVIOUS_RACE),
  t_zk: table('t_zk', ['Past five runs, notes', 'One runner with gear, legs and comments of its past five runs.'], ['前5走拡張', '出走馬ごとの前5走の馬具・脚元・コメント。'], BY_RUNNER, ON_A_DAY, PREVIOUS_RACE_EXTENSION),
  d_zk: table('d_zk', ['Past entries’ run notes', 'One past runner with gear, legs and comments of the five runs before.'], ['過去の前5走拡張', '過去の出走馬ごとの前5走の馬具・脚元・コメント。'], BY_RUNNER, A_MONTH_WIDE, PREVIOUS_RACE_EXTENSION),
  t_se: table('t_se', ['Results', 'One runner’s result: finish, time, passing order, indices.'], ['成績', '出走馬の着順・タイム・通過順・指数。'], BY_RUNNER, ON_A_DAY, RESULT),
  d_se: table('d_se', ['Past results', 'One runner’s confirmed result: finish, time, passing order, indices.'], ['過去の成績', '確定した着順・タイム・通過順・指数。'], BY_RUNNER, A_MONTH, RESULT),
  t_hj: table('t_hj', ['Payoffs', 'One race’s payoffs per 100 yen, all bet types.'], ['払戻', '一レースの全賭式の払戻金（100円あたり）。'], BY_RACE, ON_A_DAY, PAYOFF),
  d_hj: table('d_hj', ['Past payoffs', 'One past race’s payoffs per 100 yen, all bet types.'], ['過去の払戻', '過去の一レースの全賭式の払戻金（100円あたり）。'], BY_RACE, A_YEAR, PAYOFF),
  m_uk: table('m_uk', ['Horse master', 'One horse: birth, pedigree, owner, trainer.'], ['馬マスタ', '馬の生年月日・血統・馬主・調教師。'], BY_HORSE, { filters: ['horse_id', 'kettonum'] }, HORSE),
};

const BY_PATH: ReadonlyMap<string, Table> = new Map(
  TABLE_CODES.map((code) => [TABLES[code].path, TABLES[code]]),
);

const COLUMNS: ReadonlyMap<TableCode, ReadonlyMap<string, Column>> = new Map(
  TABLE_CODES.map((code) => [code, new Map(TABLES[code].columns.map((column) => [column.name, column]))]),
);

export const tableOf = (code: TableCode): Table => TABLES[code];

/** The table's column with that name; undefined if the catalogue does not have it. */
export const columnOf = (code: TableCode, name: string): Column | undefined => COLUMNS.get(code)?.get(name);

export const isTableCode = (text: string): text is TableCode =>
  (TABLE_CODES as readonly string[]).includes(text);

/** The table behind an address such as `/v1/tra`. */
export const tableOfPath = (path: string): Table | undefined => BY_PATH.get(path);
