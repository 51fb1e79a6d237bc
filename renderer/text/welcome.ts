// First run, and the form that connects an account.

import { texts } from './texts.ts';

export const welcome = texts({
  language: ['Language', '言語'],
  sentence: [
    'Railbird is a browser for racing data: cards, indices, training, past runs, results and payoffs, by race and by horse. You can export anything you see.',
    'Railbird は競馬データのブラウザです。出馬表、指数、調教、過去走、成績、払戻をレースごと、馬ごとにたどり、見ているものをそのままファイルに出力できます。',
  ],
  sampleTitle: ['Explore first', 'まずは試す'],
  sampleText: [
    'A year of fictional racing and the upcoming cards, in all 16 tables. You need no account, nothing leaves this computer, and every screen is marked as a sample. The latest days are ready within seconds; the rest of the year follows in the background. It takes about 250 MB of disk space.',
    '架空の1年分の開催と今後の出馬表を、16テーブルすべてで用意しています。アカウントは不要で、データが外に出ることはありません。どの画面にもサンプルであることを表示します。直近の開催は数秒で使え、残りは裏で作成します。ディスクは約250 MB使います。',
  ],
  trySample: ['Try it with sample data', 'サンプルデータで試す'],
  samplePreparing: ['Preparing sample data…', 'サンプルを準備しています…'],
  accountTitle: ['Connect your account', 'アカウントに接続'],
  accountText: [
    'You can find the address and both keys on the dashboard of your racing data service.',
    'アドレスと2つのキーは、競馬データサービスのダッシュボードで確認できます。',
  ],
  address: ['Service address', 'サービスのアドレス'],
  addressHint: ['For example, https://api.example.com', '例: https://api.example.com'],
  apiKey: ['Application key', 'アプリケーションキー'],
  apiKeyHint: ['Shared by all users of the application.', 'アプリの全ユーザーに共通のキーです。'],
  userKey: ['User key', 'ユーザーキー'],
  userKeyHint: [
    'Yours alone. You can show it on the dashboard.',
    'あなた専用のキーです。ダッシュボードで表示できます。',
  ],
  blankKeeps: [
    'Your key is saved. Leave blank to keep it.',
    '前回のキーを保持しています。空欄のままで使えます。',
  ],
  keyInKeychain: [
    'The user key is stored in this computer’s keychain, never in a file, log or page of Railbird.',
    'ユーザーキーはこのコンピューターのキーチェーンに保存します。Railbird のファイル、ログ、画面には残りません。',
  ],
  keyInSession: [
    'Railbird cannot use the keychain of this computer now, so the user key is kept in memory only.',
    '現在このコンピューターのキーチェーンを使えないため、ユーザーキーはメモリにだけ置きます。',
  ],
  forSession: [
    'Only until Railbird is closed: do not store it',
    'Railbird を終了するまでのみ使い、保存しない',
  ],
  useAnyway: ['Use it anyway', 'このまま使う'],
  yourAccounts: ['Your accounts', 'アカウント'],
  useAccount: ['Connect {{name}}', '{{name}} に接続'],
  addressProblem: [
    'The address must begin with https:// or http://.',
    'アドレスは https:// または http:// で始めてください。',
  ],
  inClear: ['The keys would be sent unencrypted', 'キーが暗号化されずに送られます'],
  inClearAdvice: [
    'Connections to an http:// address on another computer are not encrypted, so others on the network can read the keys. Use https:// if the service supports it.',
    'ほかのコンピューターへの http:// 接続は暗号化されず、途中でキーを読み取られるおそれがあります。可能なら https:// をお使いください。',
  ],
  keysProblem: ['Enter both keys.', 'キーは2つとも必要です。'],
  userKeyProblem: ['Enter the user key.', 'ユーザーキーが必要です。'],
  connect: ['Connect', '接続'],
  checking: ['Checking…', '確認しています…'],
  oneRequest: [
    'Railbird checks the keys with one request and keeps them only if the service accepts them.',
    'リクエスト1回でキーを確認し、受け付けられた場合だけ保持します。',
  ],
});
