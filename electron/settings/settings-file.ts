// The settings file: the user's choices and what the window remembers.

import { join } from 'node:path';
import type { Text } from '#shared/text.ts';
import { damageNotice, type StateTexts } from '../files/damage-notice.ts';
import { openJsonFile, type JsonFile } from '../files/json-file.ts';
import type { NewNotice } from '../files/notices.ts';
import { FIRST_STATE, stateSchema, type State } from './state-schema.ts';

export type SettingsFile = JsonFile<State>;

export interface SettingsFileOptions {
  readonly dataDir: string;
  /** Called for parts that could not be read. */
  readonly notify: (notice: NewNotice) => void | Promise<void>;
}

const FIELDS: Readonly<Record<string, Text>> = {
  settings: { en: 'choices in the settings', ja: '設定画面での選択' },
  connection: { en: 'details of the connection', ja: '接続の情報' },
  paces: { en: 'paces that services take (learned again)', ja: 'サービスごとの速さ（再び学習します）' },
  updates: { en: 'times at which the update feed was asked', ja: '更新を確認した日時' },
  memory: { en: 'things that the window remembered', ja: '画面が覚えていた項目' },
};

const PARTS: Readonly<Record<string, Text>> = {
  'settings.language': { en: 'The language.', ja: '言語。' },
  'settings.theme': { en: 'The theme.', ja: 'テーマ。' },
  'settings.density': { en: 'The density of tables.', ja: '表の行間。' },
  'settings.names': { en: 'How names are written.', ja: '名前の表記。' },
  'settings.sqlSeconds': { en: 'When a SQL query is stopped.', ja: 'SQLを打ち切るまでの時間。' },
  'connection.mode': { en: 'Which service was connected.', ja: '接続していたサービスの種類。' },
  'connection.account': { en: 'Which account was connected.', ja: '接続していたアカウント。' },
  'connection.accounts': { en: 'The accounts.', ja: 'アカウント。' },
  'connection.accounts.*': { en: 'One account.', ja: 'アカウントひとつ。' },
  'connection.baseUrl': { en: 'The address of the service.', ja: 'サービスのアドレス。' },
  'connection.apiKey': { en: 'The application key.', ja: 'アプリケーションキー。' },
  paces: {
    en: 'The pace that a service takes, which is learned again.',
    ja: 'サービスごとの速さ（再び学習します）。',
  },
  'settings.asksForUpdates': {
    en: 'Whether the update feed is asked.',
    ja: '更新を確認するかどうか。',
  },
  updates: { en: 'When the update feed was asked.', ja: '更新を確認した日時。' },
  memory: { en: 'One thing that the window remembered.', ja: '画面が覚えていた項目ひとつ。' },
};

const TEXTS: StateTexts = {
  subject: 'settings',
  name: { en: 'The settings', ja: '設定' },
  fields: FIELDS,
  describe: ({ path }) => {
    const place = path.map((part) => (typeof part === 'number' ? '*' : part)).join('.');
    return PARTS[place] ?? PARTS[String(path[0])];
  },
};

/** Errors: FILE_FAILED, FILE_NEWER. */
export const openSettingsFile = ({ dataDir, notify }: SettingsFileOptions): Promise<SettingsFile> =>
  openJsonFile({
    path: join(dataDir, 'settings.json'),
    schema: stateSchema,
    initial: FIRST_STATE,
    onDamaged: (damaged) => notify(damageNotice(TEXTS, damaged)),
  });
