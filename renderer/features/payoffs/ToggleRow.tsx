// A row of toggles of which none means all.

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface ToggleRowProps {
  readonly label: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  /** Empty: all. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

export function ToggleRow({ label, options, chosen, onChange }: ToggleRowProps): ReactNode {
  const { t } = useTranslation('payoffs');
  const toggle = (id: string): void => {
    const next = options
      .map((option) => option.id)
      .filter((each) => (each === id ? !chosen.includes(id) : chosen.includes(each)));
    onChange(next.length === options.length ? [] : next);
  };
  return (
    <div className="toggle-row" role="group" aria-label={label}>
      <span className="field-label">{label}</span>
      <button
        type="button"
        className="toggle-row-button"
        aria-pressed={chosen.length === 0}
        onClick={() => onChange([])}
      >
        {t('all')}
      </button>
      {options.map((option) => (
        <button
          key={option.id}
          type="button"
          className="toggle-row-button"
          aria-pressed={chosen.includes(option.id)}
          onClick={() => toggle(option.id)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
