// Panels on top of each other, of which one is shown and the others are hidden by `Activity`. Those keep their layout, so
// that showing one only paints it: laying out the table of a race takes longer than all else that a change of tabs does.

import { createElement, type ReactNode } from 'react';
import { isSeen } from './focus.ts';
import './PanelStack.css';

/**
 * `Activity` hides an element by `display: none !important` in its style, which drops its layout. Only an important rule of
 * a shadow tree that the element is slotted into outweighs that. On paper the panels stay hidden as React has it. They lie
 * below the shown one, which the pointer is to meet; `inert` or `pointer-events` would be inherited, so that all of a panel
 * would be styled again when it is shown.
 */
const KEPT_LAYOUT = `
  @media screen {
    ::slotted([style*='display: none']) {
      z-index: -1;
      display: flex !important;
      content-visibility: hidden;
    }
  }
`;

export function PanelStack({ children }: { readonly children: ReactNode }) {
  return createElement(NAME, { className: 'panel-stack' }, children);
}

const NAME = 'panel-stack';

/**
 * Has its shadow tree from the start. One that is attached to an element with content has all of it styled and laid out
 * again: a fifth of the time that a race's page took to open.
 */
class PanelStackElement extends HTMLElement {
  readonly #observer = new MutationObserver((changes) => {
    for (const panel of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (panel instanceof Element && !isSeen(panel)) layOut(panel);
  });

  constructor() {
    super();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(KEPT_LAYOUT);
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    root.append(document.createElement('slot'));
  }

  connectedCallback(): void {
    this.#observer.observe(this, { childList: true });
  }

  disconnectedCallback(): void {
    this.#observer.disconnect();
  }
}

if (customElements.get(NAME) === undefined) customElements.define(NAME, PanelStackElement);

/** What is hidden by `content-visibility` is laid out when somebody asks for the place of something in it. */
const layOut = (panel: Element): void => void panel.firstElementChild?.getBoundingClientRect();
