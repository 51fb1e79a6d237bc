// New versions of the app, in Settings.

import { texts } from './texts.ts';

export const updates = texts({
  title: ['New versions', '新しいバージョン'],
  without: {
    browser: [
      'In a browser window Railbird looks for no new version: it is what its folder contains.',
      'ブラウザでは、新しいバージョンの確認は行いません。起動元フォルダの内容がそのまま使われます。',
    ],
    source: [
      'Started from its source, Railbird looks for no new version: it is what its folder contains.',
      'ソースから起動した場合、新しいバージョンの確認は行いません。フォルダの内容がそのまま使われます。',
    ],
    feed: [
      'Whoever made this package named no update feed, so Railbird asks nobody. Look for a new version where you got this one.',
      'このパッケージには更新の配信元が指定されていないため、どこにも問い合わせません。新しいバージョンは入手元で確認してください。',
    ],
  },
  look: ['Look for new versions', '新しいバージョンの確認'],
  looks: {
    daily: ['Once a day', '1日1回'],
    never: ['Only when asked', '自分で確認するときだけ'],
  },
  meaning: [
    'Railbird asks {{feed}} for the list of versions, and sends nothing with the request. It downloads and installs nothing by itself.',
    '{{feed}} にバージョンの一覧を問い合わせるだけで、ほかには何も送りません。自動でダウンロードやインストールをすることもありません。',
  ],
  present: ['This version', '現在のバージョン'],
  asked: ['Last answer', '最後の応答'],
  neverAsked: ['None yet', 'まだありません'],
  found: ['Found', '結果'],
  newest: ['{{version}} is the newest version.', '{{version}} が最新です。'],
  newer: ['{{version}} is available.', '{{version}} があります。'],
  notTaken: [
    'The feed offers {{version}}, which is older than this version or not for this system. Nothing is installed.',
    '配信元にあるのは {{version}} です。現在より古いか、このシステム向けではないため、何もしません。',
  ],
  bySystem: [
    'This package belongs to the system’s package manager (deb or rpm): install the new version with it, from where you got this one. Your data stays as it is.',
    'このパッケージはシステムのパッケージ管理（deb・rpm）に属しています。入手元の新しいパッケージを、パッケージ管理でインストールしてください。データはそのまま残ります。',
  ],
  byPerson: [
    'This app lies in a folder of yours: put the new version in its place, from where you got this one. Your data stays as it is.',
    'このアプリはご自分のフォルダに置かれています。入手元の新しいバージョンに置き換えてください。データはそのまま残ります。',
  ],
  check: ['Look now', '今すぐ確認'],
  download: ['Download {{version}}', '{{version}} をダウンロード'],
  downloading: ['Downloading {{version}}', '{{version}} をダウンロード中'],
  percent: ['{{percent}} %', '{{percent}} %'],
  ready: [
    '{{version}} is downloaded and checked. It is installed when you restart with it, not before.',
    '{{version}} のダウンロードと検査が終わりました。再起動を選ぶまでインストールしません。',
  ],
  restart: ['Restart with {{version}}', '{{version}} で再起動'],
});
