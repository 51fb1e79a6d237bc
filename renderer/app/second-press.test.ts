import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ignoreSecondPress } from './second-press.ts';

let step: number;
let stop: () => void;
const pressed = vi.fn();
beforeEach(() => {
  step = 1;
  showScreen();
  stop = ignoreSecondPress(window, () => step);
});
afterEach(() => {
  stop();
  pressed.mockReset();
  // Test files of a worker share the page.
  document.body.replaceChildren();
});

function showScreen(): void {
  document.body.innerHTML = '<button>a</button>';
  document.querySelector('button')?.addEventListener('click', pressed);
}

/** As a click on a link does. */
function openScreen(): void {
  step += 1;
  showScreen();
}

/** A whole press on the button, as a browser reports it; whether the browser would select text. */
function press(at: number, [clientX, clientY]: readonly [number, number] = [10, 10]): boolean {
  const fire = (name: string): boolean => {
    const event = new (name.startsWith('pointer') ? PointerEvent : MouseEvent)(name, {
      bubbles: true,
      cancelable: true,
      clientX,
      clientY,
    });
    Object.defineProperty(event, 'timeStamp', { value: at });
    return document.querySelector('button')?.dispatchEvent(event) ?? false;
  };
  fire('pointerdown');
  const selects = fire('mousedown');
  for (const name of ['pointerup', 'mouseup', 'click']) fire(name);
  return selects;
}

test('the second press of a double click does nothing on the screen that the first one opened', () => {
  expect(press(1_000)).toBe(true);
  openScreen();
  expect(press(1_200)).toBe(false);
  expect(pressed).toHaveBeenCalledTimes(1);
});

test('a button outside the screens counts each press, however fast', () => {
  press(1_000);
  step = 2;
  press(1_200);
  expect(pressed).toHaveBeenCalledTimes(2);
});

test('a double click on a screen that stays is left alone', () => {
  press(1_000);
  expect(press(1_200)).toBe(true);
  expect(pressed).toHaveBeenCalledTimes(2);
});

test.each([
  ['later', 1_600, [10, 10]],
  ['elsewhere', 1_200, [10, 40]],
] as const)('a press on the new screen that comes %s counts', (_when, at, place) => {
  press(1_000);
  openScreen();
  expect(press(at, place)).toBe(true);
  expect(pressed).toHaveBeenCalledTimes(2);
});

test('the third press of a triple click is ignored as well, and the next one counts', () => {
  press(1_000);
  openScreen();
  press(1_200);
  press(1_400);
  expect(pressed).toHaveBeenCalledTimes(1);
  press(3_000);
  expect(pressed).toHaveBeenCalledTimes(2);
});
