// The header of a screen: its only h1, which takes the focus when the screen opens, a subtitle, and actions.

import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { tabActions } from '../app/navigation/navigation.ts';
import { focusRows, isInField } from './focus.ts';
import './PageHeader.css';

interface PageHeaderProps {
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  readonly actions?: ReactNode;
  /** Also the title of the window and of its tab; required if `title` is not text. */
  readonly windowTitle?: string;
  /** Set by a screen that focuses its grid itself. */
  readonly leavesFocus?: boolean;
}

/** Arrow down moves from the heading, which has the focus first, into the rows. */
const intoContent = (event: KeyboardEvent): void => {
  const plain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (event.key === 'ArrowDown' && plain && focusRows(document)) event.preventDefault();
};

export function PageHeader({ title, subtitle, actions, windowTitle, leavesFocus = false }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const text = windowTitle ?? (typeof title === 'string' ? title : undefined);
  // Runs before any effect of the screen's content, which may choose a better place for the focus.
  useLayoutEffect(() => {
    if (!leavesFocus && !isInField()) heading.current?.focus({ preventScroll: true });
  }, [leavesFocus]);
  useEffect(() => {
    const arrived = heading.current;
    arrived?.addEventListener('keydown', intoContent);
    return () => arrived?.removeEventListener('keydown', intoContent);
  }, []);
  useEffect(() => {
    document.title = text === undefined ? 'Railbird' : `${text} – Railbird`;
    if (text !== undefined) tabActions.name(text);
  }, [text]);
  return (
    <header className="page-header">
      <div className="page-header-words">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {subtitle !== undefined && <div className="page-header-subtitle">{subtitle}</div>}
      </div>
      {actions !== undefined && <div className="page-header-actions">{actions}</div>}
    </header>
  );
}
