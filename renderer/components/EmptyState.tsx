// The empty state of a screen: its purpose and the next step.

import type { ReactNode } from 'react';
import './EmptyState.css';

interface EmptyStateProps {
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
}

export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <h2>{title}</h2>
      <p>{text}</p>
      {action}
    </div>
  );
}
