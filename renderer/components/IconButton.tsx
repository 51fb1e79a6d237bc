// A button that shows a sign instead of words; its label is its name and its tooltip.

import type { ReactNode, Ref } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import './Button.css';

interface IconButtonProps {
  readonly label: string;
  /** A glyph or an Icon; hidden from screen readers. */
  readonly children: ReactNode;
  readonly onPress?: (() => void) | undefined;
  readonly isDisabled?: boolean;
  /** For a button that switches something on and off. */
  readonly isPressed?: boolean;
  /** Shown in the tooltip behind the label. */
  readonly shortcut?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, children, shortcut, isPressed, onPress, ...rest }: IconButtonProps) {
  const title = shortcut === undefined ? label : `${label} (${shortcut})`;
  return (
    // React Aria leaves out `title`; the tooltip sits on a wrapper that carries no meaning of its own.
    <span title={title} className="icon-button-tip">
      <AriaButton
        {...rest}
        onPress={() => onPress?.()}
        aria-label={label}
        {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
        className="button button-quiet icon-button"
      >
        <span aria-hidden="true">{children}</span>
      </AriaButton>
    </span>
  );
}
