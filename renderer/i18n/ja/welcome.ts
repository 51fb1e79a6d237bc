// 初回の画面と、アカウント接続のフォーム。

import type { welcome as english } from '../en/welcome.ts';

export const welcome: typeof english = {
  language: '言語',
  sentence:
    'Railbird は競馬データのブラウザです。出馬表、指数、調教、過去走、成績、払戻をレースごと、馬ごとにたどり、見ているものをそのままファイルに出力できます。',
  sampleTitle: 'まずは試す',
  sampleText:
    '架空の8週間分の開催と今後の出馬表を、16テーブルすべてで用意しています。アカウントは不要で、データが外に出ることはありません。どの画面にもサンプルであることを表示します。',
  trySample: 'サンプルデータで試す',
  samplePreparing: 'サンプルを準備しています…',
  accountTitle: 'アカウントに接続',
  accountText: 'アドレスと2つのキーは、競馬データサービスのダッシュボードで確認できます。',
  address: 'サービスのアドレス',
  addressHint: '例: https://api.example.com',
  apiKey: 'アプリケーションキー',
  apiKeyHint: 'アプリの全ユーザーに共通のキーです。',
  userKey: 'ユーザーキー',
  userKeyHint: 'あなた専用のキーです。ダッシュボードで表示できます。',
  blankKeeps: '前回のキーを保持しています。空欄のままで使えます。',
  keyInKeychain:
    'ユーザーキーはこのコンピューターのキーチェーンに保存します。Railbird のファイル、ログ、画面には残りません。',
  keyInSession: 'このコンピューターには使えるキーチェーンがないため、ユーザーキーはメモリにだけ置きます。',
  addressProblem: 'アドレスは https:// または http:// で始めてください。',
  inClear: 'キーが暗号化されずに送られます',
  inClearAdvice:
    'ほかのコンピューターへの http:// 接続は暗号化されず、途中でキーを読み取られるおそれがあります。可能なら https:// をお使いください。',
  keysProblem: 'キーは2つとも必要です。',
  userKeyProblem: 'ユーザーキーが必要です。',
  connect: '接続',
  checking: '確認しています…',
  oneRequest: 'リクエスト1回でキーを確認し、受け付けられた場合だけ保持します。',
};
