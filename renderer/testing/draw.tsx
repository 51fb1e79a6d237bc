// Draws a part of the window with a bridge, as main.tsx does.

import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import type { Language } from '#shared/text.ts';
import { BridgeProvider } from '../client/bridge.tsx';
import { makeQueryClient } from '../client/query-client.ts';
import { startI18n } from '../text/text.ts';
import { tabActions } from '../app/navigation/navigation.ts';

interface Drawn extends RenderResult {
  readonly cache: QueryClient;
}

/** In one tab with a fresh trail. */
export async function draw(
  content: ReactNode,
  client: BridgeClient,
  language: Language = 'en',
): Promise<Drawn> {
  await startI18n(language);
  tabActions.startOver();
  const cache = makeQueryClient();
  const drawn = render(
    <QueryClientProvider client={cache}>
      <BridgeProvider client={client}>{content}</BridgeProvider>
    </QueryClientProvider>,
  );
  return { ...drawn, cache };
}
