// The lines of a bet list: words, or cells separated by commas, tabs or semicolons, with or without a header.

import { parse } from 'csv-parse/sync';
import { betNamed } from '#shared/betting/bet-names.ts';
import {
  raceReader,
  readFields,
  readWords,
  type BetFields,
  type ReadLine,
} from '#shared/betting/bet-line.ts';
import type { ListedLine } from '#shared/betting/report.ts';

/** Names of columns by what they hold; of several columns of a race all are read, in the order of the file. */
const HEADERS: Readonly<Record<keyof BetFields, readonly string[]>> = {
  race: [
    'race', 'racekey', 'racedate', 'date', 'day', 'course', 'racecourse', 'racecourse_cd', 'number', 'racenumber', 'r',
    'レース', 'レースキー', '日付', '年月日', '開催日', '場', '場名', '競馬場', '場所', 'レース番号', '番号',
  ],
  bet: ['bet', 'type', 'bettype', '賭式', '式別', '券種', '馬券'],
  selection: ['combination', 'combinations', 'selection', 'numbers', 'horses', '組番', '買い目', '馬番', '組合せ', '組み合わせ'],
  stake: ['stake', 'each', 'amount', '金額', '1点', '各', '購入単価'],
  total: ['total', 'totalstake', '合計', '計', '合計金額', '購入金額'],
}; // prettier-ignore

const PARTS = Object.keys(HEADERS) as (keyof BetFields)[];

/** Lines of notes, which are no bets. */
const isNote = (text: string): boolean => text.trim() === '' || text.trimStart().startsWith('#');

type Columns = ReadonlyMap<keyof BetFields, readonly number[]>;

/** Every line that is not blank and no note (`#`), read as a bet or with what is wrong with it. */
export type ListReader = (text: string, today: string) => readonly ListedLine[];

/**
 * Reads lists one after another: lines that were in the one before are not read again, so that each key in a long list
 * costs one line. `today`: in Tokyo, YYYYMMDD.
 */
export function listReader(): ListReader {
  let before = { about: '', lines: new Map<string, ReadLine>() };
  return (text, today) => {
    const lines = new Map<string, ReadLine>();
    const listed = readList(text, today, (line, header, read) => {
      const about = `${today} ${header}`;
      if (before.about !== about) before = { about, lines: new Map() };
      const known = lines.get(line) ?? before.lines.get(line) ?? read();
      lines.set(line, known);
      return known;
    });
    before = { ...before, lines };
    return listed;
  };
}

/** `known`: the reading of a line under a header, by reading it or from memory. */
export function readList(
  text: string,
  today: string,
  known: (line: string, header: string, read: () => ReadLine) => ReadLine = (_line, _header, read) => read(),
): readonly ListedLine[] {
  const raceOf = raceReader(today);
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const head = lines.findIndex((line) => !isNote(line));
  const columns = head < 0 ? undefined : headerIn(lines[head] ?? '');
  return lines.flatMap((line, at) => {
    if (isNote(line) || (columns !== undefined && at === head)) return [];
    const header = columns === undefined ? '' : (lines[head] ?? '');
    return [{ line: at + 1, text: line, read: known(line, header, () => readLine(line, columns, raceOf)) }];
  });
}

function readLine(
  line: string,
  columns: Columns | undefined,
  raceOf: ReturnType<typeof raceReader>,
): ReadLine {
  const cells = cellsOf(line);
  if (cells === undefined) return { is: 'problem', problem: { is: 'bad_quotes', values: {} } };
  if (columns !== undefined) {
    const textIn = (part: keyof BetFields): string =>
      (columns.get(part) ?? [])
        .map((at) => cells[at]?.trim() ?? '')
        .filter((cell) => cell !== '')
        .join(' ');
    return readFields(
      {
        race: textIn('race'),
        bet: textIn('bet'),
        selection: textIn('selection'),
        stake: textIn('stake'),
        total: textIn('total'),
      },
      raceOf,
    );
  }
  const bet = cells.findIndex((cell, at) => at > 0 && betNamed(cell) !== undefined);
  if (bet < 0) return readWords(line, raceOf);
  const [selection = '', stake, ...more] = cells.slice(bet + 1).map((cell) => cell.trim());
  // A selection with commas that is not quoted has become several cells.
  const unread = more.find((cell) => cell !== '');
  if (unread !== undefined)
    return { is: 'problem', problem: { is: 'bad_stake', values: { text: cells.slice(bet + 2).join(',') } } };
  return readFields({ race: cells.slice(0, bet).join(' '), bet: cells[bet] ?? '', selection, stake }, raceOf);
}

/** The columns of a header; undefined if the line is none. */
function headerIn(line: string): Columns | undefined {
  const names = (cellsOf(line) ?? []).map((cell) =>
    // Without what is in brackets, such as a unit.
    (cell.normalize('NFKC').toLowerCase().split('(')[0] ?? '').replaceAll(/[\s_]/g, ''),
  );
  const columns = new Map(
    PARTS.map((part) => {
      const known = HEADERS[part].map((name) => name.replaceAll('_', ''));
      return [part, names.flatMap((name, at) => (known.includes(name) ? [at] : []))] as const;
    }),
  );
  const isHeader = (['race', 'bet', 'selection'] as const).every(
    (part) => (columns.get(part)?.length ?? 0) > 0,
  );
  return isHeader ? columns : undefined;
}

/** The cells of one line; undefined if its quotes do not match. */
function cellsOf(line: string): readonly string[] | undefined {
  const delimiter = ['\t', ';'].find((each) => line.includes(each)) ?? ',';
  if (!line.includes('"')) return line.split(delimiter);
  try {
    const [cells = []] = parse(line, { delimiter, relax_column_count: true, trim: true });
    return cells;
  } catch {
    return undefined;
  }
}
