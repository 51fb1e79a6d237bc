// Whether the explanation of an index is open beside a race's rows, its commands, and where the focus goes.

import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useTranslation } from '../../../text/text.ts';
import type { IndexSum } from '#shared/racing/index-parts.ts';
import { foundInBoth } from '../../../app/commands/both-languages.ts';
import { useCommands, type Command } from '../../../app/commands/commands.ts';
import { useStepMemory } from '../../../app/navigation/navigation.ts';
import { focusRows } from '../../../components/focus.ts';
import { useLatest } from '../../../components/use-latest.ts';

export interface Explaining {
  readonly isOpen: boolean;
  /** Opens it, or if it is open, takes the focus there. */
  readonly open: () => void;
  readonly close: () => void;
  /** How often it was opened by hand: each time it takes the focus. */
  readonly openings: number;
  readonly panel: RefObject<HTMLDivElement | null>;
}

/** Whether the element is in the panel's frame, whose button closes it. */
const isInside = (panel: HTMLElement | null, element: Element): boolean =>
  panel?.closest('aside')?.contains(element) === true;

/** `memoryName`: the tab's, so that Back finds it open again. */
export function useExplain(name: IndexSum['name'], memoryName: string): Explaining {
  const { t } = useTranslation('explain');
  const [isOpen, setOpen] = useStepMemory(`${memoryName}.explained`, false);
  const [openings, setOpenings] = useState(0);
  const panel = useRef<HTMLDivElement>(null);
  /** What last had the focus outside the panel. */
  const lastOutside = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const follow = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement && !isInside(panel.current, target)) lastOutside.current = target;
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, [isOpen]);
  const open = useLatest(() => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && !isInside(panel.current, activeElement))
      lastOutside.current = activeElement;
    setOpen(true);
    setOpenings((before) => before + 1);
  });
  const close = useLatest(() => {
    const { current } = panel;
    const { activeElement } = document;
    const hadFocus = activeElement !== null && isInside(current, activeElement);
    const rows = current?.closest('.tab-body-around') ?? null;
    setOpen(false);
    setOpenings(0);
    if (!hadFocus) return;
    const back = lastOutside.current;
    if (back?.isConnected === true && back !== document.body) back.focus({ preventScroll: true });
    else if (rows !== null) focusRows(rows);
  });
  const commands = useMemo<readonly Command[]>(() => {
    const explain = (label: string): Command => ({
      id: `race.explain.${name}`,
      group: 'here',
      label,
      keys: ['x'],
      run: open,
    });
    const leave = (label: string): Command => ({
      id: 'race.explain.close',
      group: 'here',
      label,
      keys: ['Escape'],
      run: close,
    });
    return foundInBoth(t, 'explain', (translate) => [
      explain(translate(`command.${name}`)),
      ...(isOpen ? [leave(translate('close'))] : []),
    ]);
  }, [t, name, isOpen, open, close]);
  useCommands(commands);
  return { isOpen, open, close, openings, panel };
}
