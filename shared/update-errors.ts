// The errors of looking for a new version of the app: rows of the catalogue of errors (shared/errors.ts).

import type { ErrorRow } from '#shared/error-row.ts';

export const UPDATE_ERRORS = {
  UPDATE_FEED_NONE: {
    retry: false,
    exit: 'local',
    title: { en: 'This app has no update feed', ja: 'このアプリには更新の配信元がありません' },
    advice: {
      en: 'Get a new version where this one came from.',
      ja: '新しいバージョンは、このアプリの入手元から入手してください。',
    },
  },
  UPDATE_FEED_UNREACHABLE: {
    retry: true,
    exit: 'unreachable',
    title: { en: 'The update feed cannot be reached', ja: '更新の配信元に接続できません' },
    advice: {
      en: 'This version goes on working. Try again later: {feed} ({problem})',
      ja: '今のバージョンはそのまま使えます。後でもう一度お試しください: {feed}（{problem}）',
    },
  },
  UPDATE_FEED_MISSING: {
    retry: true,
    exit: 'unreachable',
    title: { en: 'There is no update feed at its address', ja: '更新の配信元に情報がありません' },
    advice: {
      en: 'It may have moved, or there is no version for this system yet: {feed}. Look where you got this version.',
      ja: '移転したか、このシステム向けのバージョンがまだありません: {feed}。このバージョンの入手元を確認してください。',
    },
  },
  UPDATE_FEED_UNREADABLE: {
    retry: true,
    exit: 'unreachable',
    title: { en: 'The update feed makes no sense', ja: '更新の配信元の情報を読み取れません' },
    advice: {
      en: 'Nothing was downloaded. A network that asks for a sign-in may have answered in its place: {feed}',
      ja: '何もダウンロードしていません。サインインを求めるネットワークが代わりに応答したのかもしれません: {feed}',
    },
  },
  UPDATE_DAMAGED: {
    retry: true,
    exit: 'unreachable',
    title: {
      en: 'The downloaded version is not the one that was announced',
      ja: 'ダウンロードしたものが、配信元の情報と一致しません',
    },
    advice: {
      en: 'It was deleted, and this version stays. Download it again; if that fails too, do not install it from elsewhere, and tell whoever made it.',
      ja: '削除しましたので、今のバージョンのままです。もう一度ダウンロードし、それでも失敗する場合は、ほかから入手して入れたりせず、配布元に知らせてください。',
    },
  },
  UPDATE_WAITS: {
    retry: true,
    exit: 'local',
    title: {
      en: 'A download, export or command is still running',
      ja: 'ダウンロード・書き出し・コマンドのいずれかを実行中です',
    },
    advice: {
      en: 'The new version is ready. Restart when what is running is done, a command in a terminal included; a download can also be paused first.',
      ja: '新しいバージョンの準備はできています。ダウンロードや書き出し、ターミナルのコマンドが終わってから再起動してください。ダウンロードは一時停止してもかまいません。',
    },
  },
  UPDATE_FAILED: {
    retry: true,
    exit: 'local',
    title: { en: 'The new version could not be put in place', ja: '新しいバージョンを入れられませんでした' },
    advice: {
      en: 'This version stays. Try again in Settings once the reason is gone, or install the new one by hand from where you got this one. The reason was: {problem}',
      ja: '今のバージョンのままです。原因を取り除いてから「設定」でもう一度お試しになるか、入手元から新しいバージョンを手動で入れてください。理由: {problem}',
    },
  },
} as const satisfies Readonly<Record<string, ErrorRow>>;
