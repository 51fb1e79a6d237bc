// The frame's own commands: screens, tables, back and forward, language, theme, density, the palette.

import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { useCommands, type Command } from '../../commands/commands.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { navigation } from '../../navigation/navigation.ts';
import { DENSITIES, LANGUAGES, THEMES } from '../settings/choices.ts';
import { useSettings } from '../settings/use-settings.ts';
import { SCREENS } from './screens.ts';

export function useFrameCommands(openPalette: () => void): void {
  const { t } = useTranslation(['shell', 'settings']);
  const language = useLanguage();
  const { update } = useSettings();
  const commands = useMemo<readonly Command[]>(
    () => [
      ...SCREENS.map(({ id, place, keys }) => ({
        id: `screen.${id}`,
        group: 'screen' as const,
        label: t(`shell:${id}`),
        keywords: [id],
        keys,
        run: () => navigation.go(place),
      })),
      {
        id: 'back',
        group: 'screen',
        label: t('shell:back'),
        keys: ['Escape', 'Alt+ArrowLeft', 'Backspace'],
        run: navigation.back,
      },
      {
        id: 'forward',
        group: 'screen',
        label: t('shell:forward'),
        keys: ['Alt+ArrowRight'],
        run: navigation.forward,
      },
      ...LANGUAGES.map((id) => ({
        id: `language.${id}`,
        group: 'look' as const,
        label: t('shell:switchLanguage', { name: t(`settings:languages.${id}`) }),
        keywords: ['language', '言語', id],
        run: () => update({ language: id }),
      })),
      ...THEMES.map((id) => ({
        id: `theme.${id}`,
        group: 'look' as const,
        label: t('shell:switchTheme', { name: t(`settings:themes.${id}`) }),
        keywords: ['theme', 'テーマ', id],
        run: () => update({ theme: id }),
      })),
      ...DENSITIES.map((id) => ({
        id: `density.${id}`,
        group: 'look' as const,
        label: t('shell:switchDensity', { name: t(`settings:densities.${id}`) }),
        keywords: ['density', '密度', id],
        run: () => update({ density: id }),
      })),
      {
        id: 'palette',
        group: 'app',
        label: t('shell:commands'),
        keys: ['Ctrl+k', '?'],
        run: openPalette,
      },
      ...TABLE_CODES.map((code) => {
        const { label, path } = TABLES[code];
        return {
          id: `table.${code}`,
          group: 'table' as const,
          label: `${label[language]} (${code})`,
          keywords: [label.en, label.ja, path, code.replace('_', '')],
          run: () => navigation.go({ screen: 'table', table: code }),
        };
      }),
    ],
    [t, language, update, openPalette],
  );
  useCommands(commands);
}
