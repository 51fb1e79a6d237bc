// New versions of the app, in Settings.

import { texts } from './texts.ts';

export const updates = texts({
  title: ['Updates', '新しいバージョン'],
  without: {
    browser: [
      'In a browser window Railbird does not check for updates: it runs what is in its folder.',
      'ブラウザでは、新しいバージョンの確認は行いません。起動元フォルダの内容がそのまま使われます。',
    ],
    source: [
      'Started from source, Railbird does not check for updates: it runs what is in its folder.',
      'ソースから起動した場合、新しいバージョンの確認は行いません。フォルダの内容がそのまま使われます。',
    ],
    feed: [
      'This package names no update feed, so Railbird cannot check for updates. Look for a new version where you got this one.',
      'このパッケージには更新の配信元が指定されていないため、どこにも問い合わせません。新しいバージョンは入手元で確認してください。',
    ],
  },
  look: ['Check for updates', '新しいバージョンの確認'],
  looks: {
    daily: ['Once a day', '1日1回'],
    never: ['Only when asked', '自分で確認するときだけ'],
  },
  meaning: [
    'Railbird requests the list of versions from {{feed}} and sends nothing else. It downloads and installs nothing on its own.',
    '{{feed}} にバージョンの一覧を問い合わせるだけで、ほかには何も送りません。自動でダウンロードやインストールをすることもありません。',
  ],
  present: ['This version', '現在のバージョン'],
  asked: ['Last answer', '最後の応答'],
  neverAsked: ['None yet', 'まだありません'],
  found: ['Found', '結果'],
  newest: ['{{version}} is the newest version.', '{{version}} が最新です。'],
  newer: ['{{version}} is available.', '{{version}} があります。'],
  notTaken: [
    'The feed offers {{version}}, which is older than this version or not for this system, so nothing is installed.',
    '配信元にあるのは {{version}} です。現在より古いか、このシステム向けではないため、何もしません。',
  ],
  bySystem: [
    'This package is managed by your system (deb or rpm): install the new version with the package manager. Your data stays as it is.',
    'このパッケージはシステムのパッケージ管理（deb・rpm）に属しています。入手元の新しいパッケージを、パッケージ管理でインストールしてください。データはそのまま残ります。',
  ],
  byPerson: [
    'This app is in a folder of your own: put the new version in its place. Your data stays as it is.',
    'このアプリはご自分のフォルダに置かれています。入手元の新しいバージョンに置き換えてください。データはそのまま残ります。',
  ],
  check: ['Check now', '今すぐ確認'],
  download: ['Download {{version}}', '{{version}} をダウンロード'],
  downloading: ['Downloading {{version}}', '{{version}} をダウンロード中'],
  percent: ['{{percent}} %', '{{percent}} %'],
  ready: [
    '{{version}} is downloaded and checked. It is installed when you restart with it, not before.',
    '{{version}} のダウンロードと検査が終わりました。再起動を選ぶまでインストールしません。',
  ],
  restart: ['Restart with {{version}}', '{{version}} で再起動'],
});
