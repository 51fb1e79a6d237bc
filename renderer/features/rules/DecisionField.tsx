// When a rule decides: by what was known so many minutes before the start.

import type { ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { minutesBefore, type Rule } from '#shared/rules/rule.ts';
import { Select } from '../../components/Select.tsx';

interface DecisionFieldProps {
  readonly rule: Rule;
  readonly onChange: (rule: Rule) => void;
}

const OFFERED = [0, 1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 480];

export function DecisionField({ rule, onChange }: DecisionFieldProps): ReactNode {
  const { t } = useTranslation('rules');
  const minutes = minutesBefore(rule);
  // A file may have any number.
  const offered = [...new Set([...OFFERED, minutes])].toSorted((a, b) => a - b);
  const { minutesBeforePost: _before, ...rest } = rule;
  return (
    <div className="rule-decision">
      <Select
        label={t('decides')}
        options={offered.map((count) => ({ id: String(count), label: t('decision', { count }) }))}
        value={String(minutes)}
        onChange={(chosen) =>
          onChange(chosen === '0' ? rest : { ...rest, minutesBeforePost: Number(chosen) })
        }
      />
      <p className="rule-hint">{t('decidesHint')}</p>
    </div>
  );
}
