// Starts the window: connects, reads language and trail, renders. Loaded by first-frame.ts.

import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { BridgeProvider } from './client/bridge.tsx';
import { connect } from './client/connect.ts';
import { makeQueryClient } from './client/query-client.ts';
import { runCommandsByKey } from './app/commands/keyboard.ts';
import { rememberTabs, recallTabs, serviceOf } from './app/remember-trail.ts';
import { applyLook, lookOf, machineOf } from './app/appearance.ts';
import { StartFailure } from './app/StartFailure.tsx';
import { startI18n } from './text/text.ts';
import { tieToBrowserHistory } from './app/navigation/browser-history.ts';
import { isAddressHash } from './app/navigation/address.ts';
import { openAddress } from './app/open-address.ts';
import { useNavigationStore } from './app/navigation/navigation.ts';
import { currentStep } from './app/navigation/trail.ts';
import { ignoreSecondPress } from './app/second-press.ts';

async function start(element: HTMLElement): Promise<void> {
  const root = createRoot(element);
  const machine = machineOf(window);
  const unset = {
    language: 'system',
    theme: 'system',
    density: 'normal',
    names: 'kana',
    sqlSeconds: 60,
    asksForUpdates: true,
  } as const;
  try {
    const client = await connect(window);
    const queryClient = makeQueryClient();
    const queries = createTanstackQueryUtils(client);
    const status = queries.connection.status.queryOptions();
    const service = (): string | undefined => serviceOf(queryClient.getQueryData(status.queryKey));
    const [settings, recalled] = await Promise.all([
      queryClient.fetchQuery(queries.settings.get.queryOptions()),
      // Without the connection the picture of the frame would make way for an empty window.
      recallTabs(client, window, queryClient.prefetchQuery(status).then(service)),
      // The screens begin with today.
      queryClient.prefetchQuery(queries.app.about.queryOptions()),
    ]);
    const look = lookOf(settings, machine);
    applyLook(document, look);
    await startI18n(look.language);
    if (recalled.tabs !== undefined) useNavigationStore.setState(recalled.tabs);
    // A reload keeps its history entry; another address that was opened has none yet.
    const { hash } = window.location;
    if (window.history.state === null && isAddressHash(hash)) openAddress(hash);
    tieToBrowserHistory(window, openAddress);
    rememberTabs(client, window, recalled, service);
    runCommandsByKey(window);
    ignoreSecondPress(window, () => currentStep(useNavigationStore.getState().trail).id);
    root.render(
      <QueryClientProvider client={queryClient}>
        <BridgeProvider client={client}>
          <App onReady={() => element.setAttribute('data-app-state', 'ready')} />
        </BridgeProvider>
      </QueryClientProvider>,
    );
  } catch (thrown) {
    const look = lookOf(unset, machine);
    applyLook(document, look);
    await startI18n(look.language);
    element.setAttribute('data-app-state', 'failed');
    root.render(<StartFailure thrown={thrown} />);
  }
}

const element = document.getElementById('root');
if (element !== null) void start(element);
