// The entries of the copy menu: formats, with or without names, with codes or labels. Data for EntryMenu.tsx.

import type { TFunction } from 'i18next';
import type { MenuEntry } from '../../components/EntryMenu.tsx';
import { COPY_FORMATS, USUAL_COPY, type CopyChoice } from './copy-text.ts';
import { keysFor } from '../keyboard/shortcuts.ts';

const WITH = [
  { id: 'plain', withHeads: false, values: 'label' },
  { id: 'heads', withHeads: true, values: 'label' },
  { id: 'raw', withHeads: false, values: 'raw' },
  { id: 'rawHeads', withHeads: true, values: 'raw' },
] as const;

const isUsual = (choice: CopyChoice): boolean => JSON.stringify(choice) === JSON.stringify(USUAL_COPY);

/** Every format with every choice; `latest` has a tick. */
export function copyEntries(
  t: TFunction<'grid'>,
  latest: CopyChoice,
  copy: (choice: CopyChoice) => void,
): readonly (readonly MenuEntry[])[] {
  return COPY_FORMATS.map((format) =>
    WITH.map(({ id, withHeads, values }): MenuEntry => {
      const choice: CopyChoice = { format, withHeads, values };
      return {
        id: `${format}.${id}`,
        label: t(`copyChoices.${id}`, { format: t(`copyFormats.${format}`) }),
        keys: isUsual(choice) ? keysFor('copy') : undefined,
        isChosen: JSON.stringify(choice) === JSON.stringify(latest),
        run: () => copy(choice),
      };
    }),
  );
}
