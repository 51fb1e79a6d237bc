// The application menu: items that a test can look at and click.

import type * as Electron from 'electron';
import { checkListed, onlyListed } from './only-listed.ts';
import type { StandInWindow } from './browser-window.ts';

type Role = NonNullable<Electron.MenuItemConstructorOptions['role']>;

interface Acts {
  readonly quit: () => void;
  readonly window: () => StandInWindow | undefined;
}

/** Chromium's names for the editing commands. */
const EDITING: Readonly<Partial<Record<Role, string>>> = {
  undo: 'undo',
  redo: 'redo',
  cut: 'cut',
  copy: 'copy',
  paste: 'paste',
  selectAll: 'selectAll',
};

async function act(role: Role | undefined, { quit, window }: Acts): Promise<void> {
  const command = role === undefined ? undefined : EDITING[role];
  const contents = window()?.contents;
  if (role === 'quit') quit();
  else if (role === 'close') await contents?.close();
  else if (role === 'reload') await (await contents?.opened)?.send('Page.reload');
  else if (role === 'minimize') window()?.minimize();
  else if (command !== undefined)
    await (await contents?.opened)?.send('Input.dispatchKeyEvent', { type: 'keyDown', commands: [command] });
  else throw new Error(`The stand-in for Electron cannot act on a menu item of role ${role}.`);
}

interface Item {
  readonly label: string;
  readonly role: Role | undefined;
  readonly type: NonNullable<Electron.MenuItemConstructorOptions['type']>;
  readonly submenu: Menu | undefined;
  readonly click: () => void;
}

interface Menu {
  readonly items: readonly Item[];
}

export function createMenu(acts: Acts): unknown {
  let current: Menu | null = null;
  const build = (template: readonly Electron.MenuItemConstructorOptions[]): Menu => ({
    items: template.map((options) => {
      checkListed('MenuItemConstructorOptions', options);
      const { label = '', role, submenu, type } = options;
      if (submenu !== undefined && !Array.isArray(submenu)) throw new Error('A submenu must be a template.');
      const item: Item = {
        label,
        role,
        type: type ?? (submenu === undefined ? 'normal' : 'submenu'),
        submenu: submenu === undefined ? undefined : build(submenu),
        click: () => void act(role, acts),
      };
      return onlyListed('MenuItem', item);
    }),
  });
  return onlyListed('[Menu]', {
    buildFromTemplate: build,
    setApplicationMenu: (menu: Menu | null) => {
      current = menu;
    },
    getApplicationMenu: () => current,
  });
}
