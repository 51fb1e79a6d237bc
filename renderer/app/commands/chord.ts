// Keys as text ("Ctrl+k", "g d", "Escape"), and which command a pressed key means.

/** The part of a KeyboardEvent that shortcuts use. */
export interface Pressed {
  readonly key: string;
  /** The physical key ("KeyT"). */
  readonly code?: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const MODIFIERS: ReadonlySet<string> = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph']);

const isLetter = (key: string): boolean => key.toLowerCase() !== key.toUpperCase();

/** The key with its modifiers; undefined for a modifier alone. Command counts as Ctrl. */
export function chordOf(pressed: Pressed): string | undefined {
  if (MODIFIERS.has(pressed.key)) return undefined;
  // On a Mac, Alt with a letter writes another sign, or waits for the letter that it is set on.
  const letter = pressed.altKey ? /^Key([A-Z])$/.exec(pressed.code ?? '')?.[1] : undefined;
  const pressedKey = letter ?? pressed.key;
  const named = pressedKey.length > 1 || pressedKey === ' ';
  const key = pressedKey === ' ' ? 'Space' : named ? pressedKey : pressedKey.toLowerCase();
  const withModifier = pressed.ctrlKey || pressed.metaKey || pressed.altKey;
  const parts = [
    pressed.ctrlKey || pressed.metaKey ? 'Ctrl' : undefined,
    pressed.altKey ? 'Alt' : undefined,
    // A sign already includes Shift: "?" is "?". So does a letter alone, but Ctrl+T and Ctrl+Shift+T are two shortcuts.
    pressed.shiftKey && (named || (withModifier && isLetter(key))) ? 'Shift' : undefined,
    key,
  ];
  return parts.filter((part) => part !== undefined).join('+');
}

interface Keyed {
  readonly keys?: readonly string[];
}

export interface Match<C> {
  readonly command?: C;
  /** The first key of a two-key shortcut, waiting for its second. */
  readonly pending?: string;
}

/** The command of a chord after `pending`. Among equals the last wins, so a screen's command precedes the frame's. */
export function matchChord<C extends Keyed>(
  commands: readonly C[],
  chord: string,
  pending: string | undefined,
): Match<C> {
  const meaning = (keys: string): C | undefined =>
    commands.findLast((command) => command.keys?.includes(keys) === true);
  const two = pending === undefined ? undefined : meaning(`${pending} ${chord}`);
  const command = two ?? meaning(chord);
  if (command !== undefined) return { command };
  const begins = commands.some(({ keys }) => keys?.some((each) => each.startsWith(`${chord} `)) === true);
  return begins ? { pending: chord } : {};
}

const SHOWN: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  Delete: 'Del',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

/** As shown to the user: "Ctrl+K", "Alt+←", "g d". */
export const shownKeys = (keys: string): string =>
  keys
    .split('+')
    .map(
      (part, at, all) =>
        SHOWN[part] ??
        (part.length === 1 && all.length > 1 && at === all.length - 1 ? part.toUpperCase() : part),
    )
    .join('+');
