// How the runs of a person or a horse are broken down: the columns that they are grouped by, and how these groups become
// the lines of a table. Pure.

import type { GroupOrder, GroupsRequest } from '#shared/bridge/group-figures.ts';
import type { ColumnFilter, Group, Returns } from '#shared/bridge/row-query.ts';
import { columnOfSubject } from '#shared/catalogue/subjects/subjects.ts';
import { isBlank, isStated, readNumber } from '#shared/catalogue/reading.ts';
import { shownText } from '#shared/catalogue/shown-text.ts';
import type { Item, Term } from '#shared/filters/condition.ts';
import { formatCondition } from '#shared/filters/format-condition.ts';
import { styledName, type NameStyle } from '#shared/names/latin.ts';
import { sireOfId, type Person, type PersonKind } from '#shared/racing/person.ts';
import { withoutAside } from '#shared/racing/race-words.ts';
import type { Language, Text } from '#shared/text.ts';

/** A line of a table: groups of the main process that a handicapper reads as one. */
export interface Line {
  /** Unique among the lines. */
  readonly id: string;
  /** Empty if the records have no value. */
  readonly label: string;
  /** Whom the line is about. */
  readonly person?: Person;
  /** Its label is the code of the person, whom nothing names. */
  readonly isUnnamed: boolean;
  /** The figures of the groups together, of those that started, and the filters that find their rows. */
  readonly group: Group;
}

interface LineContext {
  readonly language: Language;
  readonly names: NameStyle;
  /** Names of people by their codes, for records that have only the code. */
  readonly ofCodes?: ReadonlyMap<string, string> | undefined;
}

interface Named {
  readonly id: string;
  readonly label: string;
  /** Its place among the lines; those without one go by their labels. */
  readonly order?: number;
  readonly person?: Person;
  /** Its label is a code: that of another group of the line is a name. */
  readonly isUnnamed?: true;
}

export interface Breakdown {
  readonly name: 'course' | 'surface' | 'distance' | 'going' | 'class' | 'jockey' | 'trainer' | 'age';
  readonly by: GroupsRequest['by'];
  /** How the lines are sorted at first. */
  readonly first: GroupOrder;
  readonly nameOf: (group: Group, context: LineContext) => Named;
  /** The filters that find the rows of groups of one name; `all`: every group there is. */
  readonly filtersOf: (groups: readonly Group[], all: readonly Group[]) => readonly ColumnFilter[];
}

function filterOf(name: string, term: Term): ColumnFilter {
  const column = columnOfSubject('runners', name);
  return { column: name, text: formatCondition({ anyOf: [{ allOf: [term] }] }, column) };
}

/** The filter of a column of runners, or of the same one of runs, that finds any of the items. */
export const filterBy = (name: string, oneOf: readonly Item[]): ColumnFilter => filterOf(name, { oneOf });

/** Finds the runs that a record counts: no runner without a result, none that was scratched or excluded. */
export const STARTED: ColumnFilter = filterBy('took_part', [{ is: 'whole', text: '1' }]);

/** The columns that say whose a run is: its rider's, who may not be the jockey on the card. */
const WHOSE = {
  jockey: { code: 'rider_cd', name: 'rider_name' },
  trainer: { code: 'trainer_cd', name: 'trainer_name' },
} as const;

/** The runners of a person or, for a sire, its offspring. */
export function filtersOfPerson({ kind, id }: Person): readonly ColumnFilter[] {
  if (kind === 'sire') return filtersOfParent('sire', id);
  return [filterBy(WHOSE[kind].code, [{ is: 'whole', text: id }])];
}

/** The offspring of a sire or dam with this name and birth year (shared/racing/person.ts). */
export function filtersOfParent(parent: 'sire' | 'mare', id: string): readonly ColumnFilter[] {
  const { name, birthYear } = sireOfId(id);
  return [
    filterBy(`${parent}_name`, [{ is: 'whole', text: name }]),
    filterBy(`${parent}_birth_year`, [
      birthYear === undefined
        ? { is: 'empty' }
        : { is: 'range', from: Number(birthYear), to: Number(birthYear) },
    ]),
  ];
}

const IN_ORDER: GroupOrder = { by: 'value', descending: false };
const MOST_RUNS: GroupOrder = { by: 'starts', descending: true };

const keyOf = (group: Group, at = 0): string => group.key[at]?.trim() ?? '';

/** Finds the rows with this value, or without any. */
export const itemOf = (raw: string): Item => (isBlank(raw) ? { is: 'empty' } : { is: 'whole', text: raw });

const unique = <T>(values: readonly T[]): readonly T[] => [...new Set(values)];

