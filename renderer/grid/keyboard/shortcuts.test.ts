import { describe, expect, it } from 'vitest';
import { actionOf, keysFor, keysOf } from './shortcuts.ts';

const pressed = { key: 'c', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe('the grid’s keys', () => {
  it('distinguish Ctrl+C from Ctrl+Shift+C, and ignore the Shift that a sign needs', () => {
    expect(keysOf({ ...pressed, ctrlKey: true })).toBe('Ctrl+c');
    expect(keysOf({ ...pressed, key: 'C', ctrlKey: true, shiftKey: true })).toBe('Ctrl+Shift+c');
    expect(keysOf({ ...pressed, key: '?', shiftKey: true })).toBe('?');
    expect(keysOf({ ...pressed, key: ' ', metaKey: true })).toBe('Ctrl+Space');
  });

  it('depend on where the focus is', () => {
    expect([actionOf('Enter', 3), actionOf('Enter', -1), actionOf('Enter', -2)]).toEqual([
      'open',
      'sort',
      'fold',
    ]);
    expect(actionOf('Ctrl+Shift+ArrowLeft', 3)).toBeUndefined();
    expect(actionOf('Ctrl+Shift+ArrowLeft', -1)).toBe('moveLeft');
  });

  it('are shown by the first key of an action', () => {
    expect(keysFor('menu')).toBe('Alt+ArrowDown');
  });
});
