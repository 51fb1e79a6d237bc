// The command palette (Ctrl+K): every action with its keys, and any date, race, horse or table by name.

import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { describeRacekey } from '#shared/racing/racekey.ts';
import { shownKeys } from './commands/chord.ts';
import { usePresentCommands, type Command } from './commands/commands.ts';
import { search } from './commands/search.ts';
import { onceFocusIsBack } from '../components/focus.ts';
import { useLanguage } from '../text/text.ts';
import { navigation } from './navigation/navigation.ts';
import './CommandPalette.css';
import { jumpsOf } from './jump.ts';

interface CommandPaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const GROUP_TEXTS = {
  go: 'groupGo',
  here: 'groupHere',
  screen: 'groupScreen',
  table: 'groupTable',
  look: 'groupLook',
  app: 'groupApp',
} as const satisfies Record<Command['group'], string>;

const ORDER = Object.keys(GROUP_TEXTS) as readonly Command['group'][];

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

function PaletteList({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('shell');
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const found = useFound(query);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const chosen = found[Math.min(active, found.length - 1)];

  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    onClose();
    onceFocusIsBack(command.run);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive(
        Math.min(Math.max(Math.min(active, found.length - 1) + step, 0), Math.max(found.length - 1, 0)),
      );
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(chosen);
    }
  };

  return (
    <>
      <input
        className="palette-input"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={found.length > 0 ? 'palette-list' : undefined}
        aria-label={t('searchCommands')}
        aria-activedescendant={chosen === undefined ? undefined : `palette-${chosen.id}`}
        placeholder={t('searchCommands')}
        value={query}
        spellCheck={false}
        autoComplete="off"
        ref={input}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      {found.length === 0 ? (
        <p className="palette-none" role="status">
          {t('noCommand')}
        </p>
      ) : (
        <div id="palette-list" role="listbox" aria-label={t('commands')} className="palette-list">
          {found.map((command, at) => (
            <PaletteItem
              key={command.id}
              command={command}
              isActive={command === chosen}
              isFirstOfGroup={command.group !== found[at - 1]?.group}
              onRun={() => run(command)}
            />
          ))}
        </div>
      )}
    </>
  );
}

interface PaletteItemProps {
  readonly command: Command;
  readonly isActive: boolean;
  readonly isFirstOfGroup: boolean;
  readonly onRun: () => void;
}

function PaletteItem({ command, isActive, isFirstOfGroup, onRun }: PaletteItemProps) {
  const { t } = useTranslation('shell');
  const keys = command.keys?.[0] ?? command.shownKeys;
  return (
    <button
      type="button"
      id={`palette-${command.id}`}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className="palette-item"
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' });
      }}
      onClick={onRun}
    >
      <span className="palette-group">{isFirstOfGroup ? t(GROUP_TEXTS[command.group]) : ''}</span>
      <span className="palette-label">{command.label}</span>
      {keys !== undefined && <kbd>{shownKeys(keys)}</kbd>}
    </button>
  );
}

/** The place that the query names, then the matching commands; without a query all commands, by group. */
function useFound(query: string): readonly Command[] {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const commands = usePresentCommands();
  const jumps = useMemo(
    () =>
      jumpsOf(query).map((place): Command => {
        const go = { group: 'go' as const, run: () => navigation.go(place) };
        switch (place.screen) {
          case 'day': {
            const date = formatRacedate(place.racedate ?? '', language);
            return { ...go, id: 'go.day', label: t('goDate', { date }) };
          }
          case 'race': {
            const racekey = `${place.racekey} · ${describeRacekey(place.racekey, language)}`;
            return { ...go, id: `go.race.${place.racekey}`, label: t('goRace', { racekey }) };
          }
          case 'horse':
            return { ...go, id: 'go.horse', label: t('goHorse', { horse_id: place.horse_id }) };
        }
      }),
    [query, language, t],
  );
  const listed = commands.filter(({ id }) => id !== 'palette');
  const found = search(listed, query);
  const ordered =
    query.trim() === '' ? found.toSorted((a, b) => ORDER.indexOf(a.group) - ORDER.indexOf(b.group)) : found;
  return [...jumps, ...ordered];
}
