// A link to another place of the window.

import type { ReactNode } from 'react';
import { navigation } from '../app/navigation/navigation.ts';
import type { Route } from '../app/screens.tsx';
import type { StopProps } from './use-roving-focus.ts';

interface PlaceLinkProps {
  /** A function if it depends on what is shown when the link is followed. */
  readonly to: Route | (() => Route);
  readonly children: ReactNode;
  readonly title?: string | undefined;
  /** If the text alone is not descriptive enough. */
  readonly label?: string | undefined;
  readonly className?: string;
  /** Replaces the present step instead of opening a new one. */
  readonly inPlace?: boolean;
  readonly current?: boolean;
  /** From `useRovingFocus`. */
  readonly stop?: StopProps;
}

export function PlaceLink(props: PlaceLinkProps) {
  const { to, children, title, label, className = '', inPlace = false, current = false, stop } = props;
  const follow = (): void => {
    const route = typeof to === 'function' ? to() : to;
    if (inPlace) navigation.replace(route);
    else navigation.go(route);
  };
  return (
    <button
      type="button"
      // Enter follows the link; Space belongs to the screen.
      role="link"
      className={`place-link ${className}`}
      title={title}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      onClick={follow}
      {...stop}
    >
      {children}
    </button>
  );
}
