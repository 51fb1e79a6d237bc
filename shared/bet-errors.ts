// The errors of bet lists: part of the catalogue in errors.ts.

import type { ErrorRow } from '#shared/error-row.ts';

export const BET_ERRORS = {
  TOO_MANY_BETS: {
    retry: false,
    exit: 'usage',
    title: { en: 'The list has too many combinations', ja: '買い目が多すぎます' },
    advice: {
      en: 'It stands for {count} combinations; {most} can be checked at once. Split the list, for example by year.',
      ja: '{count}点あります。一度に確かめられるのは{most}点までです。年ごとなどに分けてください。',
    },
  },
  BET_LIST_NAME_TAKEN: {
    retry: false,
    exit: 'usage',
    title: { en: 'Another list has this name', ja: 'その名前のリストがすでにあります' },
    advice: { en: 'Choose another name than “{name}”.', ja: '「{name}」以外の名前にしてください。' },
  },
  TOO_MANY_BET_LISTS: {
    retry: false,
    exit: 'usage',
    title: { en: 'There are too many lists', ja: 'リストが多すぎます' },
    advice: {
      en: 'At most {most} are kept. Export and delete one that you no longer need.',
      ja: '保存できるのは{most}件までです。不要なものを書き出してから削除してください。',
    },
  },
} as const satisfies Readonly<Record<string, ErrorRow>>;
