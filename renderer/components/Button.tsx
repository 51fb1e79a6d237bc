// A text button: `primary` for the next step, `quiet` inside bars and rows.

import type { ReactNode, Ref } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import './Button.css';

export interface ButtonProps {
  readonly children: ReactNode;
  readonly onPress?: (() => void) | undefined;
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly type?: 'button' | 'submit';
  readonly isDisabled?: boolean;
  /** Busy: keeps the focus, ignores presses, announces it to a screen reader. */
  readonly isPending?: boolean;
  /** Whether the element that it opens and closes is open. */
  readonly isExpanded?: boolean;
  /** If the text alone is not descriptive enough. */
  readonly label?: string;
  readonly className?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button(props: ButtonProps) {
  const { children, kind = 'plain', label, className = '', onPress, isExpanded, ...rest } = props;
  return (
    <AriaButton
      {...rest}
      onPress={() => onPress?.()}
      className={`button button-${kind} ${className}`}
      {...(isExpanded === undefined ? {} : { 'aria-expanded': isExpanded })}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      {children}
    </AriaButton>
  );
}
