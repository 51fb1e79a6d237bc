// Places of the window: its tabs, the menu of a link, and addresses.

import { texts } from './texts.ts';

export const places = texts({
  tabs: ['Tabs', 'タブ'],
  tabsHelp: ['Arrow keys: choose, Enter: show, Delete: close', '矢印キー: 選択、Enter: 表示、Delete: 閉じる'],
  newTab: ['New tab', '新しいタブ'],
  closeTab: ['Close the tab', 'タブを閉じる'],
  reopenTab: ['Reopen the last closed tab', '最後に閉じたタブを開く'],
  closeNamed: ['Close {{name}}', '{{name}}を閉じる'],
  closeOthers: ['Close the other tabs', '他のタブを閉じる'],
  nextTab: ['Next tab', '次のタブ'],
  previousTab: ['Previous tab', '前のタブ'],
  moveTabRight: ['Move the tab to the right', 'タブを右へ移動'],
  moveTabLeft: ['Move the tab to the left', 'タブを左へ移動'],
  duplicateTab: ['This screen in a new tab', 'この画面を新しいタブで開く'],
  linkMenu: ['Link', 'リンク'],
  openHere: ['Open', '開く'],
  openInNewTab: ['Open in a new tab', '新しいタブで開く'],
  copyLink: ['Copy the address', 'アドレスをコピー'],
  horseTab: ['Horse', '馬'],
  kinds: {
    jockey: ['Jockey', '騎手'],
    trainer: ['Trainer', '調教師'],
    sire: ['Sire', '種牡馬'],
  },
  copyAddress: ['Copy the address of this screen', 'この画面のアドレスをコピー'],
  openAddress: ['Open the address', 'アドレスを開く'],
  address: ['Address', 'アドレス'],
  notCopied: [
    'The clipboard is not available. Copy this by hand (Ctrl+C):',
    'クリップボードを使えません。手でコピーしてください（Ctrl+C）:',
  ],
  byHand: ['Text to copy', '手でコピーする文字列'],
  announcements: {
    addressCopied: ['Address copied: {{address}}', 'アドレスをコピーしました: {{address}}'],
    addressCopiedBare: [
      'Address copied, without the filters: {{address}}',
      'アドレスをコピーしました（絞り込みは含みません）: {{address}}',
    ],
    cited: ['Copied: {{citation}}', 'コピーしました: {{citation}}'],
    openedTab: ['Opened in tab {{count}}', 'タブ{{count}}に開きました'],
    tooManyTabs: [
      '{{count}} tabs are open, which is the most: close one first',
      'タブは{{count}}個までです。先に一つ閉じてください',
    ],
  },
});
