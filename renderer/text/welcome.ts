// First run, and the form that connects an account.

import { texts } from './texts.ts';

export const welcome = texts({
  language: ['Language', '言語'],
  sentence: [
    'Railbird browses racing data: cards, indices, training, past runs, results and payoffs, race by race and horse by horse, and takes any of it away as a file.',
    'Railbird は競馬データのブラウザです。出馬表、指数、調教、過去走、成績、払戻をレースごと、馬ごとにたどり、見ているものをそのままファイルに出力できます。',
  ],
  sampleTitle: ['Look around first', 'まずは試す'],
  sampleText: [
    'Eight weeks of invented racing and the coming cards, in all sixteen tables. No account, nothing leaves this computer, and every screen says that it is a sample.',
    '架空の8週間分の開催と今後の出馬表を、16テーブルすべてで用意しています。アカウントは不要で、データが外に出ることはありません。どの画面にもサンプルであることを表示します。',
  ],
  trySample: ['Try it with sample data', 'サンプルデータで試す'],
  samplePreparing: ['Preparing sample racing…', 'サンプルを準備しています…'],
  accountTitle: ['Connect your account', 'アカウントに接続'],
  accountText: [
    'The address and both keys are on the dashboard of your racing data service.',
    'アドレスと2つのキーは、競馬データサービスのダッシュボードで確認できます。',
  ],
  address: ['Address of the service', 'サービスのアドレス'],
  addressHint: ['For example https://api.example.com', '例: https://api.example.com'],
  apiKey: ['Application key', 'アプリケーションキー'],
  apiKeyHint: ['The same for all users of the application.', 'アプリの全ユーザーに共通のキーです。'],
  userKey: ['User key', 'ユーザーキー'],
  userKeyHint: [
    'Yours alone. The dashboard shows it on request.',
    'あなた専用のキーです。ダッシュボードで表示できます。',
  ],
  blankKeeps: ['Kept from before: leave blank.', '前回のキーを保持しています。空欄のままで使えます。'],
  keyInKeychain: [
    'The user key will be kept in this computer’s keychain, and in no file, log or page of Railbird.',
    'ユーザーキーはこのコンピューターのキーチェーンに保存します。Railbird のファイル、ログ、画面には残りません。',
  ],
  keyInSession: [
    'This computer has no keychain that Railbird can use: the user key will be held in memory only.',
    'このコンピューターには使えるキーチェーンがないため、ユーザーキーはメモリにだけ置きます。',
  ],
  addressProblem: [
    'The address must begin with https:// or http://.',
    'アドレスは https:// または http:// で始めてください。',
  ],
  inClear: ['The keys would travel in clear', 'キーが暗号化されずに送られます'],
  inClearAdvice: [
    'An http:// address of another machine is not encrypted: whoever is on the way can read the keys. Use https:// where the service has it.',
    'ほかのコンピューターへの http:// 接続は暗号化されず、途中でキーを読み取られるおそれがあります。可能なら https:// をお使いください。',
  ],
  keysProblem: ['Both keys are needed.', 'キーは2つとも必要です。'],
  userKeyProblem: ['The user key is needed.', 'ユーザーキーが必要です。'],
  connect: ['Connect', '接続'],
  checking: ['Checking…', '確認しています…'],
  oneRequest: [
    'The keys are checked with one request and kept only if the service accepts them.',
    'リクエスト1回でキーを確認し、受け付けられた場合だけ保持します。',
  ],
});
