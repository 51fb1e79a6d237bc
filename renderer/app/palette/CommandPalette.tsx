// The command palette (Ctrl+K): every action with its keys, and everything that is stored by name, place, date or key.

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useBridge } from '../../client/bridge.tsx';
import { useTranslation } from '../../text/text.ts';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { onceFocusIsBack } from '../../components/focus.ts';
import { readAhead, readStored } from '../screens.tsx';
import { shownKeys } from '../commands/chord.ts';
import './CommandPalette.css';
import type { PaletteEntry } from './entry.ts';
import { useEntries, type Entries } from './use-entries.ts';

interface CommandPaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function CommandPalette({ isOpen, onClose }: CommandPaletteProps) {
  const { t } = useTranslation('shell');
  return (
    <ModalOverlay
      className="dialog-shade"
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className="dialog-frame">
        <Dialog aria-label={t('commands')} className="palette">
          <PaletteList onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

function PaletteList({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['shell', 'find']);
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  /** The text for which Enter was pressed before its answer came. */
  const entered = useRef<string>(undefined);
  const found = useEntries(query);
  const { entries, isSettled } = found;
  const bridge = useBridge();
  const cache = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  /** Enter may be pressed twice before the palette is gone. */
  const isLeaving = useRef(false);
  useEffect(() => input.current?.focus(), []);
  const chosen = entries[Math.min(active, entries.length - 1)];

  const run = useCallback(
    (entry: PaletteEntry | undefined): void => {
      if (entry === undefined) return;
      if (entry.to === undefined) {
        onClose();
        onceFocusIsBack(entry.run);
        return;
      }
      if (isLeaving.current) return;
      isLeaving.current = true;
      readAhead(entry.to, bridge, cache);
      // What is asked leaves the window some promises later: React, which draws in the next one, would hold it up by all that
      // it takes to leave the last screen. So that waits for another task.
      setTimeout(() => {
        // A screen that opens takes the focus itself, so it need not wait until the palette has given it back. Closed within
        // the task, the palette costs no frame of its own, in which the screen that goes would be drawn once more.
        // Removed with the focus in it, it would have the whole screen that goes styled again first.
        input.current?.blur();
        flushSync(onClose);
        entry.run();
      });
    },
    [onClose, bridge, cache],
  );
  const [first] = entries;
  const likely = isSettled ? chosen?.to : undefined;
  useEffect(() => {
    if (likely !== undefined) readStored(likely, bridge, cache);
  }, [likely, bridge, cache]);
  useEffect(() => {
    if (entered.current !== query || !isSettled) return;
    entered.current = undefined;
    run(first);
  }, [query, isSettled, first, run]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive(
        Math.min(Math.max(Math.min(active, entries.length - 1) + step, 0), Math.max(entries.length - 1, 0)),
      );
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (isSettled || active > 0) run(chosen);
      else entered.current = query;
    }
  };

  return (
    <>
      <input
        className="palette-input"
        role="combobox"
        aria-expanded={entries.length > 0}
        aria-controls={entries.length > 0 ? 'palette-list' : undefined}
        aria-label={t('searchCommands')}
        aria-activedescendant={chosen === undefined ? undefined : `palette-${chosen.id}`}
        placeholder={t('find:search')}
        value={query}
        spellCheck={false}
        autoComplete="off"
        ref={input}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(0);
          entered.current = undefined;
        }}
        onKeyDown={onKeyDown}
      />
      {entries.length > 0 && (
        <div id="palette-list" role="listbox" aria-label={t('commands')} className="palette-list">
          {entries.map((entry, at) => (
            <PaletteItem
              key={entry.id}
              entry={entry}
              isActive={entry === chosen}
              isFirstOfGroup={entry.group !== entries[at - 1]?.group}
              onRun={() => run(entry)}
            />
          ))}
        </div>
      )}
      <PaletteNote query={query} found={found} />
    </>
  );
}

/** What the list does not say: that it is still being read, that nothing matches, that there is more. */
function PaletteNote({ query, found }: { readonly query: string; readonly found: Entries }): ReactNode {
  const { t } = useTranslation('find');
  const { entries, isSettled, problem, more, thrown } = found;
  if (thrown !== null) return <FailureNotice thrown={thrown} />;
  const text = !isSettled
    ? entries.length === 0
      ? t('reading')
      : ''
    : problem !== undefined
      ? t(`problems.${problem}`, { text: query.trim() })
      : entries.length === 0
        ? t('nothing')
        : more > 0
          ? t('more', { count: more })
          : '';
  return (
    <p className="palette-note" role="status">
      {text}
    </p>
  );
}

interface PaletteItemProps {
  readonly entry: PaletteEntry;
  readonly isActive: boolean;
  readonly isFirstOfGroup: boolean;
  readonly onRun: () => void;
}

function PaletteItem({ entry, isActive, isFirstOfGroup, onRun }: PaletteItemProps) {
  return (
    <button
      type="button"
      id={`palette-${entry.id}`}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className="palette-item"
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' });
      }}
      onClick={onRun}
    >
      <span className="palette-group">{isFirstOfGroup ? entry.group : ''}</span>
      <span className="palette-label">{entry.label}</span>
      {entry.detail === undefined || entry.detail === '' ? null : (
        <span className="palette-detail">{entry.detail}</span>
      )}
      {entry.keys === undefined ? null : <kbd>{shownKeys(entry.keys)}</kbd>}
    </button>
  );
}
