// The table of the card. Number and name are pinned left; arrow keys move between runners and their past runs.

import { useMemo, type MouseEvent, type ReactNode } from 'react';
import { glyphOfMark } from '#shared/annotations/annotation.ts';
import type { Conditions } from '#shared/bridge/races.ts';
import type { Sort } from '#shared/bridge/source.ts';
import { MISSING } from '#shared/catalogue/format.ts';
import { isBlank } from '#shared/catalogue/reading.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import { navigation } from '../../app/navigation/navigation.ts';
import type { ShownAnnotations } from '../../client/use-annotations.ts';
import { BracketNumber } from '../../components/BracketNumber.tsx';
import { keysOfRunner, markedRunner, MY_MARK, wordsOfMark } from '../../racing/annotations/marked-runner.ts';
import '../../racing/annotations/annotations.css';
import { useFigures } from '../../racing/figures/use-figures.ts';
import { PersonLink } from '../../racing/PersonLink.tsx';
import { bestThree } from '../../racing/best-three.ts';
import { nextSort } from './next-sort.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { styledName } from '#shared/names/latin.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import type { CardColumn } from './card-columns.tsx';
import { FinishLinks } from './FinishLinks.tsx';
import { pastRunsOf, withoutRuns } from './past-runs.ts';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import {
  numberIn,
  recordOfRunner,
  runnerKey,
  runnerNumber,
  type RecordValues,
} from '#shared/racing/race-rows.ts';
import { personNamed } from '#shared/racing/person.ts';
import { RuleChips } from '../rules/RuleChips.tsx';
import { SortHead } from './SortHead.tsx';
import type { RunnerRoving } from './use-runner-roving.ts';
import { wordOf } from '#shared/racing/runner-words.ts';

