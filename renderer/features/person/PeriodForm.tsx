// The choice of the period: twelve months, all years, or from one day to another.

import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { Button } from '../../components/Button.tsx';
import { DateField } from '../../components/DateField.tsx';
import type { Period } from '../../components/periods.ts';
import '../../components/ToggleRow.css';
import { isOwnPeriod, type PersonPeriod, type WantedPeriod } from './person-period.ts';

interface PeriodFormProps {
  readonly wanted: WantedPeriod;
  readonly shown: PersonPeriod;
  readonly onShow: (wanted: WantedPeriod) => void;
}

export function PeriodForm({ wanted, shown, onShow }: PeriodFormProps): ReactNode {
  const { t } = useTranslation('person');
  /** Days that were entered and are not shown yet. */
  const [typed, setTyped] = useState<Partial<Period>>({});
  const { from, to } = { ...shown, ...typed };
  const isReversed = from !== undefined && from > to;
  const show = (next: WantedPeriod): void => {
    setTyped({});
    onShow(next);
  };
  const isAll = wanted.period === 'all';
  return (
    <form
      className="person-period"
      aria-label={t('period')}
      onSubmit={(event) => {
        event.preventDefault();
        if (from !== undefined && !isReversed) show({ from, to });
      }}
    >
      <div className="person-presets" role="group" aria-label={t('periods')}>
        <button
          type="button"
          className="toggle-row-button"
          aria-pressed={!isAll && !isOwnPeriod(wanted)}
          onClick={() => show({})}
        >
          {t('year')}
        </button>
        <button
          type="button"
          className="toggle-row-button"
          aria-pressed={isAll}
          onClick={() => show({ period: 'all' })}
        >
          {t('all')}
        </button>
      </div>
      <DateField label={t('from')} value={from} onChange={(day) => setTyped({ ...typed, from: day })} />
      <DateField label={t('to')} value={to} onChange={(day) => setTyped({ ...typed, to: day })} />
      <Button type="submit" isDisabled={from === undefined || isReversed}>
        {t('show')}
      </Button>
      {isReversed ? <p className="field-problem">{t('reversed')}</p> : null}
    </form>
  );
}
