import { describe, expect, it } from 'vitest';
import { actionOf, keysFor, keysOf } from './shortcuts.ts';

const pressed = { key: 'c', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe('the grid’s keys', () => {
  it('tell Ctrl+C from Ctrl+Shift+C, and a sign from the Shift it is typed with', () => {
    expect(keysOf({ ...pressed, ctrlKey: true })).toBe('Ctrl+c');
    expect(keysOf({ ...pressed, key: 'C', ctrlKey: true, shiftKey: true })).toBe('Ctrl+Shift+c');
    expect(keysOf({ ...pressed, key: '?', shiftKey: true })).toBe('?');
    expect(keysOf({ ...pressed, key: ' ', metaKey: true })).toBe('Ctrl+Space');
  });

  it('mean what is done where the focus stands', () => {
    expect([actionOf('Enter', 3), actionOf('Enter', -1), actionOf('Enter', -2)]).toEqual([
      'open',
      'sort',
      'fold',
    ]);
    expect(actionOf('Ctrl+Shift+ArrowLeft', 3)).toBeUndefined();
    expect(actionOf('Ctrl+Shift+ArrowLeft', -1)).toBe('moveLeft');
  });

  it('are shown by the first of them', () => {
    expect(keysFor('menu')).toBe('Alt+ArrowDown');
  });
});