interface CardTableProps {
  /** Whether the race's day is over: rules pick runners only before. */
  readonly isPast: boolean;
  /** In display order. */
  readonly runners: readonly RecordValues[];
  readonly columns: readonly CardColumn[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  /** Why a horse does not run; undefined of runners. */
  readonly reasonOf: (runner: RecordValues) => string | undefined;
  /** Past-run records by runner. */
  readonly previous: ReadonlyMap<string, RecordValues>;
  /** Conditions of the races of past runs, by race key, as far as they are stored. */
  readonly conditions: ReadonlyMap<string, Conditions> | undefined;
  readonly isPastLoading: boolean;
  readonly hasPastFailed: boolean;
  readonly roving: RunnerRoving;
  /** What the user had noted at the time that is shown. */
  readonly noted: ShownAnnotations['of'];
  /** Opens what can be done with a runner, below an element. */
  readonly onMenu: (runner: RecordValues, anchor: HTMLElement) => void;
  /** Shows what the overall index of the current row is made of. */
  readonly onExplain: () => void;
  readonly isExplained: boolean;
}

export function CardTable(props: CardTableProps) {
  const { runners, columns, reasonOf, roving } = props;
  const { t } = useTranslation('race');
  const ranks = useRanks(runners, columns, reasonOf);
  return (
    <div {...roving.around} className="card-around">
      <table className="card" aria-label={t('cardLabel')}>
        <CardHead {...props} />
        <tbody>
          {runners.map((runner, row) => (
            <CardRow key={runnerKey(runner) ?? `${row}`} {...props} runner={runner} row={row} ranks={ranks} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** By column, the rank of a row among the best three. */
type Ranks = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** A horse that does not run takes no rank from those that do. */
function useRanks(
  runners: readonly RecordValues[],
  columns: readonly CardColumn[],
  reasonOf: CardTableProps['reasonOf'],
): Ranks {
  return useMemo(() => {
    const runs = runners.map((runner) => reasonOf(runner) === undefined);
    return new Map(
      columns.flatMap(({ field, ranked }) => {
        const column = columnOf('d_ky', field);
        if (ranked === undefined || column === undefined) return [];
        const values = runners.map((runner, row) => (runs[row] ? runner[field] : null));
        return [[field, bestThree(column, values, ranked === 'low')] as const];
      }),
    );
  }, [runners, columns, reasonOf]);
}

function CardHead({ columns, sort, onSort }: CardTableProps) {
  const { t } = useTranslation('race');
  const { t: annotated } = useTranslation('annotations');
  const language = useLanguage();
  const sortBy = (field: string, add: boolean): void => {
    const highIsBest = columns.some((column) => column.field === field && column.ranked === 'high');
    onSort(nextSort(sort, field, add, highIsBest ? 'descending' : 'ascending'));
  };
  return (
    <thead>
      <tr>
        <SortHead
          field="horse_number"
          head={t('columns.number')}
          title={t('columns.number')}
          sort={sort}
          onSort={sortBy}
          className="card-number"
        />
        <SortHead
          field={MY_MARK.name}
          head={MY_MARK.short[language]}
          title={annotated('markHelp')}
          sort={sort}
          onSort={sortBy}
          className="card-own"
        />
        <SortHead
          field="horse_name"
          head={t('columns.horse')}
          title={t('columns.horse')}
          sort={sort}
          onSort={sortBy}
          className="card-horse"
        />
        {columns.map(({ field, head, title, align }) => (
          <SortHead
            key={field}
            field={field}
            head={head}
            title={title}
            sort={sort}
            onSort={sortBy}
            className={align === undefined ? '' : `is-${align}`}
          />
        ))}
        <th scope="col" title={t('columns.pastTitle')}>
          {t('columns.past')}
        </th>
      </tr>
    </thead>
  );
}

interface CardRowProps extends CardTableProps {
  readonly runner: RecordValues;
  readonly row: number;
  readonly ranks: Ranks;
}

function CardRow(props: CardRowProps) {
  const { runner, row, ranks, columns, previous, conditions, isPastLoading, hasPastFailed, roving } = props;
  const number = runnerNumber(runner);
  const reason = props.reasonOf(runner);
  const past = recordOfRunner(previous, runner);
  const mouse = useRowMouse(props);
  const figures = useFigures(runner, cardFigures(columns));
  return (
    <tr
      ref={figures}
      className={`${reason === undefined ? '' : 'is-out'} ${row === roving.row ? 'is-current' : ''}`}
      {...mouse}
    >
      <td className="card-number">
        <BracketNumber bracket={numberIn(runner, 'bracket_number')} number={number ?? MISSING} />
      </td>
      <MarkCell {...props} />
      <HorseCell {...props} stop={roving.stop(row, 0)} reason={reason} />
      {columns.map(({ field, align, draw, namesPerson, isExplained }) => {
        const rank = ranks.get(field)?.get(row);
        return (
          <td
            key={field}
            data-figure={field}
            className={`${align === undefined ? '' : `is-${align}`} ${rank === undefined ? '' : `is-rank-${rank}`}`}
          >
            {namesPerson !== undefined ? (
              <PersonLink
                person={personNamed(field, (name) => runner[name])}
                stop={roving.stop(row, stopIn(columns, field))}
              >
                {draw(runner)}
              </PersonLink>
            ) : isExplained === true && !isBlank(runner[field]) ? (
              <ExplainedFigure {...props} field={field}>
                {draw(runner)}
              </ExplainedFigure>
            ) : (
              draw(runner)
            )}
            {rank !== undefined && <sub className="card-rank">{rank}</sub>}
          </td>
        );
      })}
      <td className="card-past">
        <FinishLinks
          runs={pastRunsOf(past, undefined)}
          without={withoutRuns(runner, past, hasPastFailed)}
          conditions={conditions}
          isLoading={isPastLoading}
          stopOf={(column) => roving.stop(row, column + 1 + columns.filter(hasStop).length)}
        />
      </td>
    </tr>
  );
}

const hasStop = ({ namesPerson, isExplained }: CardColumn): boolean =>
  namesPerson === true || isExplained === true;

/** The columns of its cells. */
const cardFigures = (columns: readonly CardColumn[]) =>
  ['horse_number', 'bracket_number', 'horse_name', ...columns.map(({ field }) => field)].map(
    (field) => columnOf('d_ky', field) ?? columnOf('d_se', field),
  );

/** The names of people and the explained figure follow the horse's name in the order of the links. */
const stopIn = (columns: readonly CardColumn[], field: string): number =>
  1 + columns.filter(hasStop).findIndex((column) => column.field === field);

interface ExplainedFigureProps extends CardRowProps {
  readonly field: string;
  readonly children: ReactNode;
}

/** A figure that opens what it is made of. */
function ExplainedFigure(props: ExplainedFigureProps): ReactNode {
  const { runner, row, columns, field, roving, isExplained, onExplain, children } = props;
  const { t } = useTranslation('explain');
  const language = useLanguage();
  const index = columnOf('d_ky', field)?.label[language] ?? field;
  return (
    <button
      type="button"
      className="figure-button"
      aria-label={t('figure', { index, value: runner[field]?.trim() })}
      aria-expanded={isExplained && row === roving.row}
      // Safari gives a clicked button no focus: the panel shows the current row.
      onClick={(event) => {
        event.currentTarget.focus({ preventScroll: true });
        onExplain();
      }}
      {...roving.stop(row, stopIn(columns, field))}
    >
      {children}
    </button>
  );
}

/** A click selects the row, a double click opens the horse, the right button offers what can be done with it. */
function useRowMouse({ runner, onMenu }: CardRowProps) {
  const stopOf = (event: MouseEvent): HTMLElement | null => {
    const { target, currentTarget } = event;
    const isControl = target instanceof Element && target.closest('a, button') !== null;
    return isControl ? null : currentTarget.querySelector<HTMLElement>('[data-stop]');
  };
  return {
    onClick: (event: MouseEvent) => stopOf(event)?.focus({ preventScroll: true }),
    onDoubleClick: (event: MouseEvent) => {
      const horse_id = runner['horse_id']?.trim();
      if (horse_id && stopOf(event) !== null) navigation.go({ screen: 'horse', horse_id });
    },
    onContextMenu: (event: MouseEvent) => {
      const stop = event.currentTarget.querySelector<HTMLElement>('[data-stop]');
      if (stop === null) return;
      event.preventDefault();
      stop.focus({ preventScroll: true });
      onMenu(runner, stop);
    },
  };
}

/** The user's own mark; a click offers the marks. */
function MarkCell({ runner, roving, row, onMenu }: CardRowProps) {
  const { t } = useTranslation('annotations');
  const language = useLanguage();
  const mark = runner[MY_MARK.name] ?? undefined;
  return (
    <td className="card-own">
      <button
        type="button"
        className="own-mark"
        // M opens it for the current row: Tab goes on to the rows' links.
        tabIndex={-1}
        title={mark === undefined ? t('markHelp') : wordsOfMark(mark, language)}
        aria-label={t('markOf', {
          name: runner['horse_name']?.trim() ?? '',
          mark: mark === undefined ? t('noMark') : glyphOfMark(mark),
        })}
        onClick={(event) => {
          roving.around.ref.current
            ?.querySelector<HTMLElement>(`[data-stop="${row},0"]`)
            ?.focus({ preventScroll: true });
          onMenu(runner, event.currentTarget);
        }}
      >
        {mark === undefined ? <span className="own-mark-none" /> : glyphOfMark(mark)}
      </button>
    </td>
  );
}

interface HorseCellProps extends Pick<CardRowProps, 'noted' | 'runner' | 'isPast'> {
  readonly stop: ReturnType<CardTableProps['roving']['stop']>;
  /** Why the horse does not run. */
  readonly reason: string | undefined;
}

function HorseCell({ runner, stop, reason, noted, isPast }: HorseCellProps) {
  const { t } = useTranslation('annotations');
  const language = useLanguage();
  const marked = markedRunner(runner);
  const notes = marked === undefined ? [] : keysOfRunner(marked).map(noted);
  const names = useNameStyle();
  const horseId = runner['horse_id']?.trim();
  const name = styledName(runner['horse_name']?.trim() ?? '', names) || MISSING;
  const blinkers = wordOf('d_ky', runner, 'blinker_cd', language);
  return (
    <th scope="row" className="card-horse">
      {horseId ? (
        <PlaceLink to={{ screen: 'horse', horse_id: horseId }} stop={stop} className="card-name">
          {name}
        </PlaceLink>
      ) : (
        name
      )}
      {blinkers !== undefined && (
        <span className="card-blinkers" title={blinkers}>
          B
        </span>
      )}
      {notes.some((each) => each?.watched) && (
        <span className="own-watched" title={t('watched')}>
          ★
        </span>
      )}
      {!isPast && reason === undefined && <RuleChips runner={runner} />}
      {reason !== undefined && <span className="card-reason">{reason}</span>}
      {notes.map(
        (each) =>
          each?.note !== undefined && (
            <span key={each.target} className="own-note" title={each.note}>
              {each.note}
            </span>
          ),
      )}
    </th>
  );
}
