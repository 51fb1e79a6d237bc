// One choice of the export dialog as radio buttons.

import { useId, type ReactNode } from 'react';

interface ChoiceGroupProps<Id extends string> {
  readonly label: string;
  readonly options: readonly { readonly id: Id; readonly label: string; readonly hint: string }[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
}

export function ChoiceGroup<Id extends string>(props: ChoiceGroupProps<Id>): ReactNode {
  const { label, options, value, onChange } = props;
  const name = useId();
  return (
    <fieldset className="export-choice">
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.id} className="export-choice-option">
          <input
            type="radio"
            name={name}
            value={option.id}
            checked={option.id === value}
            onChange={() => onChange(option.id)}
          />
          <span>{option.label}</span>
          <small>{option.hint}</small>
        </label>
      ))}
    </fieldset>
  );
}
