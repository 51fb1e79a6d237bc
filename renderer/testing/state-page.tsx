// Draws one of STATES: /testing/state.html#welcome/no keychain; without a name it lists them.

import '#shared/theme.css';
import '../styles/base.css';
import '../styles/forced-colors.css';
import '../styles/print.css';

import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { applyLook, lookOf, machineOf } from '../app/appearance.ts';
import { BridgeProvider } from '../client/bridge.tsx';
import { makeQueryClient } from '../client/query-client.ts';
import { startI18n } from '../text/text.ts';
import { STATES } from './states.tsx';

const name = decodeURIComponent(window.location.hash.slice(1));
const root = createRoot(document.body);
const state = STATES[name]?.();
const settings = {
  language: 'system',
  theme: 'system',
  density: 'normal',
  names: 'kana',
  sqlSeconds: 60,
  asksForUpdates: true,
} as const;
const appearance = lookOf(settings, machineOf(window));
applyLook(document, appearance);
await startI18n(appearance.language);
window.addEventListener('hashchange', () => window.location.reload());
root.render(
  state === undefined ? (
    <ul>
      {Object.keys(STATES).map((each) => (
        <li key={each}>
          <a href={`#${each}`}>{each}</a>
        </li>
      ))}
    </ul>
  ) : (
    <QueryClientProvider client={makeQueryClient()}>
      <BridgeProvider client={state.client}>{state.content}</BridgeProvider>
    </QueryClientProvider>
  ),
);
