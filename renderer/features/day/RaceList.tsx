// All races of the day in one table by post time: sortable, with a plain filter, and arrow keys between its rows.

import { useMemo, useRef, type ReactNode } from 'react';
import type { Sort } from '#shared/bridge/source.ts';
import { MISSING } from '#shared/catalogue/format.ts';
import { styledName } from '#shared/names/latin.ts';
import { gradeOf } from '#shared/racing/race-words.ts';
import { navigation, useStepMemory } from '../../app/navigation/navigation.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { nextSort } from '../race/next-sort.ts';
import { SortHead } from '../race/SortHead.tsx';
import { ListFilterBar } from './ListFilterBar.tsx';
import type { NextRace } from './next-race.ts';
import { TimeUntil } from './TimeUntil.tsx';
import {
  filteredRaces,
  LIST_COLUMNS,
  listedRaces,
  sortedRaces,
  type ListColumn,
  type ListedRace,
  type ListFilter,
} from './race-list.ts';
import { useFigures } from '../../racing/figures/use-figures.ts';
import { RACE_FIGURES } from './race-figures.ts';
import type { CourseDay } from './racing-day.ts';
import { useRacePosition } from './use-race-position.ts';
import './RaceList.css';

interface RaceListProps {
  readonly racedate: string;
  readonly courses: readonly CourseDay[];
  readonly next: NextRace | undefined;
  /** What stands beside the races or below them. */
  readonly children: ReactNode;
}

const BY_POST_TIME: Sort = [{ column: 'time', direction: 'ascending' }];
const NO_FILTER: ListFilter = {};
const NUMBERS: ReadonlySet<ListColumn> = new Set<ListColumn>(['field', 'paid']);

export function RaceList({ racedate, courses, next, children }: RaceListProps) {
  const { t } = useTranslation('day');
  const language = useLanguage();
  const [sort, setSort] = useStepMemory<Sort>('day.list.sort', BY_POST_TIME);
  const [filter, setFilter] = useStepMemory<ListFilter>('day.list.filter', NO_FILTER);
  const races = useMemo(() => listedRaces(courses, language), [courses, language]);
  const rows = useMemo(() => sortedRaces(filteredRaces(races, filter), sort), [races, filter, sort]);
  const scroller = useRef<HTMLDivElement>(null);
  const columns = useMemo(() => [{ races: rows }], [rows]);
  const current = useRacePosition(scroller, racedate, columns, 'day.list');
  const onSort = (field: string, add: boolean): void => {
    const first = field === 'paid' || field === 'state' ? 'descending' : 'ascending';
    setSort(nextSort(sort, field, add, first));
  };
  return (
    <div ref={scroller} className="day-body">
      <div className="day-main">
        <ListFilterBar races={races} shown={rows.length} filter={filter} onChange={setFilter} />
        <table className="race-list" aria-label={t('list.label')}>
          <thead>
            <tr>
              {LIST_COLUMNS.map((column) => (
                <SortHead
                  key={column}
                  field={column}
                  head={t(`list.heads.${column}`)}
                  title={t(`list.titles.${column}`)}
                  sort={sort}
                  onSort={onSort}
                  className={`race-list-${column} ${NUMBERS.has(column) ? 'is-number' : ''}`}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((race) => (
              <ListRow
                key={race.racekey}
                race={race}
                isTabStop={race.racekey === current}
                minutes={next?.race.racekey === race.racekey ? next.minutes : undefined}
              />
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p className="race-list-none">{t('list.none')}</p>}
      </div>
      {children}
    </div>
  );
}

interface ListRowProps {
  readonly race: ListedRace;
  readonly isTabStop: boolean;
  /** Until post time, if this is the next race. */
  readonly minutes: number | undefined;
}

/** The button in the name's cell covers its row, so that a click anywhere opens the race. */
function ListRow({ race, isTabStop, minutes }: ListRowProps) {
  const { t } = useTranslation('day');
  const language = useLanguage();
  const names = useNameStyle();
  const { racekey, number, courseName, surface, record } = race;
  const grade = gradeOf(record, language);
  const figures = useFigures(record, RACE_FIGURES);
  return (
    <tr ref={figures} className={minutes === undefined ? '' : 'is-next'}>
      <td className="race-list-time">{race.postTime}</td>
      <td className="race-list-course">
        {courseName} <b>{t('raceNumber', { number })}</b>
      </td>
      <td className="race-list-race">
        <button
          type="button"
          className="race-list-open"
          data-racekey={racekey}
          tabIndex={isTabStop ? 0 : -1}
          aria-label={`${courseName} ${t('raceNumber', { number })} ${styledName(race.title, names)}`}
          onClick={() => navigation.go({ screen: 'race', racekey, tab: 'card' })}
        >
          {grade !== undefined && <b className="race-row-grade">{grade}</b>} {styledName(race.title, names)}
        </button>
      </td>
      <td className={`race-list-distance race-row-${surface.kind}`}>{surface.text}</td>
      <td className="race-list-class">{race.className}</td>
      <td className="race-list-going">{race.going ?? MISSING}</td>
      <td className="race-list-field is-number">{race.runners ?? MISSING}</td>
      <td className="race-list-state">
        {race.state === undefined ? MISSING : t(`list.states.${race.state}`)}
        {minutes !== undefined && (
          <>
            {' · '}
            <TimeUntil minutes={minutes} />
          </>
        )}
      </td>
      <Outcome race={race} />
    </tr>
  );
}

/** Winner, favorite and win payoff: dashes until the race is run. */
function Outcome({ race: { winners, favorites } }: { readonly race: ListedRace }) {
  const { t } = useTranslation('day');
  const names = useNameStyle();
  const paid = winners.flatMap(({ payoff }) => payoff ?? []);
  return (
    <>
      <td className="race-list-winner">
        {winners.length === 0
          ? MISSING
          : winners.map(({ horseNumber, name, popularity }) => (
              <span key={horseNumber}>
                <b>{horseNumber}</b> {styledName(name ?? '', names)}{' '}
                {popularity !== undefined && (
                  <span className="race-row-popularity">{t('popularity', { rank: popularity })}</span>
                )}{' '}
              </span>
            ))}
      </td>
      <td className="race-list-favorite">
        {favorites.length === 0
          ? MISSING
          : favorites.map(({ horseNumber, name, finish }) => (
              <span key={horseNumber} title={styledName(name ?? '', names)}>
                <b>{horseNumber}</b>{' '}
                {finish === 1
                  ? t('list.won')
                  : finish === undefined
                    ? t('list.unplaced')
                    : t('list.finished', { place: finish })}{' '}
              </span>
            ))}
      </td>
      <td className="race-list-paid is-number">
        {paid.length === 0
          ? MISSING
          : paid.map((payoff) => t('list.yen', { yen: payoff.toLocaleString('en-US') })).join(', ')}
      </td>
    </>
  );
}
