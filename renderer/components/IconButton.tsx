// An icon button; its label is its name and its tooltip.

import type { ReactNode, Ref } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import './Button.css';

interface IconButtonProps {
  readonly label: string;
  /** A glyph or an Icon; hidden from screen readers. */
  readonly children: ReactNode;
  readonly onPress?: (() => void) | undefined;
  readonly isDisabled?: boolean;
  /** For a toggle button. */
  readonly isPressed?: boolean;
  /** Shown after the label in the tooltip. */
  readonly shortcut?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, children, shortcut, isPressed, onPress, ...rest }: IconButtonProps) {
  const title = shortcut === undefined ? label : `${label} (${shortcut})`;
  return (
    // React Aria drops `title`, so a wrapper without a role carries the tooltip.
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
