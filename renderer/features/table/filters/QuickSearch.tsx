// Searches the visible columns while the user types. Esc returns to the grid and keeps the text.

import { useEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import { LONGEST_QUICK } from '#shared/bridge/row-query.ts';
import { useTranslation } from '../../../text/text.ts';

interface QuickSearchProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onLeave: () => void;
  readonly ref: Ref<HTMLInputElement>;
}

/** Typing takes effect after a pause of this many milliseconds. */
const REST = 200;

export function QuickSearch({ text, onText, onLeave, ref }: QuickSearchProps): ReactNode {
  const { t } = useTranslation('filters');
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  // A view or "clear all" replaces the typed text.
  if (known !== text) {
    setKnown(text);
    setTyped(text);
  }
  const latestOnText = useRef(onText);
  useEffect(() => {
    latestOnText.current = onText;
  });
  useEffect(() => {
    if (typed === known) return undefined;
    const timer = setTimeout(() => latestOnText.current(typed), REST);
    return () => clearTimeout(timer);
  }, [typed, known]);
  return (
    <input
      ref={ref}
      type="search"
      className="field-input quick-search"
      aria-label={t('quick')}
      placeholder={t('quickHint')}
      title={t('quickMeaning')}
      value={typed}
      maxLength={LONGEST_QUICK}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== 'Escape' && event.key !== 'Enter')) return;
        // A search field's own Esc would clear it.
        event.preventDefault();
        event.stopPropagation();
        if (typed !== text) onText(typed);
        onLeave();
      }}
    />
  );
}
