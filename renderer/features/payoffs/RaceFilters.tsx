// The conditions of races, one click away: each opens the filter of its column, the very one that the grid has.

import type { ReactNode } from 'react';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { filterOf } from '../table/filters/filter-list.ts';
import type { ResultState } from '../table/use-result.ts';

/** Columns of the payoffs that are true of the whole race. */
const OF_RACES = [
  'racecourse_cd', 'track_type', 'distance', 'turf_condition_cd', 'condition_cd', 'grade_cd', 'headcount', 'weekday',
] as const; // prettier-ignore

export function RaceFilters({ result }: { readonly result: ResultState }): ReactNode {
  const { t } = useTranslation('payoffs');
  const language = useLanguage();
  const { find, tableState, edit, openFilter } = result;
  return (
    <div className="payoffs-filters" role="group" aria-label={t('conditions')}>
      <span className="payoffs-filters-label" aria-hidden="true">
        {t('conditions')}
      </span>
      {OF_RACES.map((name) => {
        const column = find(name);
        if (column === undefined) return null;
        const isSet = filterOf(tableState.filters, name)?.on === true;
        return (
          <button
            key={name}
            type="button"
            className="toggle-row-button"
            aria-haspopup="dialog"
            aria-expanded={openFilter?.column === name}
            aria-pressed={isSet}
            title={column.meaning[language]}
            onClick={(event) => edit(name, event.currentTarget)}
          >
            {column.label[language]}
          </button>
        );
      })}
    </div>
  );
}
