// What a citation says is "in the record" is the record's own field, in every column of a race's grids.

import { describe, expect, it } from 'vitest';
import type { Column } from '#shared/catalogue/column.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { columnOf, TABLES } from '#shared/catalogue/tables.ts';
import { joined, type RecordValues } from '#shared/racing/race-rows.ts';
import { resultGridRows } from '#shared/racing/result-rows.ts';
import { copyText } from '../../grid/selection/copy-text.ts';
import { citationOf, figureIn, type FigureOrigin } from '../../racing/figures/figure.ts';
import { PRERACE_COLUMNS } from './PreRaceTab.tsx';
import { RESULT_COLUMNS } from './ResultTab.tsx';
import { TRAINING_COLUMNS } from './TrainingTab.tsx';

const originOf = (table: TableCode): FigureOrigin => ({ table, facts: { complete: true, reasons: [] } });

const SAME = { racedate: '20261122', racekey: '05264511', horse_number: '03', horse_id: 'HX1' };
/** Of the winner, whose gap is to the second; the name of the horse is left blank, as some records do. */
const OWN: RecordValues = {
  order_of_finish: '01',
  time_deff: '1',
  horse_name: ' ',
  trouble_classification: '0',
};

/** A record whose fields all have values of their own. */
const recordOf = (table: TableCode, first: number, own: RecordValues = {}): RecordValues => ({
  ...Object.fromEntries(TABLES[table].columns.map(({ name }, at) => [name, String(first + at)])),
  ...SAME,
  ...own,
});

const CARD = recordOf('d_ky', 3000);

const GRIDS: readonly {
  readonly table: TableCode;
  readonly columns: readonly Column[];
  readonly rowsOf: (
    records: readonly RecordValues[],
    card: readonly RecordValues[],
  ) => readonly RecordValues[];
}[] = [
  { table: 'd_se', columns: RESULT_COLUMNS, rowsOf: (records, card) => resultGridRows(records, card, 'en') },
  {
    table: 't_pd',
    columns: PRERACE_COLUMNS,
    rowsOf: (records, card) => joined(records, card, ['bracket_number', 'horse_name', 'horse_id']),
  },
  {
    table: 't_ch',
    columns: TRAINING_COLUMNS,
    rowsOf: (records, card) => joined(records, card, ['bracket_number', 'horse_name', 'horse_id']),
  },
];

describe.each(GRIDS)('the grid of $table', ({ table, columns, rowsOf }) => {
  const record = recordOf(table, 1000, OWN);
  const [row] = rowsOf([record], [CARD]);
  const origins = [originOf(table), originOf('d_ky')];

  it('cites the fields of the records that it names', () => {
    for (const column of columns) {
      const figure = figureIn(origins, column, (name) => row?.[name] ?? null);
      if (figure?.origin === undefined) {
        expect([column.name, columnOf(table, column.name)]).toEqual([column.name, undefined]);
        continue;
      }
      const cited = figure.origin.table === table ? record : CARD;
      expect([column.name, figure.raw]).toEqual([column.name, cited[column.name]]);
    }
  });

  it('copies the fields of the records as raw values', () => {
    const own = columns.filter(({ name }) => columnOf(table, name) !== undefined && name !== 'horse_name');
    const cells = own.map(({ name }) => [row?.[name] ?? null]);
    const text = copyText(
      {
        columns: own,
        cells,
        besides: own.map(({ beside }) => [row?.[beside ?? ''] ?? null]),
        language: 'en',
        names: 'kana',
      },
      { format: 'tsv', withHeads: false, values: 'raw' },
    );
    expect(text.split('\t')).toEqual(own.map(({ name }) => record[name]));
  });
});

it('cites the winner’s gap as it is drawn, with the record’s own, and a name that the card filled in as the card’s', () => {
  const [row] = resultGridRows([recordOf('d_se', 1000, OWN)], [CARD], 'en');
  const cited = (name: string) => {
    const column = RESULT_COLUMNS.find((each) => each.name === name);
    const figure =
      column && figureIn([originOf('d_se'), originOf('d_ky')], column, (field) => row?.[field] ?? null);
    return figure === undefined ? undefined : citationOf(figure, 'en', 'kana');
  };
  expect(cited('time_deff')).toMatch(/^d_se .*: time_deff \(Time gap\) = -0\.1 \(in the record: 1\);/);
  expect(cited('horse_name')).toMatch(/^d_ky .*: horse_name /);
});
