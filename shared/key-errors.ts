// What is odd about a key that was pasted. All but KEY_UNSENDABLE are questions: the user may use the key anyway.

import type { ErrorRow } from '#shared/error-row.ts';

export const KEY_ERRORS = {
  KEY_UNSENDABLE: {
    retry: false,
    exit: 'usage',
    title: {
      en: 'This is not a key: it has blanks or letters that no key can have',
      ja: 'キーに使えない文字（空白、日本語など）が含まれています',
    },
    advice: {
      en: 'Copy the key again on the dashboard of the service, on its own. Nothing was sent.',
      ja: 'サービスのダッシュボードで、キーだけをコピーし直してください。何も送信していません。',
    },
  },
  KEY_IS_APPLICATION: {
    retry: false,
    exit: 'usage',
    title: {
      en: 'The user key looks like an application key',
      ja: 'ユーザーキーの欄に、アプリケーションキーらしいものが入っています',
    },
    advice: {
      en: 'Compare the two with the dashboard of the service. Nothing was sent.',
      ja: '2つのキーをサービスのダッシュボードと見比べてください。何も送信していません。',
    },
  },
  KEY_IS_USER: {
    retry: false,
    exit: 'usage',
    title: {
      en: 'The application key looks like a user key',
      ja: 'アプリケーションキーの欄に、ユーザーキーらしいものが入っています',
    },
    advice: {
      en: 'It would be sent in the address of each request, where logs may keep it. Compare the two with the dashboard of the service. Nothing was sent.',
      ja: 'このままではリクエストのアドレスに含まれ、ログに残るおそれがあります。2つのキーをサービスのダッシュボードと見比べてください。何も送信していません。',
    },
  },
  KEYS_ARE_EQUAL: {
    retry: false,
    exit: 'usage',
    title: { en: 'Both keys are the same', ja: '2つのキーが同じです' },
    advice: {
      en: 'A service has one key for the application and another for each user. Compare them with its dashboard. Nothing was sent.',
      ja: 'アプリケーションのキーと利用者のキーは別のものです。ダッシュボードと見比べてください。何も送信していません。',
    },
  },
  KEY_IS_PLACEHOLDER: {
    retry: false,
    exit: 'usage',
    title: { en: 'This looks like a placeholder for a key', ja: 'キーの見本らしいものが入っています' },
    advice: {
      en: 'Show your own key on the dashboard of the service and copy it. Nothing was sent.',
      ja: 'サービスのダッシュボードでご自身のキーを表示し、コピーしてください。何も送信していません。',
    },
  },
  KEY_IS_ADDRESS: {
    retry: false,
    exit: 'usage',
    title: { en: 'A key looks like an address', ja: 'キーの欄に、アドレスらしいものが入っています' },
    advice: {
      en: 'Copy the key on the dashboard of the service. Nothing was sent.',
      ja: 'サービスのダッシュボードでキーをコピーしてください。何も送信していません。',
    },
  },
  KEY_IS_SHORT: {
    retry: false,
    exit: 'usage',
    title: {
      en: 'A key has only {length} characters: part of it may be missing',
      ja: 'キーが{length}文字しかありません。一部が欠けているかもしれません',
    },
    advice: {
      en: 'Copy the whole key on the dashboard of the service. Nothing was sent.',
      ja: 'サービスのダッシュボードで、キー全体をコピーしてください。何も送信していません。',
    },
  },
  KEY_IS_LONG: {
    retry: false,
    exit: 'usage',
    title: {
      en: 'A key has {length} characters: more than the key may have been copied',
      ja: 'キーが{length}文字あります。余分なものまでコピーしたかもしれません',
    },
    advice: {
      en: 'Copy the key alone on the dashboard of the service. Nothing was sent.',
      ja: 'サービスのダッシュボードで、キーだけをコピーしてください。何も送信していません。',
    },
  },
} as const satisfies Record<string, ErrorRow>;

export type KeyQuestion = keyof typeof KEY_ERRORS;

/** Whether the user may answer that the key is right nevertheless. */
export const isKeyQuestion = (code: string): code is KeyQuestion =>
  code in KEY_ERRORS && code !== ('KEY_UNSENDABLE' satisfies KeyQuestion);
