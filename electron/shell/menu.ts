// The application menu: built from roles, so that each system's own shortcuts and labels apply.

import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { Language, Text } from '#shared/text.ts';

type Role = NonNullable<MenuItemConstructorOptions['role']>;

const MENUS: readonly { readonly label: Text; readonly roles: readonly (Role | '-')[] }[] = [
  { label: { en: 'File', ja: 'ファイル' }, roles: ['close', 'quit'] },
  {
    label: { en: 'Edit', ja: '編集' },
    roles: ['undo', 'redo', '-', 'cut', 'copy', 'paste', 'selectAll'],
  },
  {
    label: { en: 'View', ja: '表示' },
    roles: ['reload', '-', 'resetZoom', 'zoomIn', 'zoomOut', '-', 'togglefullscreen', 'toggleDevTools'],
  },
  { label: { en: 'Window', ja: 'ウインドウ' }, roles: ['minimize', 'zoom'] },
];

export function installMenu(platform: string): void {
  const language: Language = app.getLocale().startsWith('ja') ? 'ja' : 'en';
  const menus = MENUS.map(({ label, roles }): MenuItemConstructorOptions => {
    const submenu = roles.map((role): MenuItemConstructorOptions =>
      role === '-' ? { type: 'separator' } : { role },
    );
    return { label: label[language], submenu };
  });
  const first: MenuItemConstructorOptions[] = platform === 'darwin' ? [{ role: 'appMenu' }] : [];
  Menu.setApplicationMenu(Menu.buildFromTemplate([...first, ...menus]));
}
