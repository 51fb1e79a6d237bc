import { describe, expect, it } from 'vitest';
import { chordOf, matchChord, shownKeys } from './chord.ts';

const bare = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const commands = [
  { id: 'day', keys: ['g d', 'Ctrl+1'] },
  { id: 'back', keys: ['Escape'] },
  { id: 'next', keys: [']'] },
];

describe('a chord', () => {
  it('names the key with its modifiers, Command as Ctrl', () => {
    expect(chordOf({ ...bare, key: 'K', metaKey: true, shiftKey: true })).toBe('Ctrl+Shift+k');
    expect(chordOf({ ...bare, key: 'ArrowLeft', altKey: true })).toBe('Alt+ArrowLeft');
    expect(chordOf({ ...bare, key: ' ', shiftKey: true })).toBe('Shift+Space');
    expect(chordOf({ ...bare, key: '?', shiftKey: true })).toBe('?');
    expect(chordOf({ ...bare, key: 'G', shiftKey: true })).toBe('g');
    expect(chordOf({ ...bare, key: '?', ctrlKey: true, shiftKey: true })).toBe('Ctrl+?');
  });

  it('with Shift is another one than without, on a Mac too, and Caps Lock is no Shift', () => {
    expect(chordOf({ ...bare, key: 't', ctrlKey: true, shiftKey: true })).toBe('Ctrl+Shift+t');
    expect(chordOf({ ...bare, key: 'T', ctrlKey: true })).toBe('Ctrl+t');
    expect(chordOf({ ...bare, key: '„', code: 'KeyW', altKey: true, shiftKey: true })).toBe('Alt+Shift+w');
  });

  it('is empty while only a modifier is pressed', () => {
    expect(chordOf({ ...bare, key: 'Control', ctrlKey: true })).toBeUndefined();
  });
});

describe('a shortcut', () => {
  it('of two keys waits for its second', () => {
    expect(matchChord(commands, 'g', undefined)).toEqual({ pending: 'g' });
    expect(matchChord(commands, 'd', 'g').command?.id).toBe('day');
  });

  it('still works after the first key of another one', () => {
    expect(matchChord(commands, ']', 'g').command?.id).toBe('next');
    expect(matchChord(commands, 'x', 'g')).toEqual({});
  });

  it('of a screen precedes the same one of the frame', () => {
    const both = [...commands, { id: 'close panel', keys: ['Escape'] }];
    expect(matchChord(both, 'Escape', undefined).command?.id).toBe('close panel');
  });

  it('is displayed as on the keyboard', () => {
    expect([shownKeys('Ctrl+k'), shownKeys('Alt+ArrowLeft'), shownKeys('g d')]).toEqual([
      'Ctrl+K',
      'Alt+←',
      'g d',
    ]);
  });
});