/** Finds the values that these groups have in a column of their key. */
const filterOfValues = (name: string, groups: readonly Group[], at = 0): ColumnFilter =>
  filterBy(name, unique(groups.map((group) => keyOf(group, at))).map(itemOf));

/** Lines by the values of one column, in the column's own order. */
function valuesOf(name: Breakdown['name'], column: string): Breakdown {
  const definition = columnOfSubject('runners', column);
  return {
    name,
    by: [column],
    first: IN_ORDER,
    nameOf: (group, { language }) => {
      const raw = keyOf(group);
      return {
        id: raw,
        label: isBlank(raw) ? '' : shownText(definition, raw, language),
        order: isBlank(raw) ? Infinity : (readNumber(raw) ?? Number.MAX_SAFE_INTEGER),
      };
    },
    // A number and a code may be written in two ways: the main process knows them as one.
    filtersOf: (groups) => groups.flatMap(({ filters }) => filters),
  };
}

/** The bands of the international classification: sprint, mile, intermediate, long, extended; metres, ends included. */
export const BANDS: readonly { readonly from?: number; readonly to?: number; readonly label: Text }[] = [
  { to: 1300, label: { en: 'to 1300 m', ja: '～1300m' } },
  { from: 1301, to: 1899, label: { en: '1301–1899 m', ja: '1301～1899m' } },
  { from: 1900, to: 2100, label: { en: '1900–2100 m', ja: '1900～2100m' } },
  { from: 2101, to: 2700, label: { en: '2101–2700 m', ja: '2101～2700m' } },
  { from: 2701, label: { en: 'from 2701 m', ja: '2701m～' } },
];

const bandOf = (group: Group): number => {
  const distance = readNumber(keyOf(group));
  return distance === undefined
    ? -1
    : BANDS.findIndex(({ from = 0, to = Infinity }) => distance >= from && distance <= to);
};

const DISTANCE: Breakdown = {
  name: 'distance',
  by: ['distance'],
  first: IN_ORDER,
  nameOf: (group, { language }) => {
    const band = bandOf(group);
    return { id: String(band), label: BANDS[band]?.label[language] ?? '', order: band < 0 ? Infinity : band };
  },
  filtersOf: ([group]) => {
    const { from, to } = (group && BANDS[bandOf(group)]) ?? {};
    if (from === undefined && to === undefined) return [filterBy('distance', [{ is: 'empty' }])];
    const range = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    return [filterBy('distance', [{ is: 'range', ...range }])];
  },
};

const GOING: Breakdown = {
  name: 'going',
  by: ['turf_condition_cd'],
  first: IN_ORDER,
  nameOf: (group, { language }) => {
    // Of two digits, the tens are the step and the others say whether it is fast or slow.
    const step = keyOf(group).charAt(0);
    const column = columnOfSubject('runners', 'turf_condition_cd');
    return {
      id: step,
      label: step === '' ? '' : shownText(column, step, language),
      order: step === '' ? Infinity : Number(step),
    };
  },
  filtersOf: (groups) => [filterOfValues('turf_condition_cd', groups)],
};

/** The grade of a race above the open class; a special race is named, and of any class. */
const SPECIAL = '5';
const gradeOf = (group: Group): string => {
  const grade = keyOf(group);
  return isStated(grade) && grade !== SPECIAL ? grade : '';
};

/** From graded races down to newcomers. */
const CLASSES = ['OP', '16', '15', '10', '09', '08', '05', '04', 'A3', 'A1', 'A2'];
/** Grades come before classes. Listed races (6) are below those without a number (4). */
const FIRST_CLASS = 10;

const CLASS: Breakdown = {
  name: 'class',
  by: ['grade_cd', 'condition_cd'],
  first: IN_ORDER,
  nameOf: (group, { language }) => {
    const grade = gradeOf(group);
    if (grade !== '') {
      const label = shownText(columnOfSubject('runners', 'grade_cd'), grade, language);
      return { id: `grade ${grade}`, label, order: Number(grade) };
    }
    const condition = keyOf(group, 1);
    if (isBlank(condition)) return { id: '', label: '', order: Infinity };
    // The money limits of before 2019 name the same classes.
    const label = withoutAside(shownText(columnOfSubject('runners', 'condition_cd'), condition, language));
    const at = CLASSES.indexOf(condition);
    return { id: label, label, order: FIRST_CLASS + (at < 0 ? CLASSES.length : at) };
  },
  filtersOf: (groups, all) => {
    const [first] = groups;
    if (first !== undefined && gradeOf(first) !== '') return [filterOfValues('grade_cd', [first])];
    const ungraded = all.filter((group) => gradeOf(group) === '');
    return [filterOfValues('grade_cd', ungraded), filterOfValues('condition_cd', groups, 1)];
  },
};

