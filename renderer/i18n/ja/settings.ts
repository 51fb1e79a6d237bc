// 設定。

import type { settings as english } from '../en/settings.ts';

export const settings: typeof english = {
  title: '設定',
  connection: '接続',
  look: '表示',
  about: 'このアプリについて',
  mode: 'データ',
  modes: {
    none: '未接続',
    sample: 'Railbird 内蔵のサンプルサービス（架空の競馬）',
    account: 'アカウント',
  },
  address: 'アドレス',
  userKey: 'ユーザーキー',
  keys: {
    absent: '未設定',
    keychain: 'このコンピューターのキーチェーンに保存',
    session: 'メモリ上、このセッションのみ',
    environment: '環境変数から、今回の起動のみ（どこにも保存しません）',
  },
  noKeychain: 'キーはこのセッション中のみ保持します',
  changeAccount: 'アドレスやキーを変更',
  connectAccount: 'アカウントに接続',
  returnToAccount: 'アカウントに戻る（{{host}}）',
  useSample: 'サンプルデータを使う',
  forgetKey: 'キーを削除',
  forgetMeaning:
    'ユーザーキーをキーチェーンとメモリから削除します。再入力するまで新しいデータは取得できません。ダウンロード済みのデータは残ります。',
  disconnect: '接続を解除',
  disconnectMeaning: '最初の画面に戻ります。ダウンロード済みのデータはこのコンピューターに残ります。',
  language: '言語',
  languages: { system: 'システムに合わせる', en: 'English', ja: '日本語' },
  theme: 'テーマ',
  themes: { system: 'システムに合わせる', light: 'ライト', dark: 'ダーク', contrast: 'ハイコントラスト' },
  density: '行の高さ',
  densities: { compact: '狭い', normal: '標準', touch: 'タッチ' },
  version: 'バージョン',
  host: '実行環境',
  hosts: { electron: 'デスクトップアプリ', web: 'このコンピューターのブラウザ' },
  dataDir: 'データフォルダ',
};
