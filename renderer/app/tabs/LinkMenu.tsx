// The menu of the right button on a link, and what Ctrl and the middle button do on one.

import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EntryMenu } from '../../components/EntryMenu.tsx';
import { copyAddress } from '../open-address.ts';
import { openLinksInTabs, type PressedLink } from '../navigation/links.ts';
import { navigation, tabActions } from '../navigation/navigation.ts';

export function LinkMenu(): ReactNode {
  const { t } = useTranslation('places');
  const [link, setLink] = useState<PressedLink>();
  useEffect(() => openLinksInTabs(window, setLink), []);
  if (link === undefined) return null;
  const { route, memory, title, element } = link;
  return (
    <EntryMenu
      label={t('linkMenu')}
      anchor={element}
      onClose={() => setLink(undefined)}
      groups={[
        [
          { id: 'open', label: t('openHere'), keys: 'Enter', run: () => navigation.go(route, memory) },
          {
            id: 'tab',
            label: t('openInNewTab'),
            keys: 'Ctrl+Enter',
            run: () => tabActions.open(route, { title, memory, isShown: false }),
          },
        ],
        [{ id: 'copy', label: t('copyLink'), run: () => void copyAddress(route, window) }],
      ]}
    />
  );
}
