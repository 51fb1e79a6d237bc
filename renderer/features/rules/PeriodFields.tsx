// The two periods of a rule: the races to choose it on, and those that are kept back to check it.

import { useState, type ReactNode } from 'react';
import { problemsOfRule } from '#shared/rules/rule-problems.ts';
import { isSamePeriod, type Rule, type RulePeriod } from '#shared/rules/rule.ts';
import { DateField } from '../../components/DateField.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { dividedPeriod } from './rule-draft.ts';

type Periods = Pick<Rule, 'choosing' | 'checking'>;

interface PeriodFieldsProps {
  readonly rule: Rule;
  readonly onChange: (rule: Rule) => void;
}

export function PeriodFields({ rule, onChange }: PeriodFieldsProps): ReactNode {
  const { t } = useTranslation('rules');
  const language = useLanguage();
  const { choosing, checking } = rule;
  const problem = problemsOfRule(rule).find(({ at }) => at.part === 'periods');
  /** The periods that were joined last: they come back as they were if the whole was not changed. */
  const [before, setBefore] = useState<Periods>();
  const divided =
    before?.checking !== undefined && isSamePeriod(joined(before.choosing, before.checking), choosing)
      ? before
      : dividedPeriod(choosing);
  const keepBack = (isWanted: boolean): void => {
    const { checking: _checking, ...rest } = rule;
    if (isWanted) onChange({ ...rest, ...divided });
    else if (checking !== undefined) {
      setBefore({ choosing, checking });
      onChange({ ...rest, choosing: joined(choosing, checking) });
    }
  };
  return (
    <div className="rule-periods">
      <Period
        label={t('choosing')}
        hint={t('choosingHint')}
        period={choosing}
        onChange={(period) => onChange({ ...rule, choosing: period })}
      />
      {checking === undefined ? null : (
        <Period
          label={t('checking')}
          hint={t('checkingHint')}
          period={checking}
          onChange={(period) => onChange({ ...rule, checking: period })}
        />
      )}
      <label className="rule-tick">
        <input
          type="checkbox"
          checked={checking !== undefined}
          disabled={checking === undefined && divided.checking === undefined}
          onChange={(event) => keepBack(event.target.checked)}
        />
        {t('hasChecking')}
      </label>
      {checking === undefined && divided.checking === undefined && choosing.from === choosing.to ? (
        <p className="rule-hint">{t('oneDay')}</p>
      ) : null}
      {problem === undefined ? null : <p className="field-problem">{problem.text[language]}</p>}
    </div>
  );
}

/** From the first day of either to the last. */
const joined = (one: RulePeriod, other: RulePeriod): RulePeriod => ({
  from: one.from < other.from ? one.from : other.from,
  to: one.to > other.to ? one.to : other.to,
});

interface PeriodProps {
  readonly label: string;
  readonly hint: string;
  readonly period: RulePeriod;
  readonly onChange: (period: RulePeriod) => void;
}

function Period({ label, hint, period, onChange }: PeriodProps): ReactNode {
  const { t } = useTranslation('rules');
  return (
    <fieldset className="rule-period">
      <legend title={hint}>{label}</legend>
      <DateField
        label={t('from')}
        hideLabel
        value={period.from}
        onChange={(from) => onChange({ ...period, from })}
      />
      <span aria-hidden="true">–</span>
      <DateField label={t('to')} hideLabel value={period.to} onChange={(to) => onChange({ ...period, to })} />
      <p className="rule-hint">{hint}</p>
    </fieldset>
  );
}
