// The coded errors of the keychain: why it does not hold or give out a key, and what to do.

import type { ErrorRow } from '#shared/error-row.ts';

export const KEYCHAIN_ERRORS = {
  KEYCHAIN_NOT_INSTALLED: {
    retry: true,
    exit: 'local',
    title: { en: 'The keychain module is not installed', ja: 'キーチェーンのモジュールがありません' },
    advice: {
      en: 'On Linux, install libsecret (Debian and Ubuntu: libsecret-1-0, Fedora: libsecret). If you build Railbird yourself, install libsecret-1-dev and run the set-up again.',
      ja: 'Linux では libsecret を入れてください（Debian・Ubuntu は libsecret-1-0、Fedora は libsecret）。ご自身でビルドする場合は libsecret-1-dev を入れ、セットアップをやり直してください。',
    },
  },
  KEYCHAIN_NO_SESSION: {
    retry: true,
    exit: 'local',
    title: {
      en: 'There is no desktop session with a keychain here',
      ja: 'キーチェーンを使えるデスクトップセッションがありません',
    },
    advice: {
      en: 'Start Railbird from the desktop of this computer. In a terminal without one, as over ssh, put “dbus-run-session --” before the command.',
      ja: 'このコンピューターのデスクトップから Railbird を起動してください。ssh などデスクトップのない端末では、コマンドの前に「dbus-run-session --」を付けてください。',
    },
  },
  KEYCHAIN_NO_SERVICE: {
    retry: true,
    exit: 'local',
    title: { en: 'No keychain is running on this computer', ja: 'キーチェーンが動いていません' },
    advice: {
      en: 'On Linux, install and start gnome-keyring or KWallet, then try again.',
      ja: 'Linux では gnome-keyring か KWallet を入れて起動し、もう一度お試しください。',
    },
  },
  KEYCHAIN_SLOW: {
    retry: true,
    exit: 'local',
    title: { en: 'The keychain has not answered yet', ja: 'キーチェーンの応答を待っています' },
    advice: {
      en: 'It may be asking for a password in a window of its own: answer it there. Railbird goes on meanwhile, and uses the answer when it comes.',
      ja: '別のウィンドウでパスワードを求めているかもしれません。そちらで入力してください。Railbird はそのまま使え、応答があればすぐに反映します。',
    },
  },
  KEYCHAIN_LOCKED: {
    retry: true,
    exit: 'local',
    title: { en: 'The keychain is locked', ja: 'キーチェーンがロックされています' },
    advice: {
      en: 'Its request for a password was closed or could not be shown. Unlock the keychain, then try again.',
      ja: 'パスワードの入力画面が閉じられたか、表示できませんでした。キーチェーンのロックを解除して、もう一度お試しください。',
    },
  },
  KEYCHAIN_LOST: {
    retry: true,
    exit: 'local',
    title: { en: 'The keychain did not give out the key', ja: 'キーチェーンからキーを取り出せません' },
    advice: {
      en: 'A key was stored for this account. Either the keychain is locked: unlock it and try again. Or another program deleted the key: then enter it again.',
      ja: 'このアカウントのキーは保存済みです。ロックされている場合は、解除してもう一度お試しください。ほかのプログラムが削除した場合は、キーを入力し直してください。',
    },
  },
  KEYCHAIN_DENIED: {
    retry: true,
    exit: 'local',
    title: { en: 'Railbird may not use the keychain', ja: 'キーチェーンの使用が許可されていません' },
    advice: {
      en: 'The system or its user said no. Try again and allow Railbird, or allow it in the keychain’s own program.',
      ja: 'システムまたは利用者が拒否しました。もう一度試して許可するか、キーチェーンの管理画面で許可してください。',
    },
  },
  KEYCHAIN_RESTARTED: {
    retry: true,
    exit: 'local',
    title: { en: 'The keychain was restarted', ja: 'キーチェーンが再起動されました' },
    advice: {
      en: 'Close Railbird and start it again: only then does it find the new one.',
      ja: 'Railbird を終了して起動し直すと、キーチェーンを使えるようになります。',
    },
  },
  KEYCHAIN_KEPT: {
    retry: true,
    exit: 'local',
    title: {
      en: 'The key may still be in the keychain',
      ja: 'キーがまだキーチェーンに残っているかもしれません',
    },
    advice: {
      en: 'It is gone from Railbird’s memory, but the keychain did not confirm that it deleted it. Unlock the keychain, then forget the key again.',
      ja: 'Railbird のメモリからは消えましたが、キーチェーンでの削除を確認できませんでした。ロックを解除して、もう一度削除してください。',
    },
  },
  KEYCHAIN_PORTABLE: {
    retry: false,
    exit: 'local',
    title: {
      en: 'Portable: the user key is not kept on this computer',
      ja: 'ポータブル版のため、ユーザーキーはこのコンピューターに残しません',
    },
    advice: {
      en: 'Enter it in Settings after each start: it stays in memory until Railbird ends, and goes neither into this computer’s keychain nor into the folder beside the program.',
      ja: '起動するたびに設定で入力してください。Railbird を終了するまでメモリ上に保持し、このコンピューターのキーチェーンにも、プログラムの横のフォルダにも残しません。',
    },
  },
  KEYCHAIN_FAILED: {
    retry: true,
    exit: 'local',
    title: { en: 'The keychain reported a problem', ja: 'キーチェーンでエラーが起きました' },
    advice: { en: '{problem}', ja: '{problem}' },
  },
} as const satisfies Record<string, ErrorRow>;

export type KeychainCode = keyof typeof KEYCHAIN_ERRORS;

export const KEYCHAIN_CODES = Object.keys(KEYCHAIN_ERRORS) as readonly KeychainCode[];
