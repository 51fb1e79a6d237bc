// A row of toggles. With a label for "all", choosing none means all.

import type { ReactNode } from 'react';
import './ToggleRow.css';

interface ToggleRowProps<Id extends string> {
  readonly label: string;
  readonly options: readonly { readonly id: Id; readonly label: string; readonly title?: string }[];
  readonly chosen: readonly Id[];
  readonly onChange: (chosen: readonly Id[]) => void;
  /** The button that stands for all, pressed while none is chosen. */
  readonly all?: string;
}

export function ToggleRow<Id extends string>(props: ToggleRowProps<Id>): ReactNode {
  const { label, options, chosen, onChange, all } = props;
  const toggle = (id: Id): void => {
    const next = options
      .map((option) => option.id)
      .filter((each) => (each === id ? !chosen.includes(id) : chosen.includes(each)));
    onChange(all !== undefined && next.length === options.length ? [] : next);
  };
  return (
    <div className="toggle-row" role="group" aria-label={label}>
      <span className="field-label">{label}</span>
      {all === undefined ? null : (
        <button
          type="button"
          className="toggle-row-button"
          aria-pressed={chosen.length === 0}
          onClick={() => onChange([])}
        >
          {all}
        </button>
      )}
      {options.map((option) => (
        <button
          key={option.id}
          type="button"
          className="toggle-row-button"
          aria-pressed={chosen.includes(option.id)}
          title={option.title}
          onClick={() => toggle(option.id)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
