// The frame's own commands: screens, tables, back and forward, language, theme, density, the palette.

import { useMemo } from 'react';
import { DENSITIES, LANGUAGES, THEMES } from '#shared/bridge/appearance-choices.ts';
import { BROWSABLE_CODES, BROWSABLES, isSubjectName } from '#shared/catalogue/browsable.ts';
import { NAME_STYLES } from '#shared/names/latin.ts';
import { useSettings } from '../client/use-settings.ts';
import { printPage } from '../components/use-is-printing.ts';
import { foundInBoth } from './commands/both-languages.ts';
import { useCommands, type Command } from './commands/commands.ts';
import { useLanguage, useTranslation } from '../text/text.ts';
import { navigation } from './navigation/navigation.ts';
import { openReport } from './report/ReportDialog.tsx';
import { NAVIGATION } from './screens.tsx';

const NAMESPACES = ['shell', 'settings', 'design', 'report'] as const;

export function useFrameCommands(openPalette: () => void): void {
  const { t } = useTranslation(NAMESPACES);
  const language = useLanguage();
  const { update } = useSettings();
  const commands = useMemo<readonly Command[]>(
    () =>
      foundInBoth(t, NAMESPACES, (translate) => [
        ...NAVIGATION.map(({ group, keys, ...button }) => ({
          id: `screen.${group}`,
          group: 'screen' as const,
          label: translate(`shell:${group}`),
          keywords: [group],
          keys,
          run: () => navigation.press(button),
        })),
        {
          id: 'back',
          group: 'screen',
          label: translate('shell:back'),
          keys: ['Escape', 'Alt+ArrowLeft', 'Backspace'],
          run: navigation.back,
        },
        {
          id: 'forward',
          group: 'screen',
          label: translate('shell:forward'),
          keys: ['Alt+ArrowRight'],
          run: navigation.forward,
        },
        ...LANGUAGES.map((id) => ({
          id: `language.${id}`,
          group: 'look' as const,
          label: translate('shell:switchLanguage', { name: translate(`settings:languages.${id}`) }),
          keywords: ['language', '言語', id],
          run: () => update({ language: id }),
        })),
        ...THEMES.map((id) => ({
          id: `theme.${id}`,
          group: 'look' as const,
          label: translate('shell:switchTheme', { name: translate(`settings:themes.${id}`) }),
          keywords: ['theme', 'テーマ', id],
          run: () => update({ theme: id }),
        })),
        ...DENSITIES.map((id) => ({
          id: `density.${id}`,
          group: 'look' as const,
          label: translate('shell:switchDensity', { name: translate(`settings:densities.${id}`) }),
          keywords: ['density', '密度', id],
          run: () => update({ density: id }),
        })),
        ...NAME_STYLES.map((id) => ({
          id: `names.${id}`,
          group: 'look' as const,
          label: translate('shell:switchNames', { name: translate(`settings:nameStyles.${id}`) }),
          keywords: ['names', 'romaji', 'ローマ字', id],
          run: () => update({ names: id }),
        })),
        {
          id: 'design',
          group: 'app',
          label: translate('design:title'),
          run: () => navigation.go({ screen: 'design' }),
        },
        {
          id: 'report',
          group: 'app',
          label: translate('report:title'),
          keywords: ['report', 'problem', 'log', '報告'],
          run: openReport,
        },
        {
          id: 'print',
          group: 'app',
          label: translate('shell:print'),
          keywords: ['print', 'paper', 'pdf', '印刷'],
          keys: ['Ctrl+p'],
          run: () => void printPage(),
        },
        {
          id: 'palette',
          group: 'app',
          label: translate('shell:commands'),
          keys: ['Ctrl+k', '?'],
          run: openPalette,
        },
        ...BROWSABLE_CODES.map((code) => {
          const { label } = BROWSABLES[code];
          return {
            id: `table.${code}`,
            group: 'table' as const,
            label: isSubjectName(code) ? label[language] : `${label[language]} (${code})`,
            keywords: [label.en, label.ja, code, code.replace('_', '')],
            run: () => navigation.go({ screen: 'table', table: code }),
          };
        }),
      ]),
    [t, language, update, openPalette],
  );
  useCommands(commands);
}
