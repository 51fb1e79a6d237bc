// Lines of a bet list from marked races. Pure.

import { selectionOf, type MarkChoice, type MarkedRace } from '#shared/betting/from-marks.ts';
import { readSelection } from '#shared/betting/selection.ts';
import { betOf } from '#shared/catalogue/bets.ts';
import { parseRacekey, racecourseName } from '#shared/racing/racekey.ts';
import type { Language } from '#shared/text.ts';

export interface MarkedLines {
  readonly lines: readonly string[];
  readonly combinations: number;
  /** Races whose marks give no combination. */
  readonly without: number;
}

/** `racedate`: YYYYMMDD, if it is known; the race is named by its key otherwise. */
export function markedLines(
  races: readonly (MarkedRace & { readonly racedate: string | undefined })[],
  choice: MarkChoice,
  language: Language,
): MarkedLines {
  const bet = betOf(choice.bet).label[language].toLowerCase();
  let combinations = 0;
  const lines = races.flatMap((race) => {
    const selection = selectionOf(race, choice);
    const read = selection === undefined ? undefined : readSelection(choice.bet, selection);
    if (read?.is !== 'selection') return [];
    combinations += read.combinations.length;
    return [`${raceText(race.racekey, race.racedate, language)} ${bet} ${selection} ${choice.stake}`];
  });
  return { lines, combinations, without: races.length - lines.length };
}

/** "2026-11-15 Tokyo 11R". */
function raceText(racekey: string, racedate: string | undefined, language: Language): string {
  const race = parseRacekey(racekey);
  if (race === undefined || race.elsewhere || racedate === undefined) return racekey;
  const date = `${racedate.slice(0, 4)}-${racedate.slice(4, 6)}-${racedate.slice(6)}`;
  const course = racecourseName(race.racecourse_cd, language);
  return language === 'ja' ? `${date} ${course}${race.raceNumber}R` : `${date} ${course} ${race.raceNumber}R`;
}
