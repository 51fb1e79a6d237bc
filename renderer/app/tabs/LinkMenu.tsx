// The menu of the right button on a link or a figure outside a grid, and what Ctrl and the middle button do on a link.

import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { EntryMenu, type MenuEntry } from '../../components/EntryMenu.tsx';
import { AboutFiguresDialog } from '../../racing/figures/AboutFiguresDialog.tsx';
import { figuresAt, openAboutFigures, type AboutFigures } from '../../racing/figures/shown-figures.ts';
import { foundInBoth } from '../commands/both-languages.ts';
import { useCommands, type Command } from '../commands/commands.ts';
import { openLinksInTabs, type PressedLink } from '../navigation/links.ts';
import { navigation, tabActions } from '../navigation/navigation.ts';
import { copyAddress } from '../open-address.ts';

interface Open {
  readonly link: PressedLink | undefined;
  readonly figures: AboutFigures | undefined;
  readonly anchor: HTMLElement;
}

export function LinkMenu(): ReactNode {
  const { t } = useTranslation('places');
  const { t: figureTexts } = useTranslation('figures');
  const [open, setOpen] = useState<Open>();
  useEffect(
    () =>
      openLinksInTabs(window, (target, link) => {
        const figures = figuresAt(target);
        const anchor = link?.element ?? (target instanceof HTMLElement ? target : undefined);
        if (anchor === undefined || (link === undefined && figures === undefined)) return false;
        setOpen({ link, figures, anchor });
        return true;
      }),
    [],
  );
  useFigureCommand();
  const figures = open?.figures;
  const about: MenuEntry[] =
    figures === undefined
      ? []
      : [{ id: 'about', label: figureTexts('about'), keys: 'Alt+i', run: () => openAboutFigures(figures) }];
  return (
    <>
      {open === undefined ? null : (
        <EntryMenu
          label={t('linkMenu')}
          anchor={open.anchor}
          onClose={() => setOpen(undefined)}
          groups={[...(open.link === undefined ? [] : linkEntries(open.link, t)), about]}
        />
      )}
      <AboutFiguresDialog />
    </>
  );
}

function linkEntries(
  { route, memory, title }: PressedLink,
  t: ReturnType<typeof useTranslation<'places'>>['t'],
): readonly (readonly MenuEntry[])[] {
  return [
    [
      { id: 'open', label: t('openHere'), keys: 'Enter', run: () => navigation.go(route, memory) },
      {
        id: 'tab',
        label: t('openInNewTab'),
        keys: 'Ctrl+Enter',
        run: () => tabActions.open(route, { title, memory, isShown: false }),
      },
    ],
    [{ id: 'copy', label: t('copyLink'), run: () => void copyAddress({ route, memory }, window) }],
  ];
}

/** The command about the figures of the row or panel that has the focus. A grid has its own for its cells. */
function useFigureCommand(): void {
  const { t } = useTranslation('figures');
  const commands = useMemo<readonly Command[]>(
    () =>
      foundInBoth(t, 'figures', (translate) => [
        {
          id: 'figure.about',
          group: 'here',
          label: translate('aboutCommand'),
          keys: ['Alt+i'],
          run: () => openAboutFigures(figuresAt(document.activeElement)),
        },
      ]),
    [t],
  );
  useCommands(commands);
}
