// The window: the welcome screen or the frame, and the screen of the present route.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { useBridge } from '../client/bridge.tsx';
import { FailureNotice } from '../components/FailureNotice.tsx';
import { Frame } from './Frame.tsx';
import { RememberedCopyChoice } from './RememberedCopyChoice.tsx';
import { NoticeBar } from './NoticeBar.tsx';
import { ScreenBoundary } from './ScreenBoundary.tsx';
import { useAppearance } from './use-appearance.ts';
import { useFollowConnection } from './use-follow-connection.ts';
import { WelcomeScreen } from '../features/welcome/WelcomeScreen.tsx';
import { useSettings } from '../client/use-settings.ts';
import { NameStyleContext } from '../text/name-style.ts';
import { useLanguage } from '../text/text.ts';
import { useNavigationStore, useRoute, useStepId } from './navigation/navigation.ts';
import { currentStep } from './navigation/trail.ts';
import { readAhead, screenFor } from './screens.tsx';

/** How React Aria writes dates: year first in both languages, as everywhere in the window. */
const DATE_LOCALES = { en: 'en-CA', ja: 'ja-JP' } as const;

interface AppProps {
  /** Called when the window can be used. */
  readonly onReady: () => void;
}

export function App({ onReady }: AppProps) {
  const { queries } = useBridge();
  const language = useLanguage();
  const route = useRoute();
  const step = useStepId();
  const connection = useQuery(queries.connection.status.queryOptions());
  useReadAhead();
  useAppearance();
  useFollowConnection();
  const { settings } = useSettings();
  const isReady = !connection.isPending;
  useEffect(() => {
    if (isReady) onReady();
  }, [isReady, onReady]);

  const content = (): ReactNode => {
    if (connection.isError) {
      return <FailureNotice thrown={connection.error} onRetry={() => void connection.refetch()} />;
    }
    if (connection.data === undefined) return null;
    if (connection.data.mode === 'none')
      return <WelcomeScreen connection={connection.data} notices={<NoticeBar />} />;
    return (
      <Frame connection={connection.data}>
        <RememberedCopyChoice>
          <ScreenBoundary key={step}>{screenFor(route)}</ScreenBoundary>
        </RememberedCopyChoice>
      </Frame>
    );
  };
  return (
    <I18nProvider locale={DATE_LOCALES[language]}>
      <NameStyleContext value={settings?.names ?? 'kana'}>{content()}</NameStyleContext>
    </I18nProvider>
  );
}

/** A new route is read for as soon as it is set: the last screen is left first, and that takes as long as the core. */
function useReadAhead(): void {
  const bridge = useBridge();
  const cache = useQueryClient();
  useEffect(
    () =>
      useNavigationStore.subscribe(({ trail }, before) => {
        const { route } = currentStep(trail);
        if (route !== currentStep(before.trail).route) readAhead(route, bridge, cache);
      }),
    [bridge, cache],
  );
}
