// The filters of a rule, in the grammar of the grid's filters, each with its problem and the help of its column.

import type { ReactNode } from 'react';
import { MOST_FILTERS } from '#shared/bridge/row-query.ts';
import { KNOWN_AT_WORDS } from '#shared/catalogue/known-at.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { problemsOfRule } from '#shared/rules/rule-problems.ts';
import type { Rule } from '#shared/rules/rule.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { ColumnButton } from './ColumnButton.tsx';
import { replaced } from './rule-draft.ts';

/** What a rule may read. */
export const COLUMNS_BEFORE = SUBJECTS.runners.columns.filter(({ knownAt }) => knownAt !== 'result');

interface FilterRowsProps {
  readonly rule: Rule;
  readonly onChange: (rule: Rule) => void;
}

export function FilterRows({ rule, onChange }: FilterRowsProps): ReactNode {
  const { t } = useTranslation('rules');
  const language = useLanguage();
  const { filters } = rule;
  const problems = problemsOfRule(rule);
  const change = (index: number, filter: Rule['filters'][number] | undefined): void =>
    onChange({ ...rule, filters: replaced(filters, index, filter) });
  return (
    <fieldset className="rule-part">
      <legend>{t('picks')}</legend>
      {filters.length === 0 ? <p className="rule-hint">{t('picksAll')}</p> : null}
      {filters.map((filter, index) => {
        const column = SUBJECTS.runners.columns.find(({ name }) => name === filter.column);
        const name = column?.label[language] ?? filter.column;
        const problem = problems.find(({ at }) => at.part === 'filters' && at.index === index);
        const help =
          column?.knownAt === undefined
            ? undefined
            : `${column.meaning[language]} (${KNOWN_AT_WORDS[column.knownAt][language]})`;
        const note = problem?.text[language] ?? help;
        const noteId = `rule-filter-${index}`;
        return (
          <div key={index} className="rule-filter">
            <ColumnButton
              columns={COLUMNS_BEFORE}
              column={filter.column}
              placeholder={name}
              label={t('findColumn')}
              onChoose={(chosen) => change(index, { ...filter, column: chosen })}
            />
            <input
              className="field-input"
              aria-label={t('filterOf', { name })}
              aria-invalid={problem !== undefined}
              aria-describedby={noteId}
              placeholder={t('filterHint')}
              spellCheck={false}
              autoComplete="off"
              value={filter.text}
              onChange={(event) => change(index, { ...filter, text: event.target.value })}
            />
            <button
              type="button"
              className="chip-remove"
              aria-label={t('removeFilter', { name })}
              title={t('removeFilter', { name })}
              onClick={() => change(index, undefined)}
            >
              ×
            </button>
            <p id={noteId} className={problem === undefined ? 'rule-hint' : 'field-problem'}>
              {note}
            </p>
          </div>
        );
      })}
      {filters.length >= MOST_FILTERS ? null : (
        <ColumnButton
          columns={COLUMNS_BEFORE}
          column={undefined}
          placeholder={`+ ${t('addFilter')}`}
          label={t('chooseColumn')}
          onChoose={(column) => onChange({ ...rule, filters: [...filters, { column, text: '' }] })}
        />
      )}
    </fieldset>
  );
}
