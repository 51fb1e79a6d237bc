// A notice in its place on the screen, shown as long as its cause lasts.

import type { ReactNode } from 'react';
import './Notice.css';

interface NoticeProps {
  readonly kind: 'info' | 'warning' | 'error';
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** Buttons for the next step. */
  readonly actions?: ReactNode;
}

const SIGNS = { info: 'i', warning: '!', error: '×' } as const;

export function Notice({ kind, title, children, actions }: NoticeProps) {
  return (
    <div className={`notice notice-${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <span className="notice-sign" aria-hidden="true">
        {SIGNS[kind]}
      </span>
      <div className="notice-words">
        <strong>{title}</strong>
        {children !== undefined && <div>{children}</div>}
      </div>
      {actions !== undefined && <div className="notice-actions">{actions}</div>}
    </div>
  );
}
