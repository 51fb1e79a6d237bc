// The editor of a rule: its name, its periods, what it picks and how it bets, and the buttons that run it.

import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { problemsOfRule } from '#shared/rules/rule-problems.ts';
import type { Rule, RulePeriod } from '#shared/rules/rule.ts';
import { useBridge } from '../../client/bridge.tsx';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { TextField } from '../../components/TextField.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { BetRows } from './BetRows.tsx';
import { ColumnButton } from './ColumnButton.tsx';
import { DecisionField } from './DecisionField.tsx';
import { FilterRows } from './FilterRows.tsx';
import { PeriodFields } from './PeriodFields.tsx';

interface RuleEditorProps {
  readonly rule: Rule;
  readonly onChange: (rule: Rule) => void;
  /** The column of the groups. */
  readonly by: string | undefined;
  readonly onBy: (column: string | undefined) => void;
  readonly isRunning: boolean;
  readonly onRun: (period: RulePeriod) => void;
  /** What is done with the rule's file, at the end of its last line. */
  readonly children: ReactNode;
}

export function RuleEditor(props: RuleEditorProps): ReactNode {
  const { rule, onChange, by, onBy, isRunning, onRun, children } = props;
  const { t } = useTranslation('rules');
  const language = useLanguage();
  const problems = problemsOfRule(rule);
  const isSound = problems.length === 0;
  return (
    <form
      className="rule-editor"
      aria-label={t('editor')}
      onSubmit={(event) => {
        event.preventDefault();
        if (isSound) onRun(rule.choosing);
      }}
    >
      <div className="rule-line">
        <TextField
          label={t('name')}
          value={rule.name}
          problem={problems.find(({ at }) => at.part === 'name')?.text[language]}
          onChange={(name) => onChange({ ...rule, name })}
        />
        <TextField
          label={t('note')}
          value={rule.note ?? ''}
          problem={problems.find(({ at }) => at.part === 'note')?.text[language]}
          onChange={(note) => onChange({ ...rule, note: note === '' ? undefined : note })}
        />
        <label className="rule-tick">
          <input
            type="checkbox"
            checked={rule.watch === true}
            onChange={(event) => onChange({ ...rule, watch: event.target.checked })}
          />
          {t('watch')}
        </label>
      </div>
      <PeriodFields rule={rule} onChange={onChange} />
      <FilterRows rule={rule} onChange={onChange} />
      <DecisionField rule={rule} onChange={onChange} />
      <BetRows rule={rule} onChange={onChange} />
      <div className="rule-line rule-actions">
        <span className="field">
          <span className="field-label">{t('groupBy')}</span>
          <span className="rule-order">
            <ColumnButton
              columns={SUBJECTS.runners.columns}
              column={by}
              placeholder={t('noGroup')}
              label={t('groupBy')}
              onChoose={onBy}
            />
            {by === undefined ? null : (
              <button
                type="button"
                className="chip-remove"
                aria-label={t('noGroup')}
                title={t('noGroup')}
                onClick={() => onBy(undefined)}
              >
                ×
              </button>
            )}
          </span>
        </span>
        <span title={t('runHint')}>
          <Button kind="primary" type="submit" isPending={isRunning} isDisabled={!isSound}>
            {isRunning ? t('running') : t('run')}
          </Button>
        </span>
        {rule.checking === undefined ? null : (
          <LookButton rule={rule} isDisabled={!isSound || isRunning} onLook={onRun} />
        )}
        {children}
      </div>
    </form>
  );
}

interface LookButtonProps {
  readonly rule: Rule;
  readonly isDisabled: boolean;
  readonly onLook: (period: RulePeriod) => void;
}

/** The first look is free; whoever looks again is told what that is worth. */
function LookButton({ rule, isDisabled, onLook }: LookButtonProps): ReactNode {
  const { t } = useTranslation(['rules', 'shell']);
  const { queries } = useBridge();
  const [isAsking, setAsking] = useState(false);
  const looks = useQuery({
    ...queries.rules.looks.queryOptions({ input: { rule } }),
    staleTime: 0,
    enabled: !isDisabled,
  });
  const count = looks.data?.looks;
  const { checking } = rule;
  if (checking === undefined) return null;
  const look = (): void => {
    setAsking(false);
    onLook(checking);
  };
  return (
    <>
      <Button
        // A count that is being read again may be of before another window's look.
        isDisabled={isDisabled || looks.isFetching || count === undefined}
        onPress={() => (count === 0 ? look() : setAsking(true))}
      >
        {t('look')}
      </Button>
      <span className="rule-hint">{count === undefined ? '' : t('looked', { count })}</span>
      <Dialog
        title={t('lookAgainTitle')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onPress={() => setAsking(false)}>{t('shell:cancel')}</Button>
            <Button kind="primary" onPress={look}>
              {t('lookAgain')}
            </Button>
          </>
        }
      >
        <p>{t('lookAgainText', { count: count ?? 0 })}</p>
      </Dialog>
    </>
  );
}
