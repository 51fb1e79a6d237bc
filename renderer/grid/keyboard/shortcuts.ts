// The grid's keys, each with its action. One table: the keyboard runs them, the menus show them.

export type GridAction =
  | 'open' | 'openInTab' | 'about' | 'cite' | 'sort' | 'sortAdd' | 'menu' | 'help' | 'jump' | 'copy' | 'copyAs' | 'selectAll' | 'selectColumn'
  | 'clear' | 'moveLeft' | 'moveRight' | 'narrower' | 'wider' | 'pinStart' | 'pinEnd' | 'unpin' | 'hide' | 'fit'
  | 'fitAll' | 'fold'; // prettier-ignore

/** Where the focus must be: on a cell, on a column head, on a group head, or on a cell or column head. */
type Where = 'cell' | 'head' | 'group' | 'both';

interface Shortcut {
  readonly action: GridAction;
  /** In the notation of commands/chord.ts. */
  readonly keys: string;
  readonly where: Where;
}

const SHORTCUTS: readonly Shortcut[] = [
  { action: 'open', keys: 'Enter', where: 'cell' },
  { action: 'openInTab', keys: 'Ctrl+Enter', where: 'cell' },
  { action: 'about', keys: 'Alt+i', where: 'cell' },
  { action: 'cite', keys: 'Alt+c', where: 'cell' },
  { action: 'sort', keys: 'Enter', where: 'head' },
  { action: 'sortAdd', keys: 'Shift+Enter', where: 'head' },
  { action: 'fold', keys: 'Enter', where: 'group' },
  { action: 'menu', keys: 'Alt+ArrowDown', where: 'both' },
  { action: 'menu', keys: 'ContextMenu', where: 'both' },
  { action: 'menu', keys: 'Shift+F10', where: 'both' },
  { action: 'help', keys: '?', where: 'both' },
  { action: 'help', keys: 'F1', where: 'both' },
  { action: 'jump', keys: 'Ctrl+g', where: 'both' },
  { action: 'copy', keys: 'Ctrl+c', where: 'both' },
  { action: 'copyAs', keys: 'Ctrl+Shift+c', where: 'both' },
  { action: 'selectAll', keys: 'Ctrl+a', where: 'both' },
  { action: 'selectColumn', keys: 'Ctrl+Space', where: 'both' },
  { action: 'clear', keys: 'Escape', where: 'both' },
  { action: 'moveLeft', keys: 'Ctrl+Shift+ArrowLeft', where: 'head' },
  { action: 'moveRight', keys: 'Ctrl+Shift+ArrowRight', where: 'head' },
  { action: 'narrower', keys: 'Shift+ArrowLeft', where: 'head' },
  { action: 'wider', keys: 'Shift+ArrowRight', where: 'head' },
  { action: 'pinStart', keys: 'Alt+Shift+ArrowLeft', where: 'both' },
  { action: 'pinEnd', keys: 'Alt+Shift+ArrowRight', where: 'both' },
  { action: 'unpin', keys: 'Alt+Shift+ArrowUp', where: 'both' },
  { action: 'hide', keys: 'Delete', where: 'head' },
  { action: 'fit', keys: 'Ctrl+Enter', where: 'head' },
  { action: 'fitAll', keys: 'Ctrl+Shift+Enter', where: 'both' },
];

interface Pressed {
  readonly key: string;
  /** The physical key ("KeyC"). */
  readonly code?: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** As in chord.ts, but with Shift also for letters: Ctrl+C and Ctrl+Shift+C differ here. */
export function keysOf(pressed: Pressed): string {
  // On a Mac, Alt with a letter writes another sign.
  const letter = pressed.altKey ? /^Key([A-Z])$/.exec(pressed.code ?? '')?.[1] : undefined;
  const own = letter ?? pressed.key;
  const key = own === ' ' ? 'Space' : own.length > 1 ? own : own.toLowerCase();
  const withControl = pressed.ctrlKey || pressed.metaKey;
  const isSign = key.length === 1 && !withControl && !pressed.altKey;
  return [
    withControl ? 'Ctrl' : '',
    pressed.altKey ? 'Alt' : '',
    pressed.shiftKey && !isSign ? 'Shift' : '',
    key,
  ]
    .filter((part) => part !== '')
    .join('+');
}

/** What the keys do in a row; -1 is the row of heads, -2 that of group heads. */
export function actionOf(keys: string, row: number): GridAction | undefined {
  const where: Where = row >= 0 ? 'cell' : row === -1 ? 'head' : 'group';
  return SHORTCUTS.find(
    (each) => each.keys === keys && (each.where === where || (each.where === 'both' && where !== 'group')),
  )?.action;
}

/** The first keys of an action, for a menu. */
export const keysFor = (action: GridAction): string | undefined =>
  SHORTCUTS.find((each) => each.action === action)?.keys;
