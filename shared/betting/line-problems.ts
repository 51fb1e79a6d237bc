// Why a line of a bet list is no bet, in words that say what to do. Window and terminal share them.

import { fill } from '#shared/fill.ts';
import type { Language, Text } from '#shared/text.ts';

// prettier-ignore
const PROBLEMS = {
  no_bet: { en: 'No bet was found. Write win, place, bracket, quinella, wide, exacta, trio or trifecta after the race.', ja: '賭式がありません。レースの後に単勝・複勝・枠連・馬連・ワイド・馬単・3連複・3連単のいずれかを書いてください。' },
  no_race: { en: '“{text}” names no race. Write a race key, or date, course and number: 2026-11-15 Tokyo 11R.', ja: '「{text}」ではレースがわかりません。レースキーか、日付・競馬場・番号（2026-11-15 東京11R）を書いてください。' },
  no_day: { en: 'The date of the race is missing. Write it before the course: 2026-11-15 Tokyo 11R.', ja: 'レースの日付がありません。競馬場の前に書いてください（2026-11-15 東京11R）。' },
  no_course: { en: 'The course of the race is missing. Write it after the date: 2026-11-15 Tokyo 11R.', ja: '競馬場がありません。日付の後に書いてください（2026-11-15 東京11R）。' },
  no_number: { en: 'The number of the race is missing. Write it after the course: 2026-11-15 Tokyo 11R.', ja: 'レース番号がありません。競馬場の後に書いてください（2026-11-15 東京11R）。' },
  several_days: { en: '“{text}” can mean several days. Write the date as 2026-11-15.', ja: '「{text}」は複数の日付に読めます。2026-11-15 の形で書いてください。' },
  relative_day: { en: '“{text}” means another race each year, or each day. Write the date with its year: 2026-11-15 Tokyo 11R.', ja: '「{text}」は読む日によって別のレースになります。年も付けて 2026-11-15 東京11R のように書いてください。' },
  not_a_day: { en: 'There is no such day: “{text}”.', ja: '「{text}」という日はありません。' },
  no_combination: { en: 'The numbers are missing, or leave no combination. Write them after the bet: 3-5, BOX 3,5,7 or 3-5,7.', ja: '番号がないか、組み合わせができません。賭式の後に 3-5、BOX 3,5,7、3-5,7 のように書いてください。' },
  became_date: { en: '“{text}” is a date: a spreadsheet made it of two numbers. Give the column the format Text, or write 3>5.', ja: '「{text}」は日付です。表計算ソフトが変換しています。列の書式を文字列にするか、3>5 と書いてください。' },
  bad_number: { en: '“{number}” is no number from 1 to {most}.', ja: '「{number}」は1〜{most}の番号ではありません。' },
  repeated_number: { en: 'Number {number} is there twice.', ja: '{number}番が重複しています。' },
  too_many_numbers: { en: 'This bet takes {numbers} numbers. For all combinations of more, write BOX in front.', ja: 'この賭式は{numbers}つの番号です。すべての組み合わせなら前にBOXを付けてください。' },
  too_few_numbers: { en: 'This bet takes {numbers} numbers. Separate them with “-”, or write BOX in front of a list.', ja: 'この賭式は{numbers}つの番号が必要です。「-」で区切るか、前にBOXを付けてください。' },
  small_box: { en: 'A box of this bet needs at least {numbers} numbers.', ja: 'この賭式のボックスには{numbers}つ以上の番号が必要です。' },
  unfit_word: { en: '“{word}” does not fit the bet and its numbers. Write one axis as 3-5,7,9 and two as 3-5-7,9.', ja: '「{word}」は賭式か番号と合いません。軸1頭は 3-5,7,9、軸2頭は 3-5-7,9 のように書いてください。' },
  multi_unordered: { en: '“Multi” is for exacta and trifecta: the order of this bet does not count.', ja: 'マルチは馬単と3連単だけです。この賭式は着順を問いません。' },
  bad_stake: { en: '“{text}” is no stake. Write yen for each combination (300), or the total (total 3000).', ja: '「{text}」は金額ではありません。1点の金額（300）か合計（計3000）を書いてください。' },
  stake_unit: { en: 'Stakes are multiples of 100 yen, not {stake}.', ja: '金額は100円単位です（{stake}円は不可）。' },
  stake_uneven: { en: '{stake} yen do not divide into multiples of 100 over {count} combinations.', ja: '{stake}円は{count}点に100円単位で割り切れません。' },
  two_stakes: { en: '{stake} yen on each of {count} combinations are not the total “{text}”. Keep only one of the two.', ja: '1点{stake}円×{count}点は合計「{text}」と合いません。どちらか1つにしてください。' },
  more_cells: { en: '“{text}” is beyond the last column of the header. Put a cell that has commas in quotes.', ja: '見出しの最後の列より後に「{text}」があります。カンマを含むセルは引用符で囲んでください。' },
  two_selections: { en: '“{text}”: two columns have numbers. Leave them in one.', ja: '番号の列が2つあります（「{text}」）。1つだけにしてください。' },
  may_be_count: { en: '“{text}” under “combinations” may be how many there are. Name the column “combination”.', ja: '「combinations」の列の「{text}」は点数とも読めます。列名を「combination」にしてください。' },
  bad_quotes: { en: 'The quotes of this line do not match.', ja: 'この行の引用符が閉じていません。' },
} as const satisfies Readonly<Record<string, Text>>;

export type LineProblemCode = keyof typeof PROBLEMS;

export const LINE_PROBLEMS = Object.keys(PROBLEMS) as [LineProblemCode, ...LineProblemCode[]];

export interface LineProblem {
  readonly is: LineProblemCode;
  readonly values: Readonly<Record<string, string | number>>;
}

export const problemText = ({ is, values }: LineProblem, language: Language): string =>
  fill(PROBLEMS[is][language], values, language);