const UNKNOWN: Text = { en: 'not known', ja: '不明' };

/** A person of whom no stored record has the name. */
export const codeWords = (code: string, language: Language): string =>
  language === 'ja' ? `コード ${code}` : `code ${code}`;

/** Lines by whom the horses ran with: the code tells namesakes apart, the name of most runs is shown. */
const partner = (kind: 'jockey' | 'trainer'): Breakdown => ({
  name: kind,
  by: [WHOSE[kind].code, WHOSE[kind].name],
  first: MOST_RUNS,
  nameOf: (group, { language, names, ofCodes }) => {
    const id = keyOf(group);
    const name = keyOf(group, 1) || (ofCodes?.get(id) ?? '');
    const unnamed = id === '' ? UNKNOWN[language] : codeWords(id, language);
    return {
      id,
      label: name === '' ? unnamed : styledName(name, names),
      ...(name === '' ? { isUnnamed: true } : {}),
      ...(id === '' ? { order: Infinity } : { person: { kind, id } }),
    };
  },
  filtersOf: (groups) => [filterOfValues(WHOSE[kind].code, groups)],
});

const ALIKE: readonly Breakdown[] = [
  valuesOf('course', 'racecourse_cd'),
  valuesOf('surface', 'track_type'),
  DISTANCE,
  GOING,
  CLASS,
];

/** The tables of each kind of person. */
export const BREAKDOWNS: Readonly<Record<PersonKind, readonly Breakdown[]>> = {
  jockey: [...ALIKE, partner('trainer')],
  trainer: [...ALIKE, partner('jockey')],
  sire: [...ALIKE, valuesOf('age', 'horse_age')],
};

/** The tables of a horse. */
export const HORSE_BREAKDOWNS: readonly Breakdown[] = [
  valuesOf('surface', 'track_type'),
  DISTANCE,
  GOING,
  valuesOf('course', 'racecourse_cd'),
  partner('jockey'),
  CLASS,
];

type Stakes = Returns['win'];

const together = (one: Stakes, other: Stakes): Stakes => ({ n: one.n + other.n, yen: one.yen + other.yen });

/** The figures of two groups of one result that share no row, together. */
function added(one: Group, other: Group): Group {
  const { finish, returns } = one;
  return {
    ...one,
    count: one.count + other.count,
    share: one.share + other.share,
    ...(finish === undefined || other.finish === undefined
      ? {}
      : {
          finish: {
            starts: finish.starts + other.finish.starts,
            first: finish.first + other.finish.first,
            firstTwo: finish.firstTwo + other.finish.firstTwo,
            firstThree: finish.firstThree + other.finish.firstThree,
          },
        }),
    ...(returns === undefined || other.returns === undefined
      ? {}
      : {
          returns: {
            win: together(returns.win, other.returns.win),
            place: together(returns.place, other.returns.place),
          },
        }),
  };
}

/** Blanks come last. */
const byLabel = (a: string, b: string): number =>
  Number(a === '') - Number(b === '') || a.localeCompare(b, 'ja');

/** Not their difference: that of two lines that both come last is not a number. */
const byOrder = (a: number, b: number): number => Number(a > b) - Number(a < b);

/** The groups as lines, in the order of the breakdown. */
export function linesOf(
  breakdown: Breakdown,
  groups: readonly Group[],
  context: LineContext,
): readonly Line[] {
  const named = groups.map((group) => ({ group, ...breakdown.nameOf(group, context) }));
  return [...Map.groupBy(named, ({ id }) => id)]
    .flatMap(([id, members]) => {
      const [largest] = members.toSorted(
        (a, b) =>
          Number(a.isUnnamed ?? false) - Number(b.isUnnamed ?? false) || b.group.count - a.group.count,
      );
      if (largest === undefined) return [];
      const own = members.map(({ group }) => group);
      const [first, ...others] = own;
      const sum = first && others.reduce(added, first);
      // What was never run on, such as the going of a race to come, has no record.
      if (sum === undefined || sum.finish?.starts === 0) return [];
      const { label, order, person, isUnnamed = false } = largest;
      const filters = [...breakdown.filtersOf(own, groups)];
      // A line opens the runs that started.
      const count = sum.finish?.starts ?? sum.count;
      const group: Group = { ...sum, count, key: [label, id], filters };
      return [{ id, label, ...(person === undefined ? {} : { person }), isUnnamed, group, order }];
    })
    .toSorted((a, b) => byOrder(a.order ?? 0, b.order ?? 0) || byLabel(a.label, b.label))
    .map(({ order: _order, ...line }) => line);
}
