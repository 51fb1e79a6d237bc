// The cell under a column's head: the text of its filter, and a button to edit it.

import type { ReactNode } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import type { KeptFilter } from '#shared/saved-views/view.ts';
import { useLanguage, useTranslation } from '../../../text/text.ts';
import { inWords } from './condition-edit.ts';

interface FilterCellProps {
  readonly column: Column;
  readonly filter: KeptFilter | undefined;
  readonly hasProblem: boolean;
  readonly isOpen: boolean;
  readonly onOpen: (column: string, anchor: HTMLElement) => void;
}

export function FilterCell({ column, filter, hasProblem, isOpen, onOpen }: FilterCellProps): ReactNode {
  const { t } = useTranslation('filters');
  const language = useLanguage();
  const name = column.label[language];
  const text = filter === undefined ? '' : inWords(filter.text, column, language, t('emptyValue'));
  const classes = ['filter-cell'];
  if (filter !== undefined && !filter.on) classes.push('is-off');
  if (hasProblem) classes.push('is-wrong');
  return (
    <button
      type="button"
      // Not a Tab stop, because there are hundreds: a key opens it from the head.
      tabIndex={-1}
      className={classes.join(' ')}
      aria-label={text === '' ? t('filterOf', { name }) : t('filterIs', { name, text })}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      title={text === '' ? t('filterOf', { name }) : text}
      onClick={(event) => onOpen(column.name, event.currentTarget)}
    >
      {text}
    </button>
  );
}
