// What one past run shows, as text: the cell of the tab draws these words, and a file as shown has them.

import type { TFunction } from 'i18next';
import type { Conditions } from '#shared/bridge/races.ts';
import { formatBare, MISSING } from '#shared/catalogue/format.ts';
import { isBlank } from '#shared/catalogue/reading.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import { styledName, type NameStyle } from '#shared/names/latin.ts';
import { numberIn } from '#shared/racing/race-rows.ts';
import { finishWords } from '#shared/racing/result-rows.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { describeRacekey } from '#shared/racing/racekey.ts';
import { cornersOf, finishInShort, finishOf, gapOf, labelsOf } from '#shared/racing/runner-words.ts';
import type { Language } from '#shared/text.ts';
import { courseAndNumber, raceWords, type RaceWords } from '../../racing/run-races.ts';
import type { Rival } from './past-rivals.ts';
import type { PastRun } from './past-runs.ts';

/** One of today's runners that ran in the same race. */
export interface RivalWords {
  /** Its number today or, before the draw, its name. */
  readonly who: string;
  readonly bracket: number | undefined;
  /** "1st", "DNF": its finish in that race. */
  readonly finish: string;
}

export interface PastRunWords {
  /** "26.11.15 Tokyo 11R": five of them stand side by side. */
  readonly head: string;
  /** Date and race in full. */
  readonly place: string;
  readonly idm: string;
  /** The race; undefined if its program is not stored. */
  readonly race: RaceWords | undefined;
  /** The place in the order of finish, if the horse has one. */
  readonly order: number | undefined;
  /** The place and what is to be said of it, or why there is none. */
  readonly finish: string;
  readonly popularity: string | undefined;
  readonly time: string;
  readonly gap: string | undefined;
  /** The winner, or the second of a run that was won. */
  readonly opponent: string | undefined;
  readonly opponentLine: string | undefined;
  /** Undefined if no record says who rode. */
  readonly rider: string | undefined;
  /** What was carried, in kilograms; undefined if no stored record says so. */
  readonly carried: string | undefined;
  /** Those of today that it met there, the first at the finish first. */
  readonly met: readonly RivalWords[];
  readonly corners: string;
  readonly lastThree: string;
  readonly weight: string;
  readonly remarks: readonly string[];
}

const NOTE_COUNT = 6;

/** A field of the run as text. */
function valueOf(run: PastRun, field: string, language: Language): string {
  const name = run.prefix + field;
  const raw = run.detail[name];
  const column = columnOf('t_ze', name) ?? columnOf('t_zk', name);
  return column === undefined || isBlank(raw) ? MISSING : formatBare(column, raw, language);
}

const shortDate = (racedate: string | undefined): string =>
  racedate === undefined ? MISSING : `${racedate.slice(2, 4)}.${racedate.slice(4, 6)}.${racedate.slice(6)}`;

/** The special notes of the run and its comments. */
function remarksOf({ notes, prefix }: PastRun, language: Language): readonly string[] {
  const fields = Array.from({ length: NOTE_COUNT }, (_, at) => `${prefix}special_note_cd${at + 1}`);
  const special = notes === undefined ? [] : labelsOf('t_zk', notes, fields, language);
  const comments = ['race_comment', 'paddock_comment', 'tack_comment'].flatMap(
    (field) => notes?.[prefix + field]?.trim() || [],
  );
  return [...special, ...comments];
}

/** How the words of a cell are chosen. */
export interface Words {
  readonly t: TFunction<'race'>;
  readonly language: Language;
  readonly names: NameStyle;
}

/** What other records know of a run. */
export interface BesideRun {
  /** Of its race, if the archive has the program. */
  readonly conditions?: Conditions | undefined;
  /** As shown. */
  readonly rider?: string | undefined;
  /** What was carried, as recorded. */
  readonly carried?: string | undefined;
  /** Today's other runners in its race. */
  readonly rivals?: readonly Rival[] | undefined;
}

