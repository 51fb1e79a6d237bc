// The page's first script: sets theme and language, draws the picture of the frame, and then loads the window. It is a
// hundredth of the window's code, which takes longer to start than the system takes to show the picture.

import '#shared/theme.css';
import './styles/base.css';
import './styles/small-table.css';
import './styles/forced-colors.css';
import './styles/print.css';
import './components/Button.css';
import './app/Frame.css';
import './app/StatusBar.css';

import { pageStartOf } from '#shared/bridge/page-start.ts';
import { applyLook, lookOf, machineOf } from './app/appearance.ts';
import { framePicture } from './app/frame-picture.ts';
import { openNewAddress } from './client/window-address.ts';

/** A page that nobody sees is not painted. */
const PAINTED_WITHIN_MS = 100;

const painted = (): Promise<void> =>
  new Promise((resolve) => {
    // The frame of the next picture begins with this callback; the task after it comes once it is drawn.
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, PAINTED_WITHIN_MS);
  });

const start = pageStartOf(document.documentElement.dataset['start']);
const look = lookOf(start, machineOf(window));
applyLook(document, look);
openNewAddress(window);
if (start.hasFrame) {
  document.getElementById('root')?.append(framePicture(look.language));
  await painted();
}
await import('./main.tsx');
