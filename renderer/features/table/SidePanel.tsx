// The frame of a panel beside a grid. Esc closes it.

import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { IconButton } from '../../components/IconButton.tsx';
import './side-panel.css';

interface SidePanelProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly actions?: ReactNode;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
}

export function SidePanel({ title, onClose, actions, onKeyDown, children }: SidePanelProps): ReactNode {
  const { t } = useTranslation('shell');
  return (
    <aside className="side-panel" aria-label={title}>
      <div
        role="presentation"
        className="side-panel-inside"
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape') {
            // Esc would go back to the previous screen.
            event.stopPropagation();
            onClose();
            return;
          }
          onKeyDown?.(event);
        }}
      >
        <header className="side-panel-head">
          <h2>{title}</h2>
          {actions}
          <IconButton label={t('close')} shortcut="Esc" onPress={onClose}>
            ×
          </IconButton>
        </header>
        {children}
      </div>
    </aside>
  );
}