export function pastRunWords(
  run: PastRun,
  { conditions, rider, carried, rivals = [] }: BesideRun,
  words: Words,
): PastRunWords {
  const { t, language, names } = words;
  const { racekey, racedate, detail, prefix } = run;
  const { place } = finishOf(detail, language, prefix);
  const popularity = numberIn(detail, `${prefix}confirmed_win_popularity`);
  const opponent = styledName(detail[`${prefix}winning_horse`]?.trim() ?? '', names) || undefined;
  const gapField = columnOf('t_ze', `${prefix}time_deff`);
  const gap = gapField && formatBare(gapField, gapOf(detail, prefix), language);
  const weightField = columnOf('t_ky', 'weight_to_carry');
  const where = racekey === undefined ? MISSING : courseAndNumber(racekey, language);
  const full = [formatRacedate(racedate ?? '', language), racekey && describeRacekey(racekey, language)];
  return {
    head: `${shortDate(racedate)} ${where}`,
    place: full.filter(Boolean).join(' '),
    idm: valueOf(run, 'idm', language),
    race: conditions === undefined ? undefined : raceWords(conditions, language),
    order: place,
    finish: finishWords(detail, language, prefix) ?? MISSING,
    popularity: popularity !== undefined && popularity > 0 ? t('popularity', { popularity }) : undefined,
    time: valueOf(run, 'time_record', language),
    gap: gap === MISSING ? undefined : gap,
    opponent,
    opponentLine: opponent && t(place === 1 ? 'secondOfRun' : 'winnerOfRun', { name: opponent }),
    rider,
    carried: carried && weightField && formatBare(weightField, carried, language),
    met: rivals.map((rival) => rivalWords(rival, words)),
    corners: cornersOf(detail, prefix) ?? MISSING,
    lastThree: `${t('lastThree')} ${valueOf(run, 'later3f_time', language)}`,
    weight: valueOf(run, 'horse_weight', language),
    remarks: remarksOf(run, language),
  };
}

function rivalWords({ number, bracket, name, place, run }: Rival, { t, language, names }: Words): RivalWords {
  const { detail, prefix } = run;
  return {
    who: number === undefined ? styledName(name, names) || MISSING : String(number),
    bracket,
    finish:
      place === undefined
        ? (finishInShort(detail, language, prefix) ?? MISSING)
        : t('finished', { count: place, ordinal: true }),
  };
}

/** What stands between two rivals. */
export const rivalSeparator = (language: Language): string => (language === 'ja' ? '、' : ', ');

/** "Met 5 (1st), 9 (4th)"; undefined if it met none. */
export const metLine = (
  met: readonly RivalWords[],
  { t, language }: Pick<Words, 't' | 'language'>,
): string | undefined =>
  met.length === 0
    ? undefined
    : `${t('met')} ${met.map(({ who, finish }) => t('rival', { who, finish })).join(rivalSeparator(language))}`;

/** "ダ1600 良 15頭 G1 水仙大賞典" in its parts. */
export const raceParts = (
  { ground, going, runners, name }: RaceWords,
  t: TFunction<'race'>,
): readonly [ground: string, going: string, field: string, name: string] => [
  ground,
  going ?? MISSING,
  runners === undefined ? MISSING : t('ran', { count: runners }),
  name,
];

export const remarksText = (remarks: readonly string[], language: Language): string =>
  remarks.join(language === 'ja' ? '・' : '; ');

/** How much of a run a cell shows: all of it, or two lines, so that a whole field fits on a screen. */
export type RunForm = 'full' | 'compact';

/** The race of a run in two lines: without its name. */
export const briefRaceParts = (race: RaceWords, t: TFunction<'race'>): readonly string[] =>
  raceParts(race, t).slice(0, 3);

/** The cell as text, a line for each of its lines. `hasRaceLine`: whether it has the line of the race. */
export function pastRunText(
  words: PastRunWords,
  hasRaceLine: boolean,
  { t, language }: Pick<Words, 't' | 'language'>,
  form: RunForm,
): string {
  if (form === 'compact') {
    const brief = words.race === undefined ? [] : briefRaceParts(words.race, t);
    return textOf([
      [words.finish, ...brief, words.idm],
      [words.head, words.gap, words.lastThree],
    ]);
  }
  const race = words.race === undefined ? [MISSING] : raceParts(words.race, t);
  return textOf([
    [words.head, words.idm],
    hasRaceLine ? race : [],
    [words.finish, words.popularity, words.time, words.gap],
    [words.corners, words.lastThree, words.weight],
    [words.rider, words.carried, words.opponentLine],
    [metLine(words.met, { t, language })],
    [remarksText(words.remarks, language)],
  ]);
}

const textOf = (lines: readonly (readonly (string | undefined)[])[]): string =>
  lines
    .map((parts) => parts.filter((part) => part !== undefined && part !== '').join(' '))
    .filter((line) => line !== '')
    .join('\n');
