// The frame around every screen: navigation, the sample mark, the status bar, the palette.

import { useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from '../text/text.ts';
import type { Connection } from '#shared/bridge/connection.ts';
import { Chip } from '../components/Chip.tsx';
import { IconButton } from '../components/IconButton.tsx';
import { useNavigationStore, navigation, useRoute } from './navigation/navigation.ts';
import { CommandPalette } from './palette/CommandPalette.tsx';
import { usePreparedNames } from './palette/use-prepared-names.ts';
import './Frame.css';
import { NoticeBar } from './NoticeBar.tsx';
import { groupOf, NAVIGATION } from './screens.tsx';
import { OpenedFiles } from './opened-files/OpenedFiles.tsx';
import { RefusedAddress, useSystemAddresses } from './RefusedAddress.tsx';
import { ReportDialog } from './report/ReportDialog.tsx';
import { StatusBar } from './StatusBar.tsx';
import { UncopiedText } from './UncopiedText.tsx';
import { LinkMenu } from './tabs/LinkMenu.tsx';
import { TabStrip } from './tabs/TabStrip.tsx';
import { useTabCommands } from './tabs/use-tab-commands.ts';
import { useFrameCommands } from './use-frame-commands.ts';

interface FrameProps {
  readonly connection: Connection;
  readonly children: ReactNode;
}

export function Frame({ connection, children }: FrameProps) {
  const { t } = useTranslation('shell');
  const [paletteOpen, setPaletteOpen] = useState(false);
  const openPalette = useCallback(() => setPaletteOpen(true), []);
  useFrameCommands(openPalette);
  useTabCommands();
  useSystemAddresses();
  usePreparedNames(`${connection.mode} ${connection.baseUrl ?? ''}`);
  return (
    <div className="frame">
      <a className="frame-skip" href="#content">
        {t('skipToContent')}
      </a>
      <TopBar isSample={connection.mode === 'sample'} onPalette={openPalette} />
      <TabStrip />
      <RefusedAddress />
      <OpenedFiles />
      <UncopiedText />
      <NoticeBar />
      <main id="content" className="frame-content" tabIndex={-1}>
        {children}
      </main>
      <StatusBar connection={connection} />
      <LinkMenu />
      <ReportDialog />
      <CommandPalette isOpen={paletteOpen} onClose={() => setPaletteOpen(false)} />
    </div>
  );
}

function TopBar({ isSample, onPalette }: { readonly isSample: boolean; readonly onPalette: () => void }) {
  const { t } = useTranslation('shell');
  const shown = groupOf(useRoute());
  const { index, steps } = useNavigationStore(({ trail }) => trail);
  return (
    <header className="frame-top">
      <div className="frame-history">
        <IconButton label={t('back')} shortcut="Esc" isDisabled={index === 0} onPress={navigation.back}>
          ←
        </IconButton>
        <IconButton
          label={t('forward')}
          shortcut="Alt+→"
          isDisabled={index === steps.length - 1}
          onPress={navigation.forward}
        >
          →
        </IconButton>
      </div>
      <nav aria-label={t('mainNavigation')} className="frame-nav">
        {NAVIGATION.map(({ group, shownKeys, ...button }) => (
          <button
            key={group}
            type="button"
            className="frame-nav-item"
            aria-current={shown === group ? 'page' : undefined}
            title={`${t(group)} (${shownKeys})`}
            onClick={() => navigation.press(button)}
          >
            {t(group)}
          </button>
        ))}
      </nav>
      {isSample && (
        <Chip kind="sample" title={t('sampleMark')}>
          <span className="frame-sample">{t('sampleMark')}</span>
          <span className="frame-sample-short" aria-hidden="true">
            {t('sampleMarkShort')}
          </span>
        </Chip>
      )}
      <button type="button" className="frame-palette" onClick={onPalette}>
        <span>{t('commands')}</span>
        <kbd>Ctrl+K</kbd>
      </button>
    </header>
  );
}
