// The errors of files: rows of the catalogue of errors (shared/errors.ts).

import type { ErrorRow } from '#shared/error-row.ts';

export const FILE_ERRORS = {
  FILE_FAILED: {
    retry: true,
    exit: 'local',
    title: { en: 'The file could not be read or written', ja: 'ファイルを読み書きできませんでした' },
    advice: {
      en: 'Check the folder, its permissions and the free disk space: {path}',
      ja: 'フォルダ、権限、空き容量を確認してください: {path}',
    },
  },
  FILE_NEWER: {
    retry: false,
    exit: 'local',
    title: {
      en: 'A file was written by a newer version of Railbird',
      ja: '新しいバージョンの Railbird が書いたファイルです',
    },
    advice: {
      en: 'The file was not changed. Start the newer version, or choose another data folder: {path}',
      ja: 'ファイルはそのまま残してあります。新しいバージョンを起動するか、別のデータフォルダを指定してください: {path}',
    },
  },
  NOT_ANNOTATIONS: {
    retry: false,
    exit: 'local',
    title: {
      en: 'The file is not one of marks and notes',
      ja: '印とメモのファイルではありません',
    },
    advice: {
      en: 'Nothing was changed. Choose a file that Railbird exported: {path}',
      ja: '何も変更していません。Railbird が書き出したファイルを選んでください: {path}',
    },
  },
} as const satisfies Readonly<Record<string, ErrorRow>>;
