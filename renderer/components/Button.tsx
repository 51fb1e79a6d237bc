// A button with words: `primary` for the one next step, `quiet` inside bars and rows.

import type { ReactNode, Ref } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import './Button.css';

export interface ButtonProps {
  readonly children: ReactNode;
  readonly onPress?: (() => void) | undefined;
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly type?: 'button' | 'submit';
  readonly isDisabled?: boolean;
  /** At work: keeps the focus, answers no press, says so to a screen reader. */
  readonly isPending?: boolean;
  /** It opens and closes something beside it. */
  readonly isExpanded?: boolean;
  /** Where the words alone do not say enough. */
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
