// Settings.

import { texts } from './texts.ts';

export const settings = texts({
  title: ['Settings', '設定'],
  connection: ['Connection', '接続'],
  look: ['Appearance', '表示'],
  about: ['About', 'このアプリについて'],
  mode: ['Data', 'データ'],
  modes: {
    none: ['Not connected', '未接続'],
    sample: ['Built-in sample service (fictional racing)', 'Railbird 内蔵のサンプルサービス（架空の競馬）'],
    account: ['Your account', 'アカウント'],
  },
  address: ['Address', 'アドレス'],
  userKey: ['User key', 'ユーザーキー'],
  keys: {
    absent: ['Not set', '未設定'],
    old: [
      'Not set, but the keychain may still have the old one',
      '未設定（以前のキーがキーチェーンに残っているかもしれません）',
    ],
    keychain: ['In this computer’s keychain', 'このコンピューターのキーチェーンに保存'],
    session: ['In memory, for this session only', 'メモリ上、このセッションのみ'],
    unread: [
      'In this computer’s keychain, which does not give it out now',
      'このコンピューターのキーチェーンに保存済み（現在取り出せません）',
    ],
    environment: [
      'From the environment, for this session only; never saved',
      '環境変数から、今回の起動のみ（どこにも保存しません）',
    ],
  },
  askKeychainAgain: ['Try again', 'もう一度試す'],
  keptForSession: [
    'Until then the key is kept in memory, for this session only.',
    'それまで、キーはメモリ上に、このセッション中のみ保持します。',
  ],
  accounts: ['Accounts', 'アカウント'],
  accountName: ['Name', '名前'],
  connected: ['Connected', '接続中'],
  useAccount: ['Use', '使う'],
  useAccountNamed: ['Use {{name}}', '{{name}} を使う'],
  renameAccount: ['Rename', '名前を変更'],
  renameAccountNamed: ['Rename {{name}}', '{{name}} の名前を変更'],
  forgetAccount: ['Forget', '削除'],
  forgetAccountNamed: ['Forget {{name}}', '{{name}} を削除'],
  forgetAccountMeaning: [
    'Removes the account from this list, and its user key from the keychain and from memory. Downloaded records are kept.',
    'このアカウントを一覧から、ユーザーキーをキーチェーンとメモリから削除します。ダウンロード済みのデータは残ります。',
  ],
  addAccount: ['Add an account', 'アカウントを追加'],
  changeAccount: ['Change address or keys', 'アドレスやキーを変更'],
  connectAccount: ['Connect your account', 'アカウントに接続'],
  returnToAccount: ['Back to your account ({{host}})', 'アカウントに戻る（{{host}}）'],
  useSample: ['Use sample data', 'サンプルデータを使う'],
  forgetKey: ['Forget the key', 'キーを削除'],
  forgetMeaning: [
    'Removes the user key from the keychain and from memory. Railbird cannot get new records until you enter it again. Downloaded records are kept.',
    'ユーザーキーをキーチェーンとメモリから削除します。再入力するまで新しいデータは取得できません。ダウンロード済みのデータは残ります。',
  ],
  disconnect: ['Disconnect', '接続を解除'],
  disconnectMeaning: [
    'Railbird returns to the welcome screen. Accounts, their keys and downloaded records stay on this computer.',
    '最初の画面に戻ります。アカウントとキー、ダウンロード済みのデータはこのコンピューターに残ります。',
  ],
  language: ['Language', '言語'],
  languages: {
    system: ['System', 'システムに合わせる'],
    en: ['English', 'English'],
    ja: ['日本語', '日本語'],
  },
  theme: ['Theme', 'テーマ'],
  themes: {
    system: ['System', 'システムに合わせる'],
    light: ['Light', 'ライト'],
    dark: ['Dark', 'ダーク'],
    contrast: ['High contrast', 'ハイコントラスト'],
  },
  density: ['Row height', '行の高さ'],
  densities: {
    compact: ['Compact', '狭い'],
    normal: ['Normal', '標準'],
    touch: ['Touch', 'タッチ'],
  },
  names: ['Names', '名前の表記'],
  nameStyles: {
    kana: ['As recorded', '原表記のまま'],
    beside: ['With Latin letters beside them', 'ローマ字を併記'],
    latin: ['In Latin letters', 'ローマ字'],
  },
  namesMeaning: [
    'Names in kana are written in Hepburn romanization. Names with kanji stay as they are: their readings are not in the data.',
    'カナの名前をヘボン式ローマ字で表します。漢字の名前は読みがデータにないため、そのまま表示します。',
  ],
  learnedTitle: ['What Railbird learned about the service', 'サービスについて分かったこと'],
  nothingLearned: [
    'Nothing so far: no request had to be made in another way.',
    'まだありません。問い合わせ方を変える必要はありませんでした。',
  ],
  learnedMeaning: [
    'The specification leaves some details open. Railbird detected how this service handles them and adapts its requests. It still verifies every response, and tests each finding again after a month.',
    '仕様書には定めのない点があります。このサービスがどう扱うかが分かった点については、それに合わせて問い合わせます。応答の確認は変わらず行い、1か月たつと改めて確かめます。',
  ],
  learned: {
    before: [
      'It omits the first day of a period, so Railbird requests one day more.',
      '期間の最初の日が応答に含まれないため、1日前から問い合わせます。',
    ],
    after: [
      'It omits the last day of a period, so Railbird requests one day more.',
      '期間の最後の日が応答に含まれないため、1日後まで問い合わせます。',
    ],
    oneDay: [
      'It rejects one-day periods or returns another day, so Railbird also requests the days around it.',
      '1日だけの期間を受け付けないか、別の日を返すため、前後の日も含めて問い合わせます。',
    ],
    swapped: ['It expects the later date of a period first.', '期間は遅い日付を先に指定します。'],
    oneByOne: [
      'It returns periods of several days incompletely, so Railbird requests each day separately.',
      '数日の期間にはすべてを返さないため、1日ずつ問い合わせます。',
    ],
    nothing: [
      'If nothing matches, it responds with status {{detail}}.',
      '該当するデータがないときは、ステータス{{detail}}を返します。',
    ],
    nothing_null: [
      'If nothing matches, it sends null instead of records.',
      '該当するデータがないときは、レコードの代わりにnullを返します。',
    ],
    nothing_absent: [
      'If nothing matches, it omits the records from its response.',
      '該当するデータがないときは、レコードの欄を省きます。',
    ],
    tooMuch: [
      'If a period is too long, it responds with status {{detail}}.',
      '期間が長すぎるときは、ステータス{{detail}}を返します。',
    ],
    longest: [
      '{{table}}: it rejects periods of {{days}} days or more.',
      '{{table}}: 一度に{{days}}日以上の期間には応答しません。',
    ],
  },
  learnedOn: ['({{date}})', '（{{date}}）'],
  forgetLearned: ['Forget and test again', '忘れて確かめ直す'],
  version: ['Version', 'バージョン'],
  host: ['Runs in', '実行環境'],
  hosts: {
    electron: ['Desktop app', 'デスクトップアプリ'],
    web: ['Browser window on this computer', 'このコンピューターのブラウザ'],
  },
  dataDir: ['Data folder', 'データフォルダ'],
  portable: [
    'Portable: this folder lies beside the program, and both can be carried to another computer. The user key is entered at each start and not kept.',
    'ポータブル版：このフォルダはプログラムの横にあり、一緒に別のコンピューターへ持ち運べます。ユーザーキーは起動のたびに入力し、保存しません。',
  ],
});
