// The table of the card. Number and name stay at the left; arrow keys move between runners and their past runs.

import { useTranslation } from 'react-i18next';
import type { Conditions } from '#shared/bridge/races.ts';
import type { Sort } from '#shared/bridge/source.ts';
import { MISSING } from '#shared/catalogue/format.ts';
import { BracketNumber } from '../../components/BracketNumber.tsx';
import { bestThree } from '../../racing/best-three.ts';
import { nextSort } from '../../grid/columns/sort-choice.ts';
import { useLanguage } from '../../text/text.ts';
import type { CardColumn } from './card-columns.tsx';
import { FinishLinks } from './FinishLinks.tsx';
import { pastRunsOf } from './past-runs.ts';
import { PlaceLink } from '../../components/PlaceLink.tsx';
import { numberIn, runnerKey, type RecordValues } from '#shared/racing/race-rows.ts';
import { SortHead } from './SortHead.tsx';
import type { useRovingFocus } from '../../components/use-roving-focus.ts';
import { wordOf } from '#shared/racing/runner-words.ts';

interface CardTableProps {
  /** In the order shown. */
  readonly runners: readonly RecordValues[];
  readonly columns: readonly CardColumn[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  /** Why each horse that does not run does not, by number. */
  readonly out: ReadonlyMap<number, string>;
  /** Past-run records by runner. */
  readonly previous: ReadonlyMap<string, RecordValues>;
  /** Of the races of past runs, as far as they are held. */
  readonly conditions: ReadonlyMap<string, Conditions> | undefined;
  readonly isPastLoading: boolean;
  readonly roving: ReturnType<typeof useRovingFocus>;
}

export function CardTable({
  runners,
  columns,
  sort,
  onSort,
  out,
  previous,
  conditions,
  isPastLoading,
  roving,
}: CardTableProps) {
  const { t } = useTranslation('race');
  const language = useLanguage();
  /** A horse that does not run takes no rank from those that do. */
  const runs = runners.map((runner) => !out.has(numberIn(runner, 'horse_number') ?? 0));
  const ranks = new Map(
    columns.flatMap(({ field, ranked }) =>
      ranked === undefined
        ? []
        : [
            [
              field,
              bestThree(
                runners.map((runner, row) => (runs[row] ? runner[field] : null)),
                ranked === 'low',
              ),
            ] as const,
          ],
    ),
  );
  const mostIsBest = new Set(columns.flatMap(({ field, ranked }) => (ranked === 'high' ? [field] : [])));
  const sortBy = (field: string, add: boolean): void =>
    onSort(nextSort(sort, field, add, mostIsBest.has(field) ? 'descending' : 'ascending'));

  return (
    <div {...roving.around} className="card-around">
      <table className="card" aria-label={t('cardLabel')}>
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
        <tbody>
          {runners.map((runner, row) => {
            const number = numberIn(runner, 'horse_number');
            const reason = number === undefined ? undefined : out.get(number);
            const horseId = runner['horse_id']?.trim();
            const name = runner['horse_name']?.trim() || MISSING;
            const blinkers = wordOf('d_ky', runner, 'blinker_cd', language);
            return (
              <tr
                key={runnerKey(runner) ?? `${row}`}
                className={`${reason === undefined ? '' : 'is-out'} ${row === roving.row ? 'is-current' : ''}`}
              >
                <td className="card-number">
                  <BracketNumber bracket={numberIn(runner, 'bracket_number')} number={number ?? MISSING} />
                </td>
                <th scope="row" className="card-horse">
                  {horseId ? (
                    <PlaceLink
                      to={{ screen: 'horse', horse_id: horseId }}
                      stop={roving.stop(row, 0)}
                      className="card-name"
                    >
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
                  {reason !== undefined && <span className="card-reason">{reason}</span>}
                </th>
                {columns.map(({ field, align, draw }) => {
                  const rank = ranks.get(field)?.get(row);
                  return (
                    <td
                      key={field}
                      className={`${align === undefined ? '' : `is-${align}`} ${rank === undefined ? '' : `is-rank-${rank}`}`}
                    >
                      {draw(runner)}
                      {rank !== undefined && <sub className="card-rank">{rank}</sub>}
                    </td>
                  );
                })}
                <td className="card-past">
                  <FinishLinks
                    runs={pastRunsOf(previous.get(runnerKey(runner) ?? ''), undefined)}
                    conditions={conditions}
                    isLoading={isPastLoading}
                    stopOf={(column) => roving.stop(row, column + 1)}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
