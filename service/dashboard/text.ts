// The words of the dashboard, English and Japanese side by side. {{name}} is replaced by a value.

export type Language = 'en' | 'ja';

export const LANGUAGES: readonly Language[] = ['en', 'ja'];

const WORDS = {
  title: ['Railbird dashboard', 'Railbird ダッシュボード'],
  otherLanguage: ['日本語', 'English'],
  account: ['Your account', 'アカウント'],
  users: ['Users', '利用者'],
  service: ['Service', 'サービス'],
  navigation: ['Pages', 'ページ'],
  signedInAs: ['Signed in as {{user}}', '{{user}} でサインイン中'],
  signOut: ['Sign out', 'サインアウト'],

  signIn: ['Sign in', 'サインイン'],
  signInLead: [
    'Sign in with your passkey: your device asks for your fingerprint, face or PIN. There is no password.',
    'パスキーでサインインします。端末の指紋・顔認証またはPINを使います。パスワードはありません。',
  ],
  signInButton: ['Sign in with a passkey', 'パスキーでサインイン'],
  noPasskey: [
    'No passkey yet, or a lost device? Ask the operator of the service for an invitation.',
    'パスキーがない場合や端末をなくした場合は、運営者に招待を依頼してください。',
  ],
  signedOut: ['You are signed out.', 'サインアウトしました。'],
  invitation: ['Welcome', 'ようこそ'],
  invitationLead: [
    'You are invited to the dashboard. Make a passkey on this device; from then on you sign in with it. The link works once.',
    'ダッシュボードに招待されました。この端末にパスキーを作成すると、次回からはパスキーでサインインできます。リンクは一度だけ有効です。',
  ],
  invitationButton: ['Make a passkey', 'パスキーを作成'],
  needsScript: [
    'Passkeys need JavaScript. Allow it for this page.',
    'パスキーにはJavaScriptが必要です。このページで有効にしてください。',
  ],
  waiting: ['Follow your device.', '端末の指示に従ってください。'],
  signInFailed: [
    'That did not work. Use the passkey that you made for this dashboard, or ask the operator for an invitation.',
    'サインインできませんでした。このダッシュボード用のパスキーを使うか、運営者に招待を依頼してください。',
  ],
  invitationFailed: [
    'This link is not good any more: it works once, for a day. Ask the operator for a new one.',
    'このリンクは無効です。リンクは1日以内に一度だけ使えます。運営者に新しいリンクを依頼してください。',
  ],
  noInvitation: [
    'The link is not complete. Open it from the message again, in full.',
    'リンクが不完全です。メッセージのリンク全体をもう一度開いてください。',
  ],
  cancelled: [
    'Your device did not finish. Try again when you are ready.',
    '端末での操作が完了しませんでした。もう一度お試しください。',
  ],
  tooOften: [
    'Too many attempts. Wait a minute, then try again.',
    '試行回数が多すぎます。1分ほど待ってから、もう一度お試しください。',
  ],
  unreachable: [
    'The dashboard cannot be reached. Check your connection, then try again.',
    'ダッシュボードに接続できません。接続を確認して、もう一度お試しください。',
  ],

  plan: ['Plan', 'プラン'],
  noPlan: ['No plan', 'プランなし'],
  noPlanHelp: [
    'Without a plan the service refuses your requests (403). Ask the operator for one.',
    'プランがないため、リクエストは拒否されます（403）。運営者にお問い合わせください。',
  ],
  planEnded: ['Ended on {{date}}', '{{date}} に終了'],
  planEndedHelp: [
    'The service refuses your requests (403) until the plan is renewed. Ask the operator.',
    'プランが更新されるまで、リクエストは拒否されます（403）。運営者にお問い合わせください。',
  ],
  planUntil: ['Until {{date}}, inclusive', '{{date}} まで有効（当日を含む）'],
  planForever: ['Without an end', '無期限'],
  daysLeft: ['{{count}} days left', '残り {{count}} 日'],
  lastDay: ['Last day', '最終日'],
  applicationKey: ['Application key', 'アプリケーションキー'],
  applicationKeyHelp: [
    'Identifies the application, the same for all users. Send it as the query parameter api_key.',
    'アプリケーションを識別するキーで、全利用者共通です。クエリーパラメーター api_key として送信します。',
  ],
  applicationKeyAbsent: [
    'It is not available here. Ask the operator for it.',
    'ここには表示できません。運営者にお問い合わせください。',
  ],

  userKeys: ['Your keys', 'ユーザーキー'],
  userKeysHelp: [
    'Your key goes into the header x-user-key. It is secret: keep it out of browser code and public repositories.',
    'ヘッダー x-user-key に入れて送信します。秘密の情報ですので、ブラウザー上のコードや公開リポジトリーに置かないでください。',
  ],
  noKeys: ['You have no key yet.', 'まだキーがありません。'],
  reveal: ['Reveal my key', 'キーを表示'],
  revealHelp: [
    'Makes a key now and shows it once. The service keeps only a digest, so nobody can show it again.',
    '新しいキーを作成し、一度だけ表示します。サービスはダイジェストだけを保存するため、再表示はできません。',
  ],
  replace: ['Replace my key', 'キーを更新'],
  replaceHelp: [
    'Makes a new key and shows it once. The present key stays good for 24 hours, so that you can change your programs.',
    '新しいキーを作成し、一度だけ表示します。現在のキーはあと24時間有効です。その間にプログラムの設定を変更してください。',
  ],
  revealed: ['Your new key', '新しいキー'],
  revealedHelp: [
    'Copy it now: it is shown this one time. Only its digest is stored.',
    '今すぐコピーしてください。表示はこの一度だけです。保存されるのはダイジェストのみです。',
  ],
  revealedBefore: ['The earlier key stays good until {{date}}.', '以前のキーは {{date}} まで有効です。'],
  backToAccount: ['I have copied it', 'コピーしました'],
  copy: ['Copy', 'コピー'],
  copied: ['Copied', 'コピーしました'],
  keyId: ['Key', 'キー'],
  state: ['State', '状態'],
  current: ['current', '現在'],
  previous: ['earlier', '以前'],
  issued: ['Made', '作成'],
  lastUse: ['Last use', '最終使用'],
  ends: ['Good until', '有効期限'],
  never: ['never', 'なし'],
  notYet: ['not yet', '未使用'],
  revoke: ['Revoke', '失効'],
  revokeKey: ['Revoke key {{id}}', 'キー {{id}} を失効'],
  revokeSure: ['Revoke it now', '今すぐ失効させる'],
  revokeHelp: [
    'Programs that use this key are refused at once.',
    'このキーを使うプログラムは、直ちに拒否されます。',
  ],
  revokedNotice: ['The key {{id}} is revoked.', 'キー {{id}} を失効させました。'],
  action: ['Action', '操作'],

  passkeys: ['Passkeys', 'パスキー'],
  passkeysHelp: [
    'The devices and security keys that sign you in here. With a second one, a lost device does not lock you out.',
    'サインインに使う端末やセキュリティーキーです。2つ以上あれば、端末をなくしてもサインインできます。',
  ],
  addPasskey: ['Add a passkey', 'パスキーを追加'],
  addPasskeyHelp: [
    'On this device, or on a phone or security key that your browser offers.',
    'この端末のほか、ブラウザーが提示するスマートフォンやセキュリティーキーにも作成できます。',
  ],
  passkeyAdded: [
    'The passkey is added. Give it a name, so that you know it again.',
    'パスキーを追加しました。見分けられるように名前を付けてください。',
  ],
  addFailed: [
    'The passkey was not added. If this device has one for the dashboard already, choose another device.',
    'パスキーを追加できませんでした。この端末に作成済みの場合は、別の端末を選んでください。',
  ],
  passkeyName: ['Name', '名前'],
  newName: ['New name', '新しい名前'],
  unnamed: ['no name', '名前なし'],
  rename: ['Rename', '名前を変更'],
  renamePasskey: ['Rename passkey: {{name}}', 'パスキーの名前を変更：{{name}}'],
  passkeyNamed: ['The name is saved.', '名前を保存しました。'],
  nameUnusable: [
    'The name was not saved: it takes up to 40 visible characters.',
    '名前を保存できませんでした。表示できる文字40字以内で入力してください。',
  ],
  onlyPasskey: ['your only one', '唯一のパスキー'],
  remove: ['Remove', '削除'],
  removePasskey: ['Remove passkey: {{name}}', 'パスキーを削除：{{name}}'],
  removePasskeyHelp: [
    'It does not sign you in any more, and all other devices are signed out.',
    'このパスキーではサインインできなくなり、ほかの端末はすべてサインアウトされます。',
  ],
  removePasskeySure: ['Remove it now', '今すぐ削除する'],
  passkeyRemoved: [
    'The passkey is removed. You may also remove it from the device.',
    'パスキーを削除しました。端末側のパスキーも削除できます。',
  ],
  lastPasskey: [
    'This is your only passkey. Nothing was done: without it you could not sign in. Add another one first.',
    '唯一のパスキーのため、削除すると次回からサインインできなくなります。何も変更されていません。先に別のパスキーを追加してください。',
  ],

  usage: ['Use of the last 30 days', '過去30日間の利用状況'],
  answered: ['Answered', '応答'],
  refused: ['Refused', '拒否'],
  answeredCount: ['{{count}} answered', '応答 {{count}} 件'],
  refusedCount: ['{{count}} refused', '拒否 {{count}} 件'],
  usageSummary: [
    'Requests per day: {{answered}} answered and {{refused}} refused in 30 days',
    '1日ごとのリクエスト数。30日間で応答 {{answered}} 件、拒否 {{refused}} 件',
  ],
  usageTable: ['The figures as a table', '数値を表で見る'],
  noUsage: ['No request in the last 30 days.', '過去30日間のリクエストはありません。'],
  day: ['Day', '日'],
  reasons: ['Reasons', '理由'],
  dayTitle: [
    '{{date}}: {{answered}} answered, {{refused}} refused',
    '{{date}}：応答 {{answered}}、拒否 {{refused}}',
  ],
  delay: ['Counts are up to 15 seconds old.', '件数の反映には最大15秒かかります。'],

  history: ['What happened', '操作の履歴'],
  historyHelp: ['The newest 50 entries. Times are Japan time.', '最新の50件。時刻は日本時間です。'],
  noHistory: ['Nothing yet.', 'まだありません。'],
  at: ['Time', '時刻'],
  by: ['By', '実行者'],
  event: ['What', '内容'],
  detail: ['Details', '詳細'],
  byYou: ['you', '本人'],
  byOperator: ['operator', '運営者'],
  somebody: ['unknown', '不明'],
  detailEarlierKey: ['{{id}} stays good until {{date}}', '{{id}} は {{date}} まで有効'],
  detailPlan: ['{{plan}} until {{date}}', '{{plan}}、{{date}} まで'],
  detailEndless: ['{{plan}}, no end', '{{plan}}、無期限'],
  detailLink: ['link good until {{date}}', 'リンクの期限：{{date}}'],
  did_issue: ['key made', 'キーを作成'],
  did_rotate: ['key replaced', 'キーを更新'],
  did_revoke: ['key revoked', 'キーを失効'],
  'did_set plan': ['plan set', 'プランを設定'],
  'did_set role': ['role set', '役割を設定'],
  did_invite: ['invited', '招待'],
  'did_add passkey': ['passkey added', 'パスキーを追加'],
  'did_name passkey': ['passkey named', 'パスキーに命名'],
  'did_remove passkey': ['passkey removed', 'パスキーを削除'],
  'did_remove passkeys': ['all passkeys removed', 'すべてのパスキーを削除'],
  'did_sign in': ['signed in', 'サインイン'],
  'did_sign in failed': ['sign-in failed', 'サインイン失敗'],
  'did_sign out': ['signed out', 'サインアウト'],
  did_import: ['import', 'インポート'],

  usersHelp: ['Use is that of the last 30 days.', '利用数は過去30日間の合計です。'],
  noUsers: [
    'There are no users yet. Invite one on the command line: invite NAME --origin {{origin}}',
    'まだ利用者がいません。コマンドラインで招待してください：invite NAME --origin {{origin}}',
  ],
  user: ['User', '利用者'],
  role: ['Role', '役割'],
  operator: ['operator', '運営者'],
  subscriber: ['subscriber', '利用者'],
  until: ['Until', '期限'],
  keys: ['Keys', 'キー'],
  none: ['none', 'なし'],
  active: ['active', '有効'],
  ended: ['ended', '終了'],
  setPlan: ['Set the plan', 'プランを設定'],
  planName: ['Name', '名前'],
  planNameHelp: ['lower-case letters, digits and hyphens', '英小文字・数字・ハイフン'],
  planEnd: ['Last day, in Tokyo', '最終日（日本時間）'],
  planEndHelp: ['empty for a plan without an end', '空欄にすると無期限'],
  save: ['Save', '保存'],
  removePlan: ['Remove the plan', 'プランを削除'],
  planSaved: [
    'The plan is set; it counts from the next request on.',
    'プランを設定しました。次のリクエストから有効です。',
  ],
  planUnusable: [
    'The plan was not set: its name takes lower-case letters, digits and hyphens, its last day is a date.',
    'プランを設定できませんでした。名前は英小文字・数字・ハイフン、最終日は日付で入力してください。',
  ],
  backToUsers: ['All users', '利用者一覧'],

  load: ['Load', '負荷'],
  loadHelp: ['Of this process, at this moment.', 'このプロセスの現在の値です。'],
  underWay: ['Requests under way', '処理中のリクエスト'],
  connections: ['Connections', '接続数'],
  lag: ['Lag', '遅延'],
  memory: ['Memory', 'メモリー'],
  requestsSinceStart: ['Requests since the start', '起動後のリクエスト'],
  refusalsSinceStart: ['Refused since the start', '起動後の拒否'],
  storeSize: ['Store on disk', 'データ容量'],
  unknown: ['unknown', '不明'],
  everyonesUse: ['Use by everyone, last 30 days', '全利用者の過去30日間の利用状況'],
  failures: ['Failed sign-ins', '失敗したサインイン'],
  failuresHelp: [
    'The newest 20, with the address that they came from. An address with ten in a minute has to wait.',
    '最新の20件と接続元のアドレス。1分間に10回失敗したアドレスは、しばらく試行できません。',
  ],
  noFailures: ['None so far.', 'まだありません。'],
  address: ['Address', 'アドレス'],
  imports: ['Imports', 'インポート'],
  noImports: ['Nothing was imported yet.', 'まだインポートされていません。'],
  storedDays: ['Days stored', '保持している開催日'],
  storedDaysHelp: [
    'A gap is a race day of the programs and meetings, between a table’s first and last day, of which the table has nothing.',
    '「欠け」は、番組・開催データにある開催日のうち、そのテーブルの最初の日と最後の日の間でデータがない日です。',
  ],
  table: ['Table', 'テーブル'],
  records: ['Records', 'レコード'],
  days: ['Days', '日数'],
  first: ['First', '最初'],
  last: ['Last', '最後'],
  gaps: ['Gaps', '欠け'],
  nothing: ['no days', '日付なし'],
  noGaps: ['none', 'なし'],
  gapCount: ['{{count}} days', '{{count}} 日'],

  problem: ['That is not possible', '操作できません'],
  notFound: ['There is no such page.', 'ページが見つかりません。'],
  notFromHere: [
    'This form is out of date, or another site sent it. Nothing was done. Open the page again.',
    'フォームの有効期限が切れたか、別のサイトから送信されました。何も変更されていません。ページを開き直してください。',
  ],
  newerKey: [
    'A key was made since you opened the page. Nothing was done; look at your keys first.',
    'ページを開いた後にキーが作成されています。何も変更されていません。キーの一覧を確認してください。',
  ],
  tooManyKeys: [
    'You have as many keys as possible. Revoke one first.',
    'キーの数が上限に達しています。先に1つ失効させてください。',
  ],
  unavailable: [
    'The database cannot be reached at the moment. Nothing was done. Try again in a minute.',
    '現在データベースに接続できません。何も変更されていません。1分ほど待ってから、もう一度お試しください。',
  ],
  failed: [
    'The dashboard failed. The operator finds the reason in the log under {{id}}.',
    '内部エラーが発生しました。原因はログの {{id}} に記録されています。',
  ],
  wrongAddress: ['Open the dashboard at {{origin}}', 'ダッシュボードは {{origin}} で開いてください'],
  back: ['Back', '戻る'],
  japanTime: ['Japan time', '日本時間'],
} as const satisfies Record<string, readonly [english: string, japanese: string]>;

export type Word = keyof typeof WORDS;

export type Say = (word: Word, values?: Readonly<Record<string, string | number>>) => string;

/** Says a word in that language. */
export const sayIn =
  (language: Language): Say =>
  (word, values = {}) =>
    WORDS[word][LANGUAGES.indexOf(language)]?.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
      String(values[name] ?? ''),
    ) ?? word;
