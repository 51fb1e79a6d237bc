// The catalogue of coded errors that a user may see: whether a retry can help, what happened, and what to do.
// Code branches on `code`, never on a text. To add an error: add a row here, and throw RailbirdError with its code.

import { ANSWER_ERRORS } from '#shared/answer-errors.ts';
import { BET_ERRORS } from '#shared/bet-errors.ts';
import type { ErrorRow } from '#shared/error-row.ts';
import { SQL_ERRORS } from '#shared/sql-errors.ts';
import { EXPORT_ERRORS } from '#shared/export-errors.ts';
import { FILE_ERRORS } from '#shared/file-errors.ts';
import { fill } from '#shared/fill.ts';
import { KEPT_ERRORS } from '#shared/kept-errors.ts';
import { KEY_ERRORS } from '#shared/key-errors.ts';
import { KEYCHAIN_ERRORS } from '#shared/keychain-errors.ts';
import { RESULT_ERRORS } from '#shared/result-errors.ts';
import { RULE_ERRORS } from '#shared/rule-errors.ts';
import { UPDATE_ERRORS } from '#shared/update-errors.ts';
import type { Language } from '#shared/text.ts';

export const ERRORS = {
  NOT_CONNECTED: {
    retry: false,
    exit: 'usage',
    title: { en: 'Not connected to a service', ja: 'サービスに接続していません' },
    advice: {
      en: 'Use the sample data, or enter your keys in Settings.',
      ja: 'サンプルデータを選ぶか、設定でキーを入力して接続してください。',
    },
  },
  SERVICE_CHANGED: {
    retry: true,
    exit: 'incomplete',
    title: { en: 'Another service was connected meanwhile', ja: '途中で別のサービスに接続されました' },
    advice: {
      en: 'What the first one had sent is kept in its own archive. Try again for the service that is connected now.',
      ja: '最初のサービスから受け取った分は、そのサービスの保存データに残っています。今のサービスでもう一度お試しください。',
    },
  },
  ADDRESS_REFUSED: {
    retry: false,
    exit: 'usage',
    title: { en: 'This address leads nowhere', ja: 'このアドレスの画面はありません' },
    advice: {
      en: 'Nothing was opened for “{address}”. Copy the address again where it came from.',
      ja: '「{address}」は開けません。元の画面でアドレスをコピーし直してください。',
    },
  },
  KEY_VARIABLE_UNSENDABLE: {
    retry: false,
    exit: 'usage',
    title: {
      en: '{variable} is not a key: it has blanks or letters that no key can have',
      ja: '{variable} にキーとして使えない文字（空白、日本語など）が含まれています',
    },
    advice: {
      en: 'Copy the key into it again from the dashboard of the service, on its own, or remove the variable. Nothing was sent.',
      ja: 'サービスのダッシュボードからキーだけをコピーし直すか、変数を削除してください。何も送信していません。',
    },
  },
  KEY_MISSING: {
    retry: false,
    exit: 'refused',
    title: { en: 'The user key is missing', ja: 'ユーザーキーが設定されていません' },
    advice: {
      en: 'Enter your user key in Settings. You can find it on the dashboard of the service.',
      ja: '設定でユーザーキーを入力してください。キーはサービスのダッシュボードで確認できます。',
    },
  },
  UNAUTHORIZED: {
    retry: false,
    exit: 'refused',
    title: { en: 'The service rejected the keys (401)', ja: 'キーが拒否されました（401）' },
    advice: {
      en: 'Compare the application key and the user key with those on the dashboard, then enter them again.',
      ja: 'ダッシュボードでアプリケーションキーとユーザーキーを確認し、入力し直してください。',
    },
  },
  FORBIDDEN: {
    retry: false,
    exit: 'refused',
    title: { en: 'No plan, or the plan has expired (403)', ja: 'プランがないか、期限が切れています（403）' },
    advice: {
      en: 'Subscribe or renew on the service’s website, then try again.',
      ja: 'サービスのサイトで加入または更新してから、もう一度お試しください。',
    },
  },
  TOO_MANY_REQUESTS: {
    retry: true,
    exit: 'unreachable',
    title: { en: 'Too many requests (429)', ja: 'アクセスが多すぎます（429）' },
    advice: {
      en: 'Wait {seconds} and try again.',
      ja: '{seconds}待ってから、もう一度お試しください。',
    },
  },
  REFUSED: {
    retry: false,
    exit: 'refused',
    title: { en: 'The service rejected the request', ja: 'サービスがリクエストを受け付けませんでした' },
    advice: { en: 'The service responded: {message}', ja: 'サービスの応答: {message}' },
  },
  RECORDS_GONE: {
    retry: true,
    exit: 'incomplete',
    title: {
      en: 'The service no longer returns records that were downloaded before',
      ja: 'ダウンロード済みのデータが、サービスからは返ってきません',
    },
    advice: {
      en: 'The downloaded records are kept. Refresh again later.',
      ja: 'ダウンロード済みのデータは残してあります。後でもう一度更新してください。',
    },
  },
  SERVICE_FAILED: {
    retry: true,
    exit: 'unreachable',
    title: { en: 'The service failed ({status})', ja: 'サービス側のエラーです（{status}）' },
    advice: { en: 'Try again later.', ja: 'しばらくしてから、もう一度お試しください。' },
  },
  SERVICE_DISK_FULL: {
    retry: true,
    exit: 'local',
    title: { en: 'The service’s disk is full', ja: 'サービス側のディスクがいっぱいです' },
    advice: {
      en: 'Sample data is generated on this computer: free up space on the disk of the data folder (shown in Settings) and try again. For any other service, contact its operator.',
      ja: 'サンプルデータはこのコンピューター上で作られます。データフォルダ（設定に表示）のあるディスクの空きを増やしてから、もう一度お試しください。それ以外のサービスの場合は、運営者にお知らせください。',
    },
  },
  UNREACHABLE: {
    retry: true,
    exit: 'unreachable',
    title: { en: 'The service cannot be reached', ja: 'サービスに接続できません' },
    advice: {
      en: 'Check the network connection and the address {baseUrl}. Downloaded records can still be opened.',
      ja: 'ネットワークとアドレス {baseUrl} を確認してください。ダウンロード済みのデータは開けます。',
    },
  },
  CERTIFICATE_REFUSED: {
    retry: true,
    exit: 'unreachable',
    title: {
      en: 'The service’s certificate is not trusted ({problem})',
      ja: 'サービスの証明書を信頼できません（{problem}）',
    },
    advice: {
      en: 'Nothing was sent, not even a key. Check the address and this computer’s date and time. If a company or an antivirus program inspects the traffic, add its certificate to those that this computer trusts and restart Railbird (in a terminal or a browser window, NODE_EXTRA_CA_CERTS can name its file instead).',
      ja: 'キーを含め、何も送信していません。アドレスと、このコンピューターの日付と時刻を確認してください。会社やウイルス対策ソフトが通信を検査している場合は、その証明書をこのコンピューターの信頼する証明書に加え、Railbird を起動し直してください（ターミナルやブラウザーでは NODE_EXTRA_CA_CERTS でファイルを指定することもできます）。',
    },
  },
  PROXY_FAILED: {
    retry: true,
    exit: 'unreachable',
    title: {
      en: 'The request did not get past the proxy ({problem})',
      ja: 'リクエストがプロキシを通過できませんでした（{problem}）',
    },
    advice: {
      en: 'Nothing was sent to the service. Check this computer’s proxy settings (in a terminal or a browser window, the variables HTTPS_PROXY and NO_PROXY), then restart Railbird.',
      ja: 'サービスには何も送信していません。このコンピューターのプロキシ設定（ターミナルやブラウザーでは環境変数 HTTPS_PROXY と NO_PROXY）を確認し、起動し直してください。',
    },
  },
  PROXY_LOGIN: {
    retry: true,
    exit: 'unreachable',
    title: {
      en: 'The proxy asks for a user name and a password',
      ja: 'プロキシがユーザー名とパスワードを求めています',
    },
    advice: {
      en: 'Nothing was sent to the service. Set the variable HTTPS_PROXY to http://name:password@host:port, with special characters percent-encoded, and restart Railbird. If it is set already, the name or the password is wrong.',
      ja: 'サービスには何も送信していません。環境変数 HTTPS_PROXY を http://ユーザー名:パスワード@ホスト:ポート（記号はパーセント記法）に設定し、Railbird を起動し直してください。設定済みの場合は、ユーザー名かパスワードが違います。',
    },
  },
  ...ANSWER_ERRORS,
  ...SQL_ERRORS,
  NOT_THE_SERVICE: {
    retry: false,
    exit: 'unreachable',
    title: {
      en: 'The response is not from a racing data service',
      ja: '競馬データサービスの応答ではありません',
    },
    advice: {
      en: 'Check the address: {problem}',
      ja: 'アドレスを確認してください: {problem}',
    },
  },
  OFFLINE_NOT_STORED: {
    retry: true,
    exit: 'unreachable',
    title: { en: 'Not downloaded yet', ja: 'まだダウンロードされていません' },
    advice: {
      en: 'This needs the service, which cannot be reached now. Try again when you are connected.',
      ja: '取得にはサービスへの接続が必要です。接続できるときにもう一度お試しください。',
    },
  },
  INVALID_FILTER: {
    retry: false,
    exit: 'usage',
    title: { en: 'The filter is invalid', ja: '条件が正しくありません' },
    advice: { en: '{problem}', ja: '{problem}' },
  },
  ...RESULT_ERRORS,
  ARCHIVE_IN_USE: {
    retry: true,
    exit: 'local',
    title: { en: 'The archive is open in another Railbird', ja: '保存データは別の Railbird が使用中です' },
    advice: {
      en: 'Close the other Railbird, or use a different data folder than {dataDir}.',
      ja: '先に開いている方を閉じるか、{dataDir} とは別のデータフォルダを指定してください。',
    },
  },
  ARCHIVE_FAILED: {
    retry: true,
    exit: 'local',
    title: { en: 'The archive could not be read or written', ja: '保存データを読み書きできません' },
    advice: {
      en: 'Nothing was moved or lost. Try again. If it fails again, check that the disk is connected and has free space, and that you may read and write the files in {dataDir}. The system reported: {problem}',
      ja: '保存データはそのまま残っています。もう一度お試しください。続く場合は、ディスクの接続と空き、{dataDir} の読み書きの権限を確認してください。システムの応答: {problem}',
    },
  },
  ARCHIVE_NEWER: {
    retry: false,
    exit: 'local',
    title: {
      en: 'The archive belongs to a newer version of Railbird',
      ja: '保存データは新しいバージョンの Railbird のものです',
    },
    advice: {
      en: 'Use that version, or choose another data folder. {path} was not changed.',
      ja: 'そのバージョンを使うか、別のデータフォルダを指定してください。{path} には変更を加えていません。',
    },
  },
  ARCHIVE_SALVAGED: {
    retry: true,
    exit: 'local',
    title: { en: 'The archive was damaged', ja: '保存データが壊れていました' },
    advice: {
      en: 'All readable records were saved. Try again; a notice lists what was lost.',
      ja: '読める部分は残しました。もう一度お試しください。失われた分は通知に示します。',
    },
  },
  ARCHIVE_DAMAGED: {
    retry: false,
    exit: 'local',
    title: { en: 'The archive keeps getting damaged', ja: '保存データが繰り返し壊れています' },
    advice: {
      en: 'All readable records were saved each time, but new damage keeps appearing. The disk or the memory of this computer may be failing. Close Railbird, check both, and copy {file} to another disk.',
      ja: '読める部分はそのつど残していますが、新たな破損が続いています。ディスクかメモリの故障が考えられます。Railbird を終了して点検し、{file} を別のディスクに写してください。',
    },
  },
  ...FILE_ERRORS,
  ...RULE_ERRORS,
  CANCELLED: {
    retry: true,
    exit: 'internal',
    title: { en: 'Canceled', ja: '中止しました' },
    advice: { en: 'No partial data was kept.', ja: '途中のデータは残っていません。' },
  },
  ...EXPORT_ERRORS,
  ...KEYCHAIN_ERRORS,
  ...KEY_ERRORS,
  ...BET_ERRORS,
  ...KEPT_ERRORS,
  ...UPDATE_ERRORS,
  DOWNLOAD_GONE: {
    retry: false,
    exit: 'internal',
    title: { en: 'This download is no longer in the list', ja: 'このダウンロードは一覧にありません' },
    advice: { en: 'Start it again.', ja: 'もう一度開始してください。' },
  },
  DOWNLOAD_ACTIVE: {
    retry: true,
    exit: 'internal',
    title: { en: 'A download is still running for this', ja: 'ダウンロードが進行中です' },
    advice: { en: 'Cancel it, or wait until it ends.', ja: '中止するか、終わるのを待ってください。' },
  },
  SAMPLE_FAILED: {
    retry: true,
    exit: 'local',
    title: { en: 'The sample service did not start', ja: 'サンプルサービスを起動できませんでした' },
    advice: { en: '{problem}', ja: '{problem}' },
  },
  SAMPLE_STOPS: {
    retry: true,
    exit: 'local',
    title: { en: 'The sample service keeps stopping', ja: 'サンプルサービスの停止が続いています' },
    advice: {
      en: 'Railbird started it {starts} times within five minutes. Wait a few minutes, then try again.',
      ja: '5分間に{starts}回起動しましたが、そのたびに停止しました。数分待ってから、もう一度お試しください。',
    },
  },
  ACCOUNT_UNKNOWN: {
    retry: false,
    exit: 'usage',
    title: { en: 'There is no such account', ja: 'そのアカウントはありません' },
    advice: {
      en: 'It was forgotten or renamed meanwhile: “{account}”. Settings lists the accounts; so does “railbird account list”.',
      ja: '「{account}」は削除されたか、名前が変わっています。アカウントの一覧は設定、または「railbird account list」で確認できます。',
    },
  },
  APP_GONE: {
    retry: true,
    exit: 'internal',
    title: { en: 'Railbird is no longer running', ja: 'Railbird が動いていません' },
    advice: {
      en: 'Start it again and use the window that opens. Downloads and settings are kept.',
      ja: 'Railbird を起動し直し、新しく開いた画面を使ってください。取得済みのデータと設定は残っています。',
    },
  },
  APP_ENDED: {
    retry: true,
    exit: 'appEnded',
    title: {
      en: 'Railbird ended while it executed the command',
      ja: 'コマンドの実行中に Railbird が終了しました',
    },
    advice: {
      en: 'What was downloaded is kept; no half file is left. The same command works again, with or without the app.',
      ja: '取得済みのデータは残っており、書きかけのファイルは残っていません。同じコマンドは、アプリを起動していてもいなくても再び実行できます。',
    },
  },
  OTHER_VERSION: {
    retry: false,
    exit: 'local',
    title: {
      en: 'The running Railbird has another version ({app}) than this command ({command})',
      ja: '起動中の Railbird（{app}）とこのコマンド（{command}）のバージョンが違います',
    },
    advice: {
      en: 'Close it and start the version of this command, or use the command that belongs to it. Nothing was done.',
      ja: '起動中の Railbird を終了するか、同じバージョンのコマンドを使ってください。何も実行していません。',
    },
  },
  ADDRESS_USED: {
    retry: false,
    exit: 'internal',
    title: {
      en: 'This address no longer opens Railbird',
      ja: 'このアドレスでは Railbird を開けません',
    },
    advice: {
      en: 'Each address works only once. Open the latest one shown in the terminal, or restart Railbird.',
      ja: 'アドレスは一度しか使えません。ターミナルに最後に表示されたものを開くか、Railbird を起動し直してください。',
    },
  },
  DISPLAY_MISSING: {
    retry: false,
    exit: 'local',
    title: { en: 'There is no screen to open a window on', ja: '画面がないため、ウィンドウを開けません' },
    advice: {
      en: 'Neither X11 nor Wayland answers ({tried}). Start Railbird from the desktop, connect with “ssh -X”, or use it without a window: the command line “railbird”, or in a browser (npm start -- --host=web).',
      ja: 'X11 も Wayland も応答しません（{tried}）。デスクトップから起動するか、「ssh -X」で接続してください。ウィンドウなしで使う場合は、コマンド「railbird」か、ブラウザ（npm start -- --host=web）をお使いください。',
    },
  },
  WINDOW_CRASHES: {
    retry: true,
    exit: 'internal',
    title: { en: 'The window keeps crashing ({reason})', ja: '画面の異常終了が続いています（{reason}）' },
    advice: {
      en: 'Nothing is lost: settings, downloads and tabs are kept. Restart the computer, or use Railbird in a browser (npm start -- --host=web).',
      ja: '設定・ダウンロード・タブはすべて残っています。コンピューターを再起動するか、ブラウザでお使いください（npm start -- --host=web）。',
    },
  },
  INTERNAL: {
    retry: true,
    exit: 'internal',
    title: { en: 'Something went wrong inside Railbird', ja: 'Railbird 内部のエラーです' },
    advice: {
      en: 'Try again. The log has the details under {id}.',
      ja: 'もう一度お試しください。詳細はログの {id} にあります。',
    },
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

export const ERROR_CODES = Object.keys(ERRORS) as readonly ErrorCode[];

export type ErrorValues = Readonly<Record<string, string | number>>;

/** An error with a code from the catalogue. Its values are shown and logged, so they never contain a credential. */
export class RailbirdError extends Error {
  readonly code: ErrorCode;
  readonly values: ErrorValues;

  constructor(code: ErrorCode, values: ErrorValues = {}, options?: { cause?: unknown }) {
    super(`${code}: ${fill(ERRORS[code].title.en, values, 'en')}`, options);
    this.name = 'RailbirdError';
    this.code = code;
    this.values = values;
  }
}

/** The error's title and advice in one language, with its values filled in. */
export function wordsOf(code: ErrorCode, values: ErrorValues, language: Language) {
  const { title, advice } = ERRORS[code];
  return { title: fill(title[language], values, language), advice: fill(advice[language], values, language) };
}
