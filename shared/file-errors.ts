// The errors of files: rows of the catalogue of errors (shared/errors.ts).

import type { ErrorRow } from '#shared/error-row.ts';

export const FILE_ERRORS = {
  FILE_FAILED: {
    retry: true,
    exit: 'local',
    title: { en: 'The file could not be read or written', ja: 'ファイルを読み書きできませんでした' },
    advice: {
      en: 'Check the folder, its permissions, the free disk space, and whether another program has the file open: {path}',
      ja: 'フォルダ、権限、空き容量と、ほかのソフトでそのファイルを開いていないかを確認してください: {path}',
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
  DATA_FOLDER_NAME: {
    retry: false,
    exit: 'local',
    title: {
      en: 'The data folder’s path has a question mark',
      ja: 'データフォルダのパスに「?」が含まれています',
    },
    advice: {
      en: 'The database cannot keep its files there: {path}. Rename the folder, or start Railbird with another one: --data-dir FOLDER.',
      ja: 'データベースのファイルを置けません: {path}。フォルダの名前を変えるか、--data-dir で別のフォルダを指定してください。',
    },
  },
  DATA_FOLDER_OTHER_USER: {
    retry: false,
    exit: 'local',
    title: {
      en: 'The data folder belongs to another user of this computer',
      ja: 'データフォルダは、このコンピューターの別のユーザーのものです',
    },
    advice: {
      en: 'It belongs to {owner}: {path}. Start Railbird as that user and without sudo, or with a folder of your own: --data-dir FOLDER.',
      ja: '所有者は {owner} です: {path}。そのユーザーとして（sudo なしで）起動するか、--data-dir でご自分のフォルダを指定してください。',
    },
  },
  DATA_FOLDER_READ_ONLY: {
    retry: true,
    exit: 'local',
    title: { en: 'The data folder cannot be written to', ja: 'データフォルダに書き込めません' },
    advice: {
      en: 'Its medium is read-only: {path}. Remove the write protection, copy Railbird with its folder to another medium, or start it with another folder: --data-dir FOLDER.',
      ja: '読み取り専用の媒体です: {path}。書き込み禁止を解除するか、Railbird とフォルダを別の媒体にコピーするか、--data-dir で別のフォルダを指定してください。',
    },
  },
  DATA_FOLDER_ELSEWHERE: {
    retry: true,
    exit: 'local',
    title: {
      en: 'Railbird runs on this data folder on another computer',
      ja: '別のコンピューターの Railbird が、このデータフォルダを使っています',
    },
    advice: {
      en: 'Close it on {machine}. If that computer is off or no longer runs it, remove this file and start again: {path}',
      ja: '{machine} で終了してください。そのコンピューターが停止しているか、もう使っていない場合は、次のファイルを削除して起動し直してください: {path}',
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
  ANNOTATIONS_OF_SAMPLE: {
    retry: false,
    exit: 'local',
    title: {
      en: 'The marks and notes in the file are about the sample’s invented races',
      ja: 'サンプルの架空のレースに付けた印とメモのファイルです',
    },
    advice: {
      en: 'Nothing was changed: with your account they would stand beside real horses. Connect the sample (in a terminal: --sample), then import {path}.',
      ja: '何も変更していません。アカウントに読み込むと、実際の馬の印になってしまいます。サンプルに接続してから（ターミナルでは --sample を付けて）読み込んでください: {path}',
    },
  },
  ANNOTATIONS_OF_ACCOUNT: {
    retry: false,
    exit: 'local',
    title: {
      en: 'The marks and notes in the file are about the real races of an account',
      ja: 'アカウントの実際のレースに付けた印とメモのファイルです',
    },
    advice: {
      en: 'Nothing was changed: the sample’s horses are invented. Connect your account in Settings (in a terminal: no --sample), then import {path}.',
      ja: '何も変更していません。サンプルの馬は架空のものです。設定でアカウントに接続してから（ターミナルでは --sample を付けずに）読み込んでください: {path}',
    },
  },
} as const satisfies Readonly<Record<string, ErrorRow>>;
