// A choice of a few. It is the browser's own select, which has type-ahead and works with every screen reader.

import { useId } from 'react';
import './Field.css';

interface SelectProps<Id extends string> {
  readonly label: string;
  readonly options: readonly { readonly id: Id; readonly label: string }[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  /** Hides the label visually if the context makes it redundant; screen readers still read it. */
  readonly hideLabel?: boolean;
  readonly isDisabled?: boolean;
}

export function Select<Id extends string>(props: SelectProps<Id>) {
  const { label, options, value, onChange, hideLabel = false, isDisabled = false } = props;
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id} className={hideLabel ? 'only-read' : 'field-label'}>
        {label}
      </label>
      <select
        id={id}
        className="field-input"
        value={value}
        disabled={isDisabled}
        onChange={(event) => {
          const chosen = options.find((option) => option.id === event.target.value);
          if (chosen !== undefined) onChange(chosen.id);
        }}
      >
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
