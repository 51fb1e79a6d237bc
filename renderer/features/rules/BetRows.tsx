// The bets of a rule: the bet, how it is made of the picked runners, their order, and the stake.

import type { ReactNode } from 'react';
import { BETS, betOf } from '#shared/catalogue/bets.ts';
import { canOrder, formsOf, problemsOfRule } from '#shared/rules/rule-problems.ts';
import { MOST_BETS, MOST_TAKEN, RULE_STAKE, type Rule, type RuleBet } from '#shared/rules/rule.ts';
import { Button } from '../../components/Button.tsx';
import { Select } from '../../components/Select.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { ColumnButton } from './ColumnButton.tsx';
import { COLUMNS_BEFORE } from './FilterRows.tsx';
import { asBet, asForm, replaced, withOrder, withTake } from './rule-draft.ts';

const ORDERING = COLUMNS_BEFORE.filter(canOrder);
const ALL = 'all';
const NEW_BET: RuleBet = { bet: 'place', form: 'each', stake: 100 };

interface BetRowsProps {
  readonly rule: Rule;
  readonly onChange: (rule: Rule) => void;
}

export function BetRows({ rule, onChange }: BetRowsProps): ReactNode {
  const { t } = useTranslation('rules');
  const language = useLanguage();
  const { bets } = rule;
  const problems = problemsOfRule(rule);
  return (
    <fieldset className="rule-part">
      <legend>{t('bets')}</legend>
      {bets.map((bet, index) => {
        const problem = problems.find(({ at }) => at.part === 'bets' && at.index === index);
        return (
          <div key={index} className="rule-bet" role="group" aria-label={t('betRow', { number: index + 1 })}>
            <BetRow bet={bet} onChange={(next) => onChange({ ...rule, bets: replaced(bets, index, next) })} />
            {bets.length === 1 ? null : (
              <button
                type="button"
                className="chip-remove"
                aria-label={t('removeBet', { number: index + 1 })}
                title={t('removeBet', { number: index + 1 })}
                onClick={() => onChange({ ...rule, bets: replaced(bets, index, undefined) })}
              >
                ×
              </button>
            )}
            {problem === undefined ? null : <p className="field-problem">{problem.text[language]}</p>}
          </div>
        );
      })}
      <Button
        kind="quiet"
        isDisabled={bets.length >= MOST_BETS}
        onPress={() => onChange({ ...rule, bets: [...bets, NEW_BET] })}
      >
        + {t('addBet')}
      </Button>
    </fieldset>
  );
}

function BetRow({
  bet,
  onChange,
}: {
  readonly bet: RuleBet;
  readonly onChange: (bet: RuleBet) => void;
}): ReactNode {
  const { t } = useTranslation('rules');
  const language = useLanguage();
  const { numbers } = betOf(bet.bet);
  const least = bet.form === 'each' ? 1 : numbers;
  const counts = Array.from({ length: MOST_TAKEN - least + 1 }, (_, at) => least + at);
  return (
    <>
      <Select
        label={t('bet')}
        options={BETS.map(({ name, label }) => ({ id: name, label: label[language] }))}
        value={bet.bet}
        onChange={(chosen) => onChange(asBet(bet, chosen))}
      />
      <Select
        label={t('form')}
        options={formsOf(bet.bet).map((form) => ({ id: form, label: t(`forms.${form}`) }))}
        value={bet.form}
        onChange={(form) => onChange(asForm(bet, form))}
      />
      <div className="field">
        <span className="field-label">{t('orderBy')}</span>
        <span className="rule-order">
          <ColumnButton
            columns={ORDERING}
            column={bet.by?.column}
            placeholder={t('noOrder')}
            label={t('orderBy')}
            onChoose={(column) => onChange(withOrder(bet, column))}
          />
          {bet.by === undefined || bet.form !== 'each' ? null : (
            <button
              type="button"
              className="chip-remove"
              aria-label={t('noOrder')}
              title={t('noOrder')}
              onClick={() => onChange(withOrder(bet, undefined))}
            >
              ×
            </button>
          )}
        </span>
      </div>
      {bet.by === undefined ? null : (
        <>
          <Select
            label={t('direction')}
            options={(['highest', 'lowest'] as const).map((id) => ({ id, label: t(id) }))}
            value={bet.by.order}
            onChange={(order) => onChange(bet.by === undefined ? bet : { ...bet, by: { ...bet.by, order } })}
          />
          {bet.form === 'straight' ? null : (
            <Select
              label={t('take')}
              options={[
                { id: ALL, label: t('takeAll') },
                ...counts.map((count) => ({ id: String(count), label: t('takeFirst', { count }) })),
              ]}
              value={bet.take === undefined ? ALL : String(bet.take)}
              onChange={(take) => onChange(withTake(bet, take === ALL ? undefined : Number(take)))}
            />
          )}
        </>
      )}
      <div className="field">
        <label className="field-label">
          {t('stake')}
          <input
            className="field-input rule-stake"
            type="number"
            min={RULE_STAKE.least}
            max={RULE_STAKE.most}
            step={RULE_STAKE.unit}
            // The field of a number that is not written to its end is NaN.
            value={Number.isNaN(bet.stake) ? '' : bet.stake}
            onChange={(event) => onChange({ ...bet, stake: event.target.valueAsNumber })}
          />
        </label>
      </div>
    </>
  );
}
