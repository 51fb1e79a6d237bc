import { cleanup } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { draw } from '../testing/draw.tsx';
import { fakeBridge, SAMPLE } from '../testing/fake-bridge.ts';
import { Frame } from './Frame.tsx';
import { framePicture } from './frame-picture.ts';

afterEach(cleanup);

/** What is on the screen: texts, and the classes that give them their place and look. */
const looks = (root: Element | null): unknown[] =>
  [...(root?.children ?? [])]
    .filter((element) => !element.classList.contains('chip'))
    .map((element) => [
      element.localName,
      element.className,
      element.children.length === 0 ? element.textContent : looks(element),
    ]);

it.each(['en', 'ja'] as const)(
  'is the top of the frame, so that nothing moves when that comes: %s',
  async (language) => {
    const { container } = await draw(<Frame connection={SAMPLE}>{null}</Frame>, fakeBridge(), language);
    const drawn = container.querySelector('.frame-top');
    // The picture does not know which screen is shown, nor how the service is.
    expect(looks(framePicture(language).querySelector('.frame-top'))).toEqual(looks(drawn));
  },
);

it('can be neither pressed nor read out', () => {
  const picture = framePicture('en');
  expect([picture.hasAttribute('inert'), picture.getAttribute('aria-hidden')]).toEqual([true, 'true']);
});
