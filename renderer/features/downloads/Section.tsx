// What the sections of the downloads screen share: the frame with its title, the text for nothing, a table's head.

import { useId, type ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';

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

export function NothingNote({ title, text }: { readonly title: string; readonly text: string }): ReactNode {
  return (
    <p className="downloads-note">
      <strong>{title}.</strong> {text}
    </p>
  );
}

interface ActionTableProps {
  readonly heads: readonly { readonly label: string; readonly isNumber?: boolean }[];
  /** The body's rows; the last cell of each holds its buttons. */
  readonly children: ReactNode;
}

/** A table whose last column holds buttons. */
export function ActionTable({ heads, children }: ActionTableProps): ReactNode {
  const { t } = useTranslation('downloads');
  return (
    <table className="downloads-table">
      <thead>
        <tr>
          {heads.map(({ label, isNumber = false }) => (
            <th key={label} scope="col" className={isNumber ? 'number' : undefined}>
              {label}
            </th>
          ))}
          <th scope="col">
            <span className="only-read">{t('actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
