// What the page is told as it is served, before the bridge is open: enough to draw the frame at once, in the user's theme
// and language. It stands in an attribute of the page, since the window's policy allows no inline script.

import { appearanceChoicesOf, type AppearanceChoices } from '#shared/bridge/appearance-choices.ts';

export interface PageStart extends AppearanceChoices {
  /** A service is connected: the window opens with the frame, and not with the welcome screen. */
  readonly hasFrame: boolean;
}

/** In renderer/index.html, on the root element. */
const PLACE = ' data-start=""';

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/** The page with what it is told. A page without a place for that stays as it is. */
export function pageWith(html: string, start: PageStart): string {
  const value = JSON.stringify(start).replace(/[&"<>]/g, (mark) => ESCAPED[mark] ?? '');
  return html.replace(PLACE, ` data-start="${value}"`);
}

/** What the page was told. The development server tells it nothing: then there is no frame yet. */
export function pageStartOf(attribute: string | undefined): PageStart {
  const content: unknown = attribute === undefined || attribute === '' ? {} : JSON.parse(attribute);
  return {
    ...appearanceChoicesOf(content),
    hasFrame: typeof content === 'object' && content !== null && Reflect.get(content, 'hasFrame') === true,
  };
}
