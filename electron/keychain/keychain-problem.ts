// Explains why a machine has no working keychain, and what its owner can do.

import type { Text } from '#shared/text.ts';

/**
 * - `not_installed`: keytar or the library it needs is missing
 * - `no_answer`: they are there, but no keychain responds (on Linux: no secret service on the session bus)
 * - `silent`: a keychain exists but does not respond, as a locked keyring does
 * - `refused`: a keychain responded, and would not store the key
 */
export type KeychainProblem = 'not_installed' | 'no_answer' | 'silent' | 'refused';

const KEPT: Text = {
  en: 'The user key is kept until Railbird is closed.',
  ja: 'ユーザーキーは Railbird を終了するまで保持されます。',
};

const LINUX: { readonly [problem in KeychainProblem]: Text } = {
  not_installed: {
    en: 'The keychain library is not installed. Install libsecret-1-dev and gnome-keyring, then run the set-up again.',
    ja: 'キーチェーンのライブラリがありません。libsecret-1-dev と gnome-keyring を入れ、セットアップをやり直してください。',
  },
  no_answer: {
    en: 'No secret service answers. Install gnome-keyring (or KWallet) and start Railbird from a desktop session.',
    ja: 'シークレットサービスが応答しません。gnome-keyring（または KWallet）を入れ、デスクトップセッションから起動してください。',
  },
  silent: {
    en: 'The keyring does not answer; it is probably locked. Unlock it and start Railbird again.',
    ja: 'キーリングが応答しません。ロックされている可能性があります。解除してから Railbird を起動し直してください。',
  },
  refused: {
    en: 'The keyring did not keep the key; it is probably locked. Unlock it and connect again.',
    ja: 'キーリングにキーを保存できませんでした。ロックを解除して、もう一度接続してください。',
  },
};

const ELSEWHERE: { readonly [problem in KeychainProblem]: Text } = {
  not_installed: {
    en: 'The keychain module is not installed. Run the set-up again.',
    ja: 'キーチェーンのモジュールがありません。セットアップをやり直してください。',
  },
  no_answer: {
    en: 'The system’s keychain cannot be used by this account.',
    ja: 'このアカウントではシステムのキーチェーンを使えません。',
  },
  silent: {
    en: 'The system’s keychain does not answer. Unlock it and start Railbird again.',
    ja: 'システムのキーチェーンが応答しません。解除してから Railbird を起動し直してください。',
  },
  refused: {
    en: 'The system’s keychain did not keep the key. Unlock it and connect again.',
    ja: 'システムのキーチェーンにキーを保存できませんでした。解除して、もう一度接続してください。',
  },
};

/** The problem and its solution; `platform` is that of node:process. */
export function keychainProblemText(problem: KeychainProblem, platform: string): Text {
  const text = (platform === 'linux' ? LINUX : ELSEWHERE)[problem];
  return { en: `${text.en} ${KEPT.en}`, ja: `${text.ja}${KEPT.ja}` };
}
