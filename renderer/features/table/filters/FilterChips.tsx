// Every filter as a chip above the grid, so that none is hidden: it can be switched off, edited and removed.

import type { ReactNode } from 'react';
import type { FilterProblem } from '#shared/bridge/row-query.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { Button } from '../../../components/Button.tsx';
import { useLanguage, useTranslation } from '../../../text/text.ts';
import { inWords } from './condition-edit.ts';
import { switched, withoutFilter, type Filters } from './filter-list.ts';
import './filters.css';

interface FilterChipsProps {
  readonly filters: Filters;
  readonly columns: readonly Column[];
  readonly problems: readonly FilterProblem[];
  readonly onChange: (filters: Filters) => void;
  readonly onEdit: (column: string, anchor: HTMLElement) => void;
  readonly onClearAll: () => void;
}

export function FilterChips(props: FilterChipsProps): ReactNode {
  const { filters, columns, problems, onChange, onEdit, onClearAll } = props;
  const { t } = useTranslation('filters');
  const language = useLanguage();
  if (filters.length === 0) return null;
  return (
    <div className="filter-chips" role="group" aria-label={t('filters')}>
      {filters.map((filter) => {
        const column = columns.find(({ name }) => name === filter.column);
        const name = column?.label[language] ?? filter.column;
        const problem = problems.find((each) => each.column === filter.column);
        const text =
          column === undefined ? filter.text : inWords(filter.text, column, language, t('emptyValue'));
        const classes = ['filter-chip'];
        if (!filter.on) classes.push('is-off');
        if (problem !== undefined) classes.push('is-wrong');
        return (
          <span
            key={filter.column}
            className={classes.join(' ')}
            role="group"
            aria-label={`${name}: ${text}`}
          >
            <input
              type="checkbox"
              checked={filter.on}
              aria-label={t('isOn', { name })}
              title={filter.on ? t('switchOff') : t('switchOn')}
              onChange={() => onChange(switched(filters, filter.column))}
            />
            <button
              type="button"
              className="filter-chip-words"
              title={problem?.problem[language] ?? t('edit', { name })}
              disabled={column === undefined}
              onClick={(event) => onEdit(filter.column, event.currentTarget)}
            >
              <b>{name}</b> {text}
              {column !== undefined && problem === undefined ? null : (
                <span className="filter-chip-problem">
                  {' '}
                  {t(column === undefined ? 'noColumn' : 'notFiltering')}
                </span>
              )}
            </button>
            <button
              type="button"
              className="chip-remove"
              aria-label={t('remove', { name })}
              title={t('remove', { name })}
              onClick={() => onChange(withoutFilter(filters, filter.column))}
            >
              ×
            </button>
          </span>
        );
      })}
      <Button kind="quiet" onPress={onClearAll}>
        {t('clearAll')}
      </Button>
    </div>
  );
}
