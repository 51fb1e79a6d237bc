// Finds a column by any of its names, in either language, in any width or kana: to jump to it, or to choose it.

import { useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import { GROUPS } from '#shared/catalogue/groups.ts';
import { KNOWN_AT_WORDS } from '#shared/catalogue/known-at.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { fold } from '#shared/filters/fold.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import './JumpToColumn.css';

interface JumpToColumnProps {
  /** In screen order. */
  readonly columns: readonly Column[];
  readonly onJump: (name: string) => void;
  /** If a column is chosen for something else. */
  readonly title?: string;
  readonly onClose: () => void;
}

/** The field takes the focus when the dialog opens. */
const takeFocus = (field: HTMLInputElement | null): void => field?.focus();

/** Columns whose name begins with the typed text come first. */
function found(columns: readonly Column[], query: string): readonly Column[] {
  const words = fold(query).split(' ');
  const texts = ({ name, label, short, group }: Column): string[] =>
    [label.en, label.ja, name, short.en, short.ja, GROUPS[group].en, GROUPS[group].ja].map(fold);
  const hits = columns.filter((column) => {
    const all = texts(column).join(' ');
    return words.every((word) => all.includes(word));
  });
  const begins = (column: Column): number =>
    texts(column).some((text) => text.startsWith(words[0] ?? '')) ? 0 : 1;
  return hits.toSorted((a, b) => begins(a) - begins(b));
}

export function JumpToColumn({ columns, onJump, onClose, title }: JumpToColumnProps): ReactNode {
  const { t } = useTranslation('grid');
  const language = useLanguage();
  const other = language === 'en' ? 'ja' : 'en';
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const hits = found(columns, query);
  const chosen = hits[Math.min(active, hits.length - 1)];
  const onKeyDown = (event: KeyboardEvent): void => {
    // The Enter that confirms a Japanese candidate does not jump.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive(Math.max(0, Math.min(Math.min(active, hits.length - 1) + step, hits.length - 1)));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (chosen !== undefined) onJump(chosen.name);
    }
  };
  return (
    <Dialog title={title ?? t('jumpTitle')} isOpen onClose={onClose}>
      <input
        ref={takeFocus}
        className="field-input"
        role="combobox"
        aria-label={t('jumpLabel')}
        aria-expanded={hits.length > 0}
        aria-controls={hits.length > 0 ? 'grid-jump-list' : undefined}
        aria-activedescendant={chosen === undefined ? undefined : `grid-jump-${chosen.name}`}
        placeholder={t('jumpHint')}
        spellCheck={false}
        autoComplete="off"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      {hits.length === 0 ? (
        <p role="status">{t('jumpNone')}</p>
      ) : (
        <div
          id="grid-jump-list"
          role="listbox"
          aria-label={title ?? t('jumpTitle')}
          className="grid-jump-list"
        >
          {hits.map((column) => (
            <button
              key={column.name}
              type="button"
              tabIndex={-1}
              id={`grid-jump-${column.name}`}
              role="option"
              aria-selected={column === chosen}
              className="grid-jump-entry"
              ref={column === chosen ? inSight : undefined}
              onClick={() => onJump(column.name)}
            >
              {column.label[language]}
              <small lang={other}>{column.label[other]}</small>
              {title !== undefined && column.knownAt !== undefined && (
                <small className="grid-jump-known">{KNOWN_AT_WORDS[column.knownAt][language]}</small>
              )}
              <code>{column.name}</code>
            </button>
          ))}
        </div>
      )}
    </Dialog>
  );
}

const inSight = (entry: HTMLElement | null): void => entry?.scrollIntoView({ block: 'nearest' });
