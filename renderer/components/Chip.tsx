// A short fact in a row of others: a grade, a filter, a state. With `onRemove` it can be removed.

import type { ReactNode } from 'react';
import { useTranslation } from '../text/text.ts';
import './Chip.css';

interface ChipProps {
  readonly children: ReactNode;
  readonly kind?: 'plain' | 'accent' | 'good' | 'warning' | 'error' | 'sample';
  /** Tooltip: what the fact means. */
  readonly title?: string | undefined;
  readonly onRemove?: () => void;
  /** Name of the remove button if the chip's content is not text. */
  readonly removeLabel?: string;
}

export function Chip({ children, kind = 'plain', title, onRemove, removeLabel }: ChipProps) {
  const { t } = useTranslation('shell');
  const name =
    removeLabel ?? (typeof children === 'string' ? t('removeNamed', { name: children }) : t('remove'));
  return (
    <span className={`chip chip-${kind}`} title={title}>
      {children}
      {onRemove !== undefined && (
        <button type="button" className="chip-remove" aria-label={name} title={name} onClick={onRemove}>
          ×
        </button>
      )}
    </span>
  );
}
