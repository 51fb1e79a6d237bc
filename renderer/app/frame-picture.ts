// The frame as a picture: what Frame.tsx draws while nothing is known yet but the language. It stands in the page while
// the window's code is being loaded, and React replaces it with the frame itself.

import type { Language } from '#shared/text.ts';
import { shell } from '../text/shell.ts';
import { NAVIGATION_GROUPS } from './navigation/groups.ts';

type Content = readonly (HTMLElement | string)[];

function part(tag: string, attributes: Readonly<Record<string, string>>, ...content: Content): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

const arrow = (glyph: string): HTMLElement =>
  part(
    'span',
    { class: 'icon-button-tip' },
    part(
      'button',
      { type: 'button', class: 'button button-quiet icon-button', 'data-disabled': 'true' },
      part('span', {}, glyph),
    ),
  );

/** Its buttons cannot be pressed and are announced to nobody. */
export function framePicture(language: Language): HTMLElement {
  const text = shell[language];
  const top = part(
    'header',
    { class: 'frame-top' },
    part('div', { class: 'frame-history' }, arrow('←'), arrow('→')),
    part(
      'nav',
      { class: 'frame-nav' },
      ...NAVIGATION_GROUPS.map((group) => part('button', { class: 'frame-nav-item' }, text[group])),
    ),
    part('button', { class: 'frame-palette' }, part('span', {}, text.commands), part('kbd', {}, 'Ctrl+K')),
  );
  return part(
    'div',
    { class: 'frame', inert: '', 'aria-hidden': 'true' },
    top,
    part('div', { class: 'frame-content' }),
    part('div', { class: 'status-bar' }),
  );
}
