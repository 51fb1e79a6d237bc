// The filters that a table's endpoint takes, each with its form and its problem in words.

import { useId, type ReactNode } from 'react';
import type { Browsable } from '#shared/catalogue/browsable.ts';
import type { FilterName } from '#shared/catalogue/table.ts';
import { FILTER_RULES } from '#shared/service-api/filter-rules.ts';
import { Button } from '../../components/Button.tsx';
import { DateField } from '../../components/DateField.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { TextField } from '../../components/TextField.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import type { FilterDraft, FormProblem } from './filter-form.ts';

interface FilterFormProps {
  readonly table: Browsable;
  readonly draft: FilterDraft;
  readonly onChange: (draft: FilterDraft) => void;
  readonly problems: readonly FormProblem[];
  readonly raceDays: ReadonlySet<string>;
  readonly onRun: () => void;
  readonly isRunning: boolean;
}

export function FilterForm(props: FilterFormProps): ReactNode {
  const { table, draft, onChange, problems, raceDays, onRun, isRunning } = props;
  const { t } = useTranslation('table');
  const language = useLanguage();
  const problemId = useId();

  const words = ({ field, problem }: FormProblem): string =>
    t(`problems.${problem}`, { form: field === undefined ? '' : FILTER_RULES[field].form[language] });
  const problemAt = (name: FilterName): string | undefined => {
    const found = problems.find((each) => each.field === name);
    return found === undefined ? undefined : words(found);
  };
  const change = (name: FilterName, value: string): void => onChange({ ...draft, [name]: value });
  const whole = problems.find((each) => each.field === undefined);

  const fieldOf = (name: FilterName): ReactNode => {
    const rule = FILTER_RULES[name];
    const label = rule.label[language];
    const problem = problemAt(name);
    if (rule.isDate) {
      return (
        <div key={name} className="filter-form-date" role="group" aria-describedby={`${problemId}-${name}`}>
          <DateField
            label={label}
            value={draft[name]}
            onChange={(value) => change(name, value)}
            marked={raceDays}
          />
          {(draft[name] ?? '') === '' ? (
            <span className="filter-form-no-clear" />
          ) : (
            <IconButton label={t('clear', { field: label })} onPress={() => change(name, '')}>
              ×
            </IconButton>
          )}
          {problem === undefined ? null : (
            <p className="field-problem" id={`${problemId}-${name}`}>
              {problem}
            </p>
          )}
        </div>
      );
    }
    return (
      <TextField
        key={name}
        label={label}
        value={draft[name] ?? ''}
        onChange={(value) => change(name, value)}
        problem={problem}
        {...(name === 'kettonum' ? { hint: t('deprecated') } : { placeholder: rule.form[language] })}
      />
    );
  };

  return (
    <form
      className="filter-form"
      aria-label={t('filters')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onRun();
      }}
    >
      {table.filters.map(fieldOf)}
      <div className="filter-form-ask">
        <Button kind="primary" type="submit" isPending={isRunning}>
          {isRunning ? t('running') : t('run')}
        </Button>
        <kbd>{t('runHint')}</kbd>
      </div>
      <p className="filter-form-note" aria-live="polite">
        {whole === undefined ? '' : <span className="field-problem">{words(whole)}</span>}
      </p>
    </form>
  );
}
