// The lines of a bet list: words, or cells separated by commas, tabs or semicolons, with or without a header. Words may
// also stand under a header.

import { parse } from 'csv-parse/sync';
import { betNamed } from '#shared/betting/bet-names.ts';
import {
  raceReader,
  readFields,
  readWords,
  type BetFields,
  type ReadLine,
} from '#shared/betting/bet-line.ts';
import type { LineProblem } from '#shared/betting/line-problems.ts';
import type { ListedLine } from '#shared/betting/report.ts';

/** What a column can hold. */
type Part = keyof BetFields | 'key' | 'place' | 'count';

/** Names of columns by what they hold; of several columns of a race all are read, in the order of the file. */
const HEADERS: Readonly<Record<Part, readonly string[]>> = {
  race: [
    'race', 'racedate', 'date', 'day', 'course', 'racecourse', 'racecourse_cd', 'number', 'racenumber', 'r',
    'レース', '日付', '年月日', '開催日', '場', '場名', '競馬場', '場所', 'レース番号', '番号',
  ],
  key: ['racekey', 'レースキー'],
  // Beside the key in a file of checked lines: read only for a race without one.
  place: ['course_name', 'race_no'],
  bet: ['bet', 'type', 'bettype', '賭式', '式別', '券種', '馬券'],
  selection: ['combination', 'selection', 'numbers', 'horses', '組番', '買い目', '馬番', '組合せ', '組み合わせ'],
  // In a file of checked lines how many there are; the selection only if no other column is.
  count: ['combinations'],
  stake: ['stake', 'each', 'amount', '金額', '1点', '各', '購入単価'],
  total: ['total', 'totalstake', '合計', '計', '合計金額', '購入金額'],
}; // prettier-ignore

const PARTS = Object.keys(HEADERS) as Part[];

/** Lines of notes, which are no bets. */
const isNote = (text: string): boolean => text.trim() === '' || text.trimStart().startsWith('#');

interface Header {
  readonly columns: ReadonlyMap<Part, readonly number[]>;
  /** Up to the last column with a name. */
  readonly width: number;
  readonly delimiter: string;
}

/** Every line that is not blank and no note (`#`), read as a bet or with what is wrong with it. */
export type ListReader = (text: string) => readonly ListedLine[];

/**
 * Reads lists one after another: lines that were in the one before are not read again, so that each key in a long list
 * costs one line.
 */
export function listReader(): ListReader {
  let before = { header: '', lines: new Map<string, ReadLine>() };
  return (text) => {
    const lines = new Map<string, ReadLine>();
    const listed = readList(text, (line, header, read) => {
      if (before.header !== header) before = { header, lines: new Map() };
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
  known: (line: string, header: string, read: () => ReadLine) => ReadLine = (_line, _header, read) => read(),
): readonly ListedLine[] {
  const raceOf = raceReader();
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const head = lines.findIndex((line) => !isNote(line));
  const header = head < 0 ? undefined : headerIn(lines[head] ?? '');
  const about = header === undefined ? '' : (lines[head] ?? '');
  return lines.flatMap((line, at) => {
    if (isNote(line) || (header !== undefined && at === head)) return [];
    return [{ line: at + 1, text: line, read: known(line, about, () => readLine(line, header, raceOf)) }];
  });
}

const problem = (is: LineProblem['is'], values: LineProblem['values'] = {}): ReadLine => ({
  is: 'problem',
  problem: { is, values },
});

function readLine(line: string, header: Header | undefined, raceOf: ReturnType<typeof raceReader>): ReadLine {
  const cells = cellsOf(line, header?.delimiter ?? delimiterOf(line));
  if (cells === undefined) return problem('bad_quotes');
  if (header !== undefined) return readCells(line, cells, header, raceOf);
  const bet = cells.findIndex((cell, at) => at > 0 && betNamed(cell) !== undefined);
  if (bet < 0) return readWords(line, raceOf);
  const [selection = '', stake, ...more] = cells.slice(bet + 1).map((cell) => cell.trim());
  // A selection with commas that is not quoted has become several cells.
  const unread = more.find((cell) => cell !== '');
  if (unread !== undefined) return problem('bad_stake', { text: cells.slice(bet + 2).join(',') });
  return readFields({ race: cells.slice(0, bet).join(' '), bet: cells[bet] ?? '', selection, stake }, raceOf);
}

/** A line under a header. */
function readCells(
  line: string,
  cells: readonly string[],
  { columns, width, delimiter }: Header,
  raceOf: ReturnType<typeof raceReader>,
): ReadLine {
  const cellsIn = (part: Part): readonly string[] =>
    (columns.get(part) ?? []).map((at) => cells[at]?.trim() ?? '').filter((cell) => cell !== '');
  const textIn = (part: Part): string => cellsIn(part).join(' ');
  // Lines of words may follow, such as those from marks: commas divide their numbers, other delimiters nothing.
  if (betNamed(textIn('bet')) === undefined && (delimiter === ',' || cells.length === 1)) {
    const words = readWords(line, raceOf);
    if (words.is === 'bet') return words;
  }
  const beyond = cells.slice(width);
  if (beyond.some((cell) => cell.trim() !== ''))
    return problem('more_cells', { text: beyond.join(delimiter).trim() });
  const isCount = columns.get('selection')?.length === 0;
  const selection = textIn(isCount ? 'count' : 'selection');
  if (isCount && /^\d+$/.test(selection.normalize('NFKC')))
    return problem('may_be_count', { text: selection });
  // A word such as BOX may have a column of its own.
  if (cellsIn('selection').filter((cell) => /\p{Nd}/u.test(cell)).length > 1)
    return problem('two_selections', { text: selection });
  const place = textIn('key') || textIn('place');
  return readFields(
    {
      race: `${textIn('race')} ${place}`,
      bet: textIn('bet'),
      selection,
      stake: textIn('stake'),
      total: textIn('total'),
    },
    raceOf,
  );
}

/** The columns of a header; undefined if the line is none. */
function headerIn(line: string): Header | undefined {
  const delimiter = delimiterOf(line);
  const cells = cellsOf(line, delimiter) ?? [];
  const names = cells.map((cell) => {
    const [outside = '', inBrackets = ''] = cell.normalize('NFKC').toLowerCase().split('(');
    const name = outside.replaceAll(/[\s_]/g, '');
    // What is in brackets is a unit, or says that the stake is that of all combinations: "Amount (total)".
    return HEADERS.stake.includes(name) && /total|計/.test(inBrackets) ? 'total' : name;
  });
  const columns = new Map(
    PARTS.map((part) => {
      const known = HEADERS[part].map((name) => name.replaceAll('_', ''));
      return [part, names.flatMap((name, at) => (known.includes(name) ? [at] : []))] as const;
    }),
  );
  const has = (...parts: readonly Part[]): boolean =>
    parts.some((part) => (columns.get(part)?.length ?? 0) > 0);
  const isHeader = has('race', 'key') && has('bet') && has('selection', 'count');
  const width = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  return isHeader ? { columns, width, delimiter } : undefined;
}

const delimiterOf = (line: string): string => ['\t', ';'].find((each) => line.includes(each)) ?? ',';

/** The cells of one line; undefined if its quotes do not match. */
function cellsOf(line: string, delimiter: string): readonly string[] | undefined {
  if (!line.includes('"')) return line.split(delimiter);
  try {
    const [cells = []] = parse(line, { delimiter, relax_column_count: true, trim: true });
    return cells;
  } catch {
    return undefined;
  }
}
