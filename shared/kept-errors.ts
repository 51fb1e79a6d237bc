// The errors of what the user keeps, such as views: part of the catalogue in errors.ts.

import type { ErrorRow } from '#shared/error-row.ts';

export const KEPT_ERRORS = {
  CHANGED_ELSEWHERE: {
    retry: false,
    exit: 'usage',
    title: { en: 'Another window has changed it meanwhile', ja: '別の画面で変更されています' },
    advice: {
      en: 'Nothing of “{name}” was overwritten. Look at it as it is now, then try again.',
      ja: '「{name}」は上書きしていません。今の内容を確認してから、もう一度お試しください。',
    },
  },
  VIEW_NAME_TAKEN: {
    retry: false,
    exit: 'usage',
    title: { en: 'A view with this name already exists', ja: '同じ名前のビューがあります' },
    advice: {
      en: 'Choose a name other than “{name}”, or overwrite that view.',
      ja: '「{name}」以外の名前にするか、そのビューに上書きしてください。',
    },
  },
  TOO_MANY_VIEWS: {
    retry: false,
    exit: 'local',
    title: { en: 'No more views can be saved', ja: 'これ以上ビューを保存できません' },
    advice: {
      en: 'The limit is {most}. Delete views that you no longer use.',
      ja: '保存できるのは{most}件までです。不要なビューを削除してください。',
    },
  },
  NO_FURTHER_VERSION: {
    retry: false,
    exit: 'usage',
    title: {
      en: 'This layout has no versions left',
      ja: 'このレイアウトはこれ以上版を増やせません',
    },
    advice: {
      en: 'A layout can have {most} versions. Freeze the columns under a name other than “{name}”.',
      ja: '版は{most}までです。「{name}」以外の名前で固定してください。',
    },
  },
} as const satisfies Readonly<Record<string, ErrorRow>>;
