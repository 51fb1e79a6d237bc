// A link to another place of the window.

import type { ReactNode } from 'react';
import { navigation } from '../app/navigation/navigation.ts';
import type { Route } from '../app/screens.tsx';

interface PlaceLinkProps {
  readonly to: Route;
  readonly children: ReactNode;
  readonly title?: string | undefined;
  /** If the text alone is not descriptive enough. */
  readonly label?: string | undefined;
  readonly className?: string;
  /** Replaces the present step instead of opening a new one. */
  readonly inPlace?: boolean;
  readonly current?: boolean;
  /** From `useRoving`. */
  readonly stop?: { readonly 'data-stop': string; readonly tabIndex: 0 | -1 };
}

export function PlaceLink(props: PlaceLinkProps) {
  const { to, children, title, label, className = '', inPlace = false, current = false, stop } = props;
  return (
    <button
      type="button"
      // Enter follows the link; Space belongs to the screen.
      role="link"
      className={`place-link ${className}`}
      title={title}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      onClick={() => (inPlace ? navigation.replace(to) : navigation.go(to))}
      {...stop}
    >
      {children}
    </button>
  );
}
