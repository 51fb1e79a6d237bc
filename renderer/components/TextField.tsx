// A text field with its label, a hint and its error.

import { useId, type Ref } from 'react';
import './Field.css';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'password' | 'url' | 'search';
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  readonly ref?: Ref<HTMLInputElement>;
}

export function TextField(props: TextFieldProps) {
  const { label, value, onChange, type = 'text', hint, problem, isRequired = false, ...rest } = props;
  const id = useId();
  const note = problem ?? hint;
  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <input
        {...rest}
        id={id}
        className="field-input"
        type={type}
        value={value}
        required={isRequired}
        spellCheck={false}
        // The browser must neither save a key in its password store nor fill one in from there.
        autoComplete={type === 'password' ? 'new-password' : 'off'}
        aria-invalid={problem !== undefined}
        {...(note === undefined ? {} : { 'aria-describedby': `${id}-note` })}
        onChange={(event) => onChange(event.target.value)}
      />
      {note !== undefined && (
        <p id={`${id}-note`} className={problem === undefined ? 'field-hint' : 'field-problem'}>
          {note}
        </p>
      )}
    </div>
  );
}
