// The checked lines of a bet list as cells, for files and the terminal. A file of them opens as a list again.

import { problemText } from '#shared/betting/line-problems.ts';
import { openReasonText } from '#shared/betting/open-reasons.ts';
import type { BadLine, BetReport, CheckedBet } from '#shared/betting/report.ts';
import type { FieldType } from '#shared/catalogue/column.ts';
import { racecourseName } from '#shared/racing/racekey.ts';
import type { Language } from '#shared/text.ts';

/** Those of the race, the bet, the combination and the stake are columns that a list is read by. */
export const CHECKED_FIELDS: Readonly<Record<string, FieldType>> = {
  racedate: 'S?',
  racekey: 'S?',
  course_name: 'S?',
  race_no: 'N?',
  bet: 'S?',
  combination: 'S?',
  stake: 'N?',
  combinations: 'N?',
  staked: 'N?',
  refunded: 'N?',
  returned: 'N?',
  hits: 'N?',
  open: 'N?',
  remark: 'S?',
  line: 'N',
  typed: 'S',
};

/** A row for each line, in the order of the list. */
export const checkedLines = (
  { bets, bad }: Pick<BetReport, 'bets' | 'bad'>,
  language: Language,
): readonly (readonly (string | null)[])[] =>
  [...bets, ...bad]
    .toSorted((a, b) => a.line - b.line)
    .map((each) => {
      const cells = 'problem' in each ? cellsOfBad(each, language) : cellsOfBet(each, language);
      return Object.keys(CHECKED_FIELDS).map((field) => cells[field] ?? null);
    });

const cellsOfBad = ({ line, text, problem }: BadLine, language: Language): Record<string, string> => ({
  remark: problemText(problem, language),
  line: String(line),
  typed: text,
});

function cellsOfBet(bet: CheckedBet, language: Language): Record<string, string | undefined> {
  const { racekey, racedate, racecourse_cd, raceNumber } = bet;
  return {
    racedate,
    racekey,
    course_name: racecourse_cd === undefined ? undefined : racecourseName(racecourse_cd, language),
    race_no: raceNumber === undefined ? undefined : String(raceNumber),
    bet: bet.bet,
    combination: bet.shown,
    stake: String(bet.stake),
    combinations: String(bet.combinations),
    staked: String(bet.staked),
    refunded: String(bet.refunded),
    returned: String(bet.returned),
    hits: String(bet.hits),
    open: String(bet.open),
    remark: remarkOn(bet, language),
    line: String(bet.line),
    typed: bet.text,
  };
}

/** Why combinations are open, and that the bet is there twice; undefined if there is nothing to say. */
export function remarkOn(
  { reasons, sameAs, combinations }: Pick<CheckedBet, 'reasons' | 'sameAs' | 'combinations'>,
  language: Language,
): string | undefined {
  const open = reasons.map(({ reason, count }) => {
    const words = openReasonText(reason)[language];
    if (count === combinations) return words;
    return language === 'ja' ? `${words}（${count}点）` : `${words} (${count} of ${combinations})`;
  });
  const same =
    sameAs === undefined
      ? []
      : [language === 'ja' ? `${sameAs}行目と同じ` : `The same bet as in line ${sameAs}`];
  const all = [...open, ...same];
  return all.length === 0 ? undefined : all.join(language === 'ja' ? '。' : '. ');
}
