// One result of a search as a row of the palette: what it is called, what tells it apart, where it leads.

import type { TFunction } from 'i18next';
import type { Found } from '#shared/bridge/find.ts';
import type { Sort } from '#shared/bridge/source.ts';
import { styledName, type NameStyle } from '#shared/names/latin.ts';
import { raceNameIn } from '#shared/racing/generic-race-name.ts';
import { sireOfId } from '#shared/racing/person.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { describeRacekey, racecourseName } from '#shared/racing/racekey.ts';
import type { Language } from '#shared/text.ts';
import { filtersOfParent } from '../../features/record/breakdowns.ts';
import { ALL_ROWS, ROWS_MEMORY } from '../../features/table/table-state.ts';
import { courseAndNumber } from '../../racing/run-races.ts';
import { navigation } from '../navigation/navigation.ts';
import type { Route } from '../screens.tsx';
import type { PaletteEntry } from './entry.ts';

export interface FoundWords {
  readonly t: TFunction<'find'>;
  readonly language: Language;
  readonly names: NameStyle;
  /** Undefined until the main process has responded. */
  readonly today: string | undefined;
}

/** The results of one search; of namesakes each has its key beside it. */
export function foundEntries(found: readonly Found[], words: FoundWords): readonly PaletteEntry[] {
  const entries = found.map((each) => foundEntry(each, words));
  const namesakes = Map.groupBy(entries, ({ group, label }) => `${group} ${label}`);
  return entries.map((entry, at) => {
    const { kind, key } = found[at] ?? {};
    const isAlone = namesakes.get(`${entry.group} ${entry.label}`)?.length === 1;
    if (isAlone || key === undefined || kind === undefined || !KNOWN_BY_KEY.has(kind)) return entry;
    const detail = [words.t('key', { key }), entry.detail].filter(Boolean).join(words.t('and'));
    return { ...entry, detail };
  });
}

/** A race has its place and a day its date, and the year of birth tells sires and dams apart. */
const KNOWN_BY_KEY: ReadonlySet<Found['kind']> = new Set(['horse', 'jockey', 'trainer']);

function foundEntry(found: Found, words: FoundWords): PaletteEntry {
  const { kind, key = '', name } = found;
  return {
    id: `found.${kind}.${encodeURIComponent(key === '' ? name : key)}`,
    group: words.t(`kinds.${kind}`),
    label: labelOf(found, words),
    detail: detailOf(found, words),
    to: placeOf(found),
    run: () => open(found),
  };
}

function labelOf({ kind, key = '', name, racecourses }: Found, { t, language, names }: FoundWords): string {
  if (kind === 'day') {
    const date = formatRacedate(key, language) ?? key;
    const courses = racecourses?.map((course) => racecourseName(course, language)) ?? [];
    return courses.length === 0 ? date : t('dayAt', { date, courses: courses.join(t('and')) });
  }
  if (name !== '') return styledName(kind === 'race' ? raceNameIn(name, language) : name, names);
  return kind === 'race' ? `${key} · ${describeRacekey(key, language)}` : key;
}

function detailOf(
  { kind, key = '', seen, stored, runner }: Found,
  { t, language, today = '' }: FoundWords,
): string {
  if (!stored) return t('notStored');
  const date = formatRacedate(seen ?? '', language);
  const number = runner === undefined ? undefined : t('runner', { number: runner });
  if (kind === 'race') return [date, courseAndNumber(key, language), number].filter(Boolean).join(' ');
  if (kind === 'day') return '';
  if (date === undefined || seen === undefined) return '';
  const last = seen < today ? t('seen', { date }) : t('onCard', { date });
  const year = kind === 'sire' || kind === 'dam' ? sireOfId(key).birthYear : undefined;
  return year === undefined ? last : `${t('bornIn', { year })}, ${last}`;
}

/** Undefined for a dam, which has no page. */
function placeOf({ kind, key = '', runner }: Found): Route | undefined {
  switch (kind) {
    case 'day':
      return { screen: 'day', racedate: key };
    case 'race':
      return { screen: 'race', racekey: key, tab: 'card', ...(runner === undefined ? {} : { runner }) };
    case 'horse':
      return { screen: 'horse', horse_id: key };
    case 'jockey':
    case 'trainer':
    case 'sire':
      return { screen: 'person', kind, id: key };
    case 'dam':
      return undefined;
  }
}

function open(found: Found): void {
  const place = placeOf(found);
  if (place === undefined) openFoals(found.key ?? found.name);
  else navigation.go(place);
}

/** The runners out of a dam, newest first, with name and birth year as filters that can be seen and removed. */
function openFoals(id: string): void {
  const filters = filtersOfParent('mare', id).map((filter) => ({ ...filter, on: true }));
  navigation.go(
    { screen: 'table', table: 'runners', filter: {} },
    { [ROWS_MEMORY]: { ...ALL_ROWS, sort: NEWEST_FIRST, filters } },
  );
}

const NEWEST_FIRST: Sort = [{ column: 'racedate', direction: 'descending' }];
