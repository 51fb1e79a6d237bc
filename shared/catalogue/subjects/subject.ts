// A subject is what handicappers ask about: races, runners, runs, payoffs. The app builds its rows from the records of
// several tables, the present and the past ones alike, and shows them in grids as if they were a table.

import type { Column } from '#shared/catalogue/column.ts';
import type { DayRecord } from '#shared/catalogue/day-tables.ts';
import type { AnnotationTarget } from '#shared/annotations/target.ts';
import type { Text } from '#shared/text.ts';

/** Subjects with a row for each race, runner, run, payoff or work. */
export const ROW_SUBJECTS = ['races', 'runners', 'runs', 'payoffs', 'works'] as const;

/** Subjects with a row for each horse or person, counted over runners. */
export const PEOPLE_SUBJECTS = ['horses', 'jockeys', 'trainers', 'sires'] as const;

export const SUBJECT_NAMES = [...ROW_SUBJECTS, ...PEOPLE_SUBJECTS] as const;

export type RowSubject = (typeof ROW_SUBJECTS)[number];
export type PeopleName = (typeof PEOPLE_SUBJECTS)[number];
export type SubjectName = RowSubject | PeopleName;

export const isPeople = (name: SubjectName): name is PeopleName =>
  (PEOPLE_SUBJECTS as readonly string[]).includes(name);

/** Records of a runner with a part for each of its last five runs. */
export const CARD_RECORDS = ['previous', 'previousNotes'] as const satisfies readonly DayRecord[];

export type CardRecord = (typeof CARD_RECORDS)[number];

export const isCardRecord = (record: DayRecord): record is CardRecord =>
  (CARD_RECORDS as readonly DayRecord[]).includes(record);

/** A field of the row's record of this kind. */
export interface RecordField {
  readonly record: DayRecord;
  readonly field: string;
  /** Of a card's record: the field in its part on the row's run, `race_back_2_idm` for `idm` of the run before the last. */
  readonly isOfRun?: true;
  /** Another field of the record: the record is passed over, of several, unless it states this one. */
  readonly ifStated?: string;
}

/** Where values are read from. */
export type ReadOrigin =
  /** The record; null if the row has none. */
  | RecordField
  /** The first of these records that the row has and that is not passed over, even if it is blank there. */
  | { readonly firstOf: readonly RecordField[] };

/** Where the values of a subject's column come from. */
export type Origin =
  | ReadOrigin
  /** Whether the runner took part (shared/racing/starts.ts), from its finish and what befell it. */
  | { readonly tookPart: { readonly finish: ReadOrigin; readonly trouble: ReadOrigin } }
  /** Computed when the records of its race change (electron/archive/subjects/). */
  | { readonly computed: true }
  /** What the user noted about this target; `by`: the subject's columns whose values together are its id. */
  | {
      readonly annotation: AnnotationField;
      readonly target: AnnotationTarget;
      readonly by: readonly string[];
    };

/** `marked_at`: when the mark became what it is; `marked_before_start`: whether that was before the start of the row's race. */
export type AnnotationField = 'mark' | 'note' | 'watched' | 'marked_at' | 'marked_before_start';

export interface SubjectColumn extends Column {
  readonly origin: Origin;
}

export interface Subject {
  readonly name: SubjectName;
  readonly label: Text;
  /** One sentence on what a row is. */
  readonly purpose: Text;
  readonly columns: readonly SubjectColumn[];
  /** The columns that identify a row. */
  readonly primaryKey: readonly string[];
  /** The order of rows. `horse_number` sorts as a number. */
  readonly order: readonly string[];
  /** The records that every row is made of: a day is complete if the archive has all of them. */
  readonly requires: readonly DayRecord[];
  /** Set if a row exists only once its race was run: days to come lack nothing. */
  readonly isOfOutcomes?: true;
  /** Further records that its columns are read from, which a day may lack. */
  readonly uses: readonly DayRecord[];
  /** Records of cards that name its rows too, of later days: they are used as they are stored, and never fetched. */
  readonly namedBy?: readonly CardRecord[];
}

/** The fields that a column may be read from; none if it is computed. */
export function fieldsOf({ origin }: Pick<SubjectColumn, 'origin'>): readonly RecordField[] {
  if ('tookPart' in origin)
    return [origin.tookPart.finish, origin.tookPart.trouble].flatMap((each) => fieldsOf({ origin: each }));
  return 'record' in origin ? [origin] : 'firstOf' in origin ? origin.firstOf : [];
}
