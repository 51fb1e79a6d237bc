// The queries of a row set, as plain data: they cross to the worker that stores the columns.

import type {
  Groups,
  Profile,
  RowQuery,
  RowQueryResult,
  Statistics,
  ValueList,
} from '#shared/bridge/row-query.ts';
import type { PayoffFigures, PayoffRanks, PayoffsOfBet } from '#shared/bridge/payoffs.ts';
import type { RankRecord } from '#shared/bridge/rank-records.ts';
import type { RuleTally } from '#shared/bridge/rules.ts';
import type { GroupOrder } from '#shared/bridge/group-figures.ts';
import type { BetName } from '#shared/catalogue/bets.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { columnBeside } from './beside.ts';
import { BET_COLUMNS, PAYOFF_COLUMNS } from './payoff-figures.ts';
import { RANK_COLUMNS } from './payoff-ranks.ts';
import { RACE_KEY } from './rank-records.ts';
import { columnsOfRuleQuery, type RuleInput } from './rules/rule-query.ts';
import { FINISH_COLUMNS, RETURN_COLUMNS } from './run-tallies.ts';

export interface QueryInputs {
  arrange: { readonly query: RowQuery };
  /** Cells of a range of the rows that pass. */
  cells: { readonly columns: readonly string[]; readonly from: number; readonly count: number };
  /** The first of the rows that has these cells. */
  find: { readonly columns: readonly string[]; readonly cells: readonly (string | null)[] };
  /** The values among the rows that pass the filters of the other columns. */
  values: {
    readonly column: string;
    readonly contains?: string | undefined;
    readonly limit: number;
    readonly order?: 'count' | 'value' | undefined;
  };
  profile: { readonly column: string; readonly others?: boolean | undefined };
  groups: {
    readonly by: readonly string[];
    readonly measures?: readonly string[] | undefined;
    readonly limit?: number | undefined;
    readonly order?: GroupOrder | undefined;
  };
  /** The runners that ranked first by each of these columns. */
  rankRecords: { readonly columns: readonly string[] };
  /** What the bets of a rule on the runners that pass returned. */
  rule: RuleInput;
  statistics: { readonly columns: readonly string[]; readonly from: number; readonly to: number };
  /** What the bets paid; `above`: thresholds in yen. */
  payoffs: { readonly above: readonly number[] };
  payoffsOfBet: { readonly bet: BetName; readonly above: readonly number[] };
  /** The ranks of popularity of a bet, over whole races. */
  payoffRanks: { readonly bet: BetName };
  /** Which of these columns are blank in every row that passes. */
  blank: { readonly columns: readonly string[] };
}

export interface CellsResult {
  /** `cells[c][r]`; undefined for a column that is not loaded. */
  readonly cells: readonly ((string | null)[] | undefined)[];
  /** The records of these rows, by their position in the answer, to read other columns elsewhere. */
  readonly records: Uint32Array;
}

export interface QueryResults {
  arrange: RowQueryResult;
  cells: CellsResult;
  find: number | undefined;
  values: ValueList;
  profile: Profile;
  groups: Groups;
  rankRecords: RankRecord[];
  rule: RuleTally;
  statistics: Statistics;
  payoffs: Omit<PayoffFigures, 'unpaid'>;
  payoffsOfBet: PayoffsOfBet;
  payoffRanks: PayoffRanks;
  blank: string[];
}

export type QueryName = keyof QueryInputs;

/** The columns that a row query filters, searches and sorts by. */
export const columnsOfRowQuery = ({ sort, filters, quick }: RowQuery): readonly string[] => [
  ...sort.map(({ column }) => column),
  ...filters.filter(({ text }) => text.trim() !== '').map(({ column }) => column),
  ...(quick && quick.text.trim() !== '' ? quick.columns : []),
];

type Definitions = ReadonlyMap<string, Column>;

/** The columns, and those that hold the names of races and the bets of combinations, with which they are found and shown. */
const named = (columns: readonly string[], definitions: Definitions): readonly string[] =>
  columns.flatMap((name) => {
    const beside = columnBeside(definitions.get(name) ?? {});
    return beside === undefined ? [name] : [name, beside];
  });

/** The columns that a sort goes by: a race sorts by its day and key, any other column by itself. */
export const sortKeys = (sort: RowQuery['sort'], definitions: Definitions): RowQuery['sort'] =>
  sort.flatMap(({ column, direction }) => {
    const by = definitions.get(column)?.sortsBy?.filter((name) => definitions.has(name)) ?? [column];
    return by.map((name) => ({ column: name, direction }));
  });

const COLUMNS_READ: {
  readonly [name in QueryName]: (
    input: QueryInputs[name],
    rowQuery: RowQuery,
    definitions: Definitions,
  ) => readonly string[];
} = {
  arrange: ({ query }, _rowQuery, definitions) => [
    ...sortKeys(query.sort, definitions).map(({ column }) => column),
    ...named(columnsOfRowQuery({ ...query, sort: [] }), definitions),
  ],
  cells: ({ columns }) => columns,
  find: ({ columns }) => columns,
  // Both may filter the rows again, by every column but this one.
  values: ({ column }, rowQuery, definitions) => [
    ...named([column], definitions),
    ...columnsOfRowQuery({ ...rowQuery, sort: [] }),
  ],
  profile: ({ column }, rowQuery, definitions) => [
    ...named([column], definitions),
    ...columnsOfRowQuery({ ...rowQuery, sort: [] }),
  ],
  groups: ({ by, measures = [] }, _rowQuery, definitions) => [
    ...named(by, definitions),
    ...measures,
    ...FINISH_COLUMNS,
    ...(definitions.get(FINISH_COLUMNS[0])?.perRunner ?? []),
    ...RETURN_COLUMNS,
  ],
  rankRecords: ({ columns }) => [...columns, ...RACE_KEY, ...FINISH_COLUMNS, ...RETURN_COLUMNS],
  rule: (input) => columnsOfRuleQuery(input),
  statistics: ({ columns }) => columns,
  payoffs: () => PAYOFF_COLUMNS,
  payoffsOfBet: () => [...PAYOFF_COLUMNS, ...BET_COLUMNS],
  // The rows are filtered again, by the columns of races only.
  payoffRanks: (_input, rowQuery) => [
    ...PAYOFF_COLUMNS,
    ...RANK_COLUMNS,
    ...columnsOfRowQuery({ ...rowQuery, sort: [] }),
  ],
  blank: ({ columns }) => columns,
};

/** The columns that must be loaded to answer a query over rows that `rowQuery` filters. */
export const columnsRead = <Name extends QueryName>(
  name: Name,
  input: QueryInputs[Name],
  rowQuery: RowQuery,
  definitions: Definitions,
): readonly string[] => COLUMNS_READ[name](input, rowQuery, definitions);
