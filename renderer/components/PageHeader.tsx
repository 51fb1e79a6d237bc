// The head of a screen: its one h1, which takes the focus when the screen opens, a line below, actions beside.

import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { focusRows } from './focus-rows.ts';
import './PageHeader.css';

interface PageHeaderProps {
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  readonly actions?: ReactNode;
  /** Also the window's title; needed where `title` is not text. */
  readonly windowTitle?: string;
  /** A screen that puts the focus on its grid itself says so. */
  readonly leavesFocus?: boolean;
}

/** Down from the heading, where one arrives, leads into the rows. */
const intoContent = (event: KeyboardEvent): void => {
  const plain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (event.key === 'ArrowDown' && plain && focusRows(document)) event.preventDefault();
};

export function PageHeader({ title, subtitle, actions, windowTitle, leavesFocus = false }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const text = windowTitle ?? (typeof title === 'string' ? title : undefined);
  // Before any effect of the screen's content, which may know a better place for the focus.
  useLayoutEffect(() => {
    if (!leavesFocus) heading.current?.focus({ preventScroll: true });
  }, [leavesFocus]);
  useEffect(() => {
    const arrived = heading.current;
    arrived?.addEventListener('keydown', intoContent);
    return () => arrived?.removeEventListener('keydown', intoContent);
  }, []);
  useEffect(() => {
    document.title = text === undefined ? 'Railbird' : `${text} – Railbird`;
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
