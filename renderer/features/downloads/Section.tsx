// A part of the screen: its head with a word beside it, its actions, and what it shows.

import { useId, type ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  readonly hint?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, hint, actions, children }: SectionProps): ReactNode {
  const id = useId();
  return (
    <section className="downloads-section" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {hint === undefined ? null : <small>{hint}</small>}
        {actions === undefined ? null : <div className="downloads-actions">{actions}</div>}
      </header>
      {children}
    </section>
  );
}
